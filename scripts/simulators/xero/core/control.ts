/** `/_control`: the interface on which people, tests and checks read and steer the simulator. */
import * as z from 'zod';
import { behaviourOf, BehaviourPatch, changeBehaviour } from './behaviour.ts';
import { allowed, defaultPerson, denied, readConsentRequest } from './consent.ts';
import type { Books } from './books.ts';
import { settle, type XeroCore } from './core.ts';
import { setFaults } from './faults.ts';
import { empty, json, jsonBody, type CoreRequest, type CoreResponse } from './http.ts';
import {
  BooksChange,
  changeOrganisation,
  NewOrganisation,
  OrganisationPatch,
  organisationState,
  resetDemoCompany,
} from './organisation-settings.ts';
import { enterBatch, enterInvoice, NewBatch, NewBill } from './invoices.ts';
import { NewOddDocument } from './odd-documents.ts';
import { fillBooks } from './ordinary-life.ts';
import {
  actOnDocument,
  changeStatus,
  DocumentAction,
  enter,
  enterJournal,
  enterTransaction,
  NewJournal,
  NewTransaction,
  StatusChange,
  changeShape,
  OddChange,
  type ActionResult,
} from './person-actions.ts';
import { FaultRules } from './records.ts';
import { ContactMerge, mergeContact } from './person-contacts.ts';
import { enterOdd } from './person-odd.ts';
import { includesAccounting } from './scopes.ts';
import { addOrganisation } from './seed.ts';
import { drop, meta, put, type OrganisationRecord } from './state.ts';
import { changeTracking, TrackingChange } from './tracking.ts';
import { enterTransfer, NewTransfer } from './transfers.ts';

const Clock = z.strictObject({ advanceSeconds: z.number().nonnegative() });

const Consent = z.strictObject({
  authoriseUrl: z.url(),
  decision: z.enum(['allow', 'deny']),
  organisations: z.array(z.string()).optional(),
  /** Scopes that the person leaves unticked. */
  withoutScopes: z.array(z.string()).default([]),
  person: z.strictObject({ givenName: z.string(), surname: z.string(), email: z.email() }).optional(),
});

interface ControlCall {
  readonly core: XeroCore;
  readonly request: CoreRequest;
  readonly now: number;
  /** The path after the name: an id, or empty. */
  readonly id: string;
}

type Control = (call: ControlCall) => CoreResponse;

/** By method and the first part of the path; `/…` stands for more parts. */
const CONTROLS: Readonly<Record<string, Control>> = {
  'GET state': ({ core, now }) => json(200, stateJson(core, now)),
  'POST organisations': reading(NewOrganisation, ({ books, ...input }, { core, now }) =>
    organisationAnswer(
      addOrganisation(core.state, { ...input, books: books ?? core.books }, now),
      core,
      now,
      201,
    ),
  ),
  'PATCH organisations/…': reading(OrganisationPatch, (patch, { core, now, id }) =>
    organisationAnswer(changeOrganisation(core.state, id, patch), core, now),
  ),
  'POST organisations/…/reset': ({ core, now, id }) =>
    organisationAnswer(resetDemoCompany(core.state, id, core.books, now), core, now, 201),
  'POST organisations/…/books': reading(BooksChange, ({ books }, { core, now, id }) => {
    const organisation = core.state.records.organisations.get(id) ?? null;
    if (organisation !== null) fillBooks(core.state, organisation, books, now);
    return organisationAnswer(organisation, core, now);
  }),
  'GET behaviour': ({ core }) => json(200, behaviourOf(core.state)),
  'POST behaviour': reading(BehaviourPatch, (patch, { core }) =>
    json(200, changeBehaviour(core.state, patch)),
  ),
  'POST faults': reading(FaultRules, ({ rules, seed }, { core }) => {
    setFaults(core.state, rules, seed);
    return json(200, { rules });
  }),
  'DELETE faults': ({ core }) => {
    drop(core.state, 'faults', '@');
    return empty(204);
  },
  'POST clock': reading(Clock, ({ advanceSeconds }, { core: { state }, now }) => {
    const record = meta(state);
    put(state, 'meta', '@', { ...record, clockOffsetMs: record.clockOffsetMs + advanceSeconds * 1000 });
    const time = now + advanceSeconds * 1000;
    settle(state, time);
    return json(200, { now: new Date(time).toISOString() });
  }),
  'POST consent': reading(Consent, (input, { core, now }) => consent(core, input, now)),
  'POST documents': reading(DocumentAction, (input, { core, now }) =>
    actionAnswer(actOnDocument(core.state, input, now)),
  ),
  'PATCH documents/…': reading(StatusChange, ({ status }, { core, now, id }) =>
    changeStatus(core.state, id, status, now) ? empty(204) : empty(404),
  ),
  'PATCH shapes/…': reading(OddChange, (shape, { core, now, id }) =>
    changeShape(core.state, id, shape, now) ? empty(204) : empty(404),
  ),
  'POST journals': entering(NewJournal, enterJournal),
  'POST transactions': entering(NewTransaction, (books, input) => {
    const { json: document, errors } = enterTransaction(books, input);
    return errors.length > 0 ? { error: errors.join(' ') } : { transactionId: document['BankTransactionID'] };
  }),
  'POST bills': entering(NewBill, enterInvoice),
  'POST batches': entering(NewBatch, enterBatch),
  'POST transfers': entering(NewTransfer, enterTransfer),
  'POST odd': entering(NewOddDocument, enterOdd),
  'PATCH tracking/…': reading(TrackingChange, (patch, { core, now, id }) => {
    const changed = changeTracking(core.state, id, patch, now);
    return changed === null ? empty(404) : json(200, changed);
  }),
  'POST contacts/merge': reading(ContactMerge, (input, { core, now }) =>
    actionAnswer(mergeContact(core.state, input, now)),
  ),
};

