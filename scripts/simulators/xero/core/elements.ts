/** Saving the elements of a request body. */
import * as z from 'zod';
import { behaviourOf } from './behaviour.ts';
import { discard, type Books } from './books.ts';
import { empty, json, jsonBody, type CoreRequest, type CoreResponse } from './http.ts';
import type { Json } from './render.ts';
import { msDate } from './dates.ts';
import { uuid } from './ids.ts';

/** The outcome of one element: its JSON after saving, or as it was sent with the validation messages. */
export interface ElementOutcome {
  readonly json: Json;
  readonly errors: readonly string[];
}

export interface Endpoint<Input> {
  /** The list's name in bodies, for instance `BankTransactions`. */
  readonly plural: string;
  readonly singular: string;
  readonly idField: string;
  readonly schema: z.ZodType<Input>;
  /** Validates an element and writes it when it is valid. */
  readonly save: (books: Books, input: Input) => ElementOutcome;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

const REFUSED_LAST = 'The document could not be saved.';

/**
 * Saves each element of the body. With `summarizeErrors=false` valid elements are saved and each has its own status.
 * Otherwise one invalid element is answered with 400; the reading `batchRefusal` says whether valid ones are saved.
 */
export function saveElements<Input>(
  books: Books,
  request: CoreRequest,
  endpoint: Endpoint<Input>,
  options: { readonly id?: string; readonly onlyFirst?: boolean; readonly summarise?: boolean } = {},
): CoreResponse {
  if (!request.headers['content-type']?.startsWith('application/json')) return empty(415);
  const sent = sentElements(request, endpoint.plural);
  if (sent === null) return badBody(14, 'PostDataInvalidException', 'Invalid Json data');
  if (sent.length === 0) {
    const expected = `This endpoint is expecting ${endpoint.singular} data to be specifed in the request body.`;
    const message = `No data has been processed for this endpoint. ${expected}`;
    return badBody(17, 'NoDataProcessedException', message);
  }
  const elements = options.onlyFirst === true ? sent.slice(0, 1) : sent;
  const summarise =
    books.refusesLast ||
    (options.summarise ??
      new URLSearchParams(request.query).get('summarizeErrors')?.toLowerCase() !== 'false');
  const outcomes: ElementOutcome[] = [];
  for (const [index, element] of elements.entries()) {
    if (books.refusesLast && index === elements.length - 1) {
      outcomes.push({ json: element, errors: [REFUSED_LAST] });
      break;
    }
    const named = options.id === undefined ? element : { ...element, [endpoint.idField]: options.id };
    const parsed = endpoint.schema.safeParse(named);
    if (!parsed.success) return badBody(14, 'PostDataInvalidException', 'Invalid Json data');
    outcomes.push(endpoint.save(books, parsed.data));
  }
  const refused = outcomes.filter((outcome) => outcome.errors.length > 0);
  if (summarise && refused.length > 0) {
    if (behaviourOf(books.state).batchRefusal === 'atomic') discard(books);
    return json(400, {
      ErrorNumber: 10,
      Type: 'ValidationException',
      Message: 'A validation exception occurred',
      Elements: refused.map((outcome) => refusedJson(outcome, endpoint)),
    });
  }
  return listed(
    books,
    endpoint.plural,
    outcomes.map((outcome) => outcomeJson(outcome, endpoint, summarise)),
  );
}

/** Returns a successful answer: the list in Xero's envelope. */
export function listed(
  books: Books,
  plural: string,
  elements: readonly Json[],
  more: Json = {},
): CoreResponse {
  return json(200, {
    Id: uuid(books.state),
    Status: 'OK',
    ProviderName: 'Paydown',
    DateTimeUTC: msDate(books.now),
    ...more,
    [plural]: elements,
  });
}

export function notFound(): CoreResponse {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { status: 404, headers, body: "The resource you're looking for cannot be found" };
}

export function badBody(ErrorNumber: number, Type: string, Message: string): CoreResponse {
  return json(400, { ErrorNumber, Type, Message });
}

/** Returns how many elements the body has. */
export const countElements = (request: CoreRequest, plural: string): number =>
  sentElements(request, plural)?.length ?? 0;

const Element = z.record(z.string(), z.unknown());

/** Returns the elements of `{"BankTransactions": […]}`, of a bare list or of a single element; null for invalid JSON. */
function sentElements(request: CoreRequest, plural: string): Record<string, unknown>[] | null {
  if (request.body.trim() === '') return [];
  const body = jsonBody(request);
  const list = z.array(Element).safeParse(body);
  if (list.success) return list.data;
  const single = Element.safeParse(body);
  if (!single.success) return null;
  if (!(plural in single.data)) return Object.keys(single.data).length === 0 ? [] : [single.data];
  const wrapped = z.array(Element).safeParse(single.data[plural]);
  return wrapped.success ? wrapped.data : null;
}

function refusedJson<Input>(outcome: ElementOutcome, endpoint: Endpoint<Input>): Json {
  return {
    ...outcome.json,
    [endpoint.idField]: outcome.json[endpoint.idField] ?? NO_ID,
    ValidationErrors: outcome.errors.map((Message) => ({ Message })),
  };
}

function outcomeJson<Input>(outcome: ElementOutcome, endpoint: Endpoint<Input>, summarise: boolean): Json {
  if (outcome.errors.length > 0) {
    return { ...refusedJson(outcome, endpoint), StatusAttributeString: 'ERROR' };
  }
  return summarise ? outcome.json : { ...outcome.json, StatusAttributeString: 'OK' };
}