/** Answers a control request. `now` is the simulator's clock. */
export function control(core: XeroCore, request: CoreRequest, now: number): CoreResponse {
  settle(core.state, now);
  const [, , name = '', id = '', ...rest] = request.path.split('/');
  const exact = [name, id, ...rest].filter(Boolean).join('/');
  const pattern = [name, '…', ...rest].join('/');
  const call = CONTROLS[`${request.method} ${exact}`] ?? CONTROLS[`${request.method} ${pattern}`];
  return call === undefined ? empty(404) : call({ core, request, now, id });
}

function reading<Input>(
  schema: z.ZodType<Input>,
  answer: (input: Input, call: ControlCall) => CoreResponse,
): Control {
  return (call) => {
    const parsed = schema.safeParse(jsonBody(call.request));
    return parsed.success ? answer(parsed.data, call) : refusal(z.prettifyError(parsed.error));
  };
}

/** A person enters something into the organisation that the input names. */
function entering<Input extends { readonly tenantId: string }>(
  schema: z.ZodType<Input>,
  entered: (books: Books, input: Omit<Input, 'tenantId'>) => ReturnType<Parameters<typeof enter>[3]>,
): Control {
  return reading(schema, ({ tenantId, ...input }, { core, now }) =>
    actionAnswer(
      enter(core.state, tenantId, now, (books) => entered(books, input)),
      201,
    ),
  );
}

function refusal(message: string): CoreResponse {
  return json(400, { message });
}

/** The connections, the organisations with their books, and every request since the beginning. */
function stateJson({ state }: XeroCore, now: number) {
  return {
    connections: Array.from(state.records.connections.values(), ({ id, tenantId }) => ({
      connectionId: id,
      tenantId,
    })),
    organisations: Array.from(state.records.organisations.values(), (organisation) =>
      organisationState(state, organisation, now),
    ),
    requests: [...state.records.requests.values()],
  };
}

function organisationAnswer(
  organisation: OrganisationRecord | null,
  { state }: XeroCore,
  now: number,
  status = 200,
): CoreResponse {
  return organisation === null ? empty(404) : json(status, organisationState(state, organisation, now));
}

function actionAnswer(result: ActionResult, status = 200): CoreResponse {
  if (result === null) return empty(404);
  return 'error' in result ? refusal(result.error) : json(status, result.json);
}

function consent(core: XeroCore, input: z.output<typeof Consent>, now: number): CoreResponse {
  const asked = readConsentRequest(core.app, new URL(input.authoriseUrl).searchParams);
  if ('error' in asked) return json(400, asked);
  const request = { ...asked, scopes: asked.scopes.filter((scope) => !input.withoutScopes.includes(scope)) };
  if (input.decision === 'deny') return json(200, { location: denied(request) });
  const organisations = [...core.state.records.organisations.values()];
  const names = input.organisations ?? organisations.slice(0, 1).map((each) => each.name);
  const chosen = names.map((name) => organisations.find((each) => each.name === name)?.tenantId);
  const known = chosen.filter((tenantId) => tenantId !== undefined);
  if (known.length < chosen.length) return refusal(`No such organisation among ${names.join(', ')}`);
  if (includesAccounting(request.scopes) && known.length === 0) return refusal('No organisation was chosen');
  const person = input.person ?? defaultPerson;
  return json(200, { location: allowed(core.state, request, person, known, now) });
}
