/** `/_control`: how people, tests and checks look into the simulator and steer it. */
import * as z from 'zod';
import { toAmount } from './amounts.ts';
import { list, openBooks, type Books } from './books.ts';
import { allowed, defaultPerson, denied, readConsentRequest, type Person } from './consent.ts';
import { settle, type XeroCore } from './core.ts';
import { setFaults } from './faults.ts';
import { empty, json, jsonBody, type CoreRequest, type CoreResponse } from './http.ts';
import { balances } from './ledger.ts';
import { accountJson, contactJson, journalJson, transactionJson, type Json } from './render.ts';
import { reachesBooks } from './scopes.ts';
import { addOrganisation } from './seed.ts';
import { drop, meta, put, type OrganisationRecord, type XeroState } from './state.ts';

const day = z.iso.date().nullable();

const OrganisationPatch = z.strictObject({
  name: z.string().min(1).optional(),
  baseCurrency: z.string().length(3).optional(),
  periodLockDate: day.optional(),
  endOfYearLockDate: day.optional(),
});

const NewOrganisation = z.strictObject({
  name: z.string().min(1),
  countryCode: z.enum(['AU', 'NZ']).default('AU'),
});

const Faults = z.strictObject({
  rules: z.array(
    z.strictObject({
      method: z.string().optional(),
      path: z.string().optional(),
      probability: z.number().min(0).max(1).optional(),
      times: z.number().int().positive().optional(),
      kind: z.enum(['status', 'drop-before', 'drop-after', 'commit-late', 'stale-search', 'delay', 'revoke']),
      status: z.number().int().min(400).max(599).optional(),
      retryAfter: z.number().nonnegative().optional(),
      delayMs: z.number().nonnegative().optional(),
      cached: z.boolean().optional(),
    }),
  ),
  seed: z.number().int().optional(),
});

const Clock = z.strictObject({ advanceSeconds: z.number().nonnegative() });

const Consent = z.strictObject({
  authoriseUrl: z.url(),
  decision: z.enum(['allow', 'deny']),
  organisations: z.array(z.string()).optional(),
  person: z.strictObject({ givenName: z.string(), surname: z.string(), email: z.email() }).optional(),
});

const DocumentPatch = z.strictObject({ status: z.enum(['ACTIVE', 'ARCHIVED', 'DELETED', 'VOIDED']) });

/** Answers a control request. `now` is the simulator's clock. */
export function control(core: XeroCore, request: CoreRequest, now: number): CoreResponse {
  settle(core.state, now);
  const [, , name = '', id] = request.path.split('/');
  const call = `${request.method} ${name}`;
  const { state } = core;
  switch (call) {
    case 'GET state':
      return json(200, stateJson(state, now));
    case 'POST organisations':
      return reading(NewOrganisation, request, (input) => {
        const organisation = addOrganisation(state, input.name, input.countryCode, now);
        return json(201, organisationState(state, organisation, now));
      });
    case 'PATCH organisations':
      return reading(OrganisationPatch, request, (patch) => {
        const organisation = changeOrganisation(state, id ?? '', patch);
        return organisation === null ? empty(404) : json(200, organisationState(state, organisation, now));
      });
    case 'POST faults':
      return reading(Faults, request, ({ rules, seed }) => {
        setFaults(state, rules, seed);
        return json(200, { rules });
      });
    case 'DELETE faults':
      drop(state, 'faults', '@');
      return empty(204);
    case 'POST clock':
      return reading(Clock, request, ({ advanceSeconds }) => {
        const record = meta(state);
        put(state, 'meta', '@', { ...record, clockOffsetMs: record.clockOffsetMs + advanceSeconds * 1000 });
        const time = now + advanceSeconds * 1000;
        settle(state, time);
        return json(200, { now: new Date(time).toISOString() });
      });
    case 'POST consent':
      return reading(Consent, request, (input) => consent(core, input, now));
    case 'PATCH documents':
      return reading(DocumentPatch, request, ({ status }) =>
        changeStatus(state, id ?? '', status, now) ? empty(204) : empty(404),
      );
    default:
      return empty(404);
  }
}

function reading<Input>(
  schema: z.ZodType<Input>,
  request: CoreRequest,
  answer: (input: Input) => CoreResponse,
): CoreResponse {
  const parsed = schema.safeParse(jsonBody(request));
  return parsed.success ? answer(parsed.data) : json(400, { message: z.prettifyError(parsed.error) });
}

/** Everything there is to see: the organisations with their books, and every request since the beginning. */
function stateJson(state: XeroState, now: number): Json {
  return {
    organisations: Array.from(state.records.organisations.values(), (organisation) =>
      organisationState(state, organisation, now),
    ),
    requests: [...state.records.requests.values()],
  };
}

function organisationState(state: XeroState, organisation: OrganisationRecord, now: number): Json {
  const books = wholeBooks(state, organisation, now);
  return {
    tenantId: organisation.tenantId,
    name: organisation.name,
    shortCode: organisation.shortCode,
    baseCurrency: organisation.baseCurrency,
    periodLockDate: organisation.periodLockDate,
    endOfYearLockDate: organisation.endOfYearLockDate,
    accounts: list(books, 'accounts').map(accountJson),
    bankTransactions: list(books, 'bankTransactions').map((each) => transactionJson(books, each)),
    manualJournals: list(books, 'manualJournals').map((each) => journalJson(books, each)),
    contacts: list(books, 'contacts').map(contactJson),
    balances: Object.fromEntries(Array.from(balances(books), ([id, cents]) => [id, toAmount(cents)])),
  };
}

/** The books as they are, without any lag. */
export function wholeBooks(state: XeroState, organisation: OrganisationRecord, now: number): Books {
  return openBooks(state, organisation, now, Infinity);
}

/** What somebody changes in the organisation's settings; null if there is no such organisation. */
export function changeOrganisation(
  state: XeroState,
  tenantId: string,
  patch: z.infer<typeof OrganisationPatch>,
): OrganisationRecord | null {
  const organisation = state.records.organisations.get(tenantId);
  if (organisation === undefined) return null;
  const changed = {
    ...organisation,
    name: patch.name ?? organisation.name,
    baseCurrency: patch.baseCurrency ?? organisation.baseCurrency,
    periodLockDate: patch.periodLockDate === undefined ? organisation.periodLockDate : patch.periodLockDate,
    endOfYearLockDate:
      patch.endOfYearLockDate === undefined ? organisation.endOfYearLockDate : patch.endOfYearLockDate,
  };
  put(state, 'organisations', tenantId, changed);
  return changed;
}

/** What somebody does by hand in Xero: archives an account or contact, deletes a payment, voids a journal. */
export function changeStatus(
  state: XeroState,
  id: string,
  status: z.infer<typeof DocumentPatch>['status'],
  now: number,
): boolean {
  const { accounts, contacts, bankTransactions, manualJournals } = state.records;
  const account = accounts.get(id);
  const contact = contacts.get(id);
  const transaction = bankTransactions.get(id);
  const journal = manualJournals.get(id);
  if (status === 'ACTIVE' || status === 'ARCHIVED') {
    if (account) put(state, 'accounts', id, { ...account, status, updatedAt: now });
    if (contact) put(state, 'contacts', id, { ...contact, status, updatedAt: now });
    return account !== undefined || contact !== undefined;
  }
  if (transaction) put(state, 'bankTransactions', id, { ...transaction, status: 'DELETED', updatedAt: now });
  if (journal) put(state, 'manualJournals', id, { ...journal, status: 'VOIDED', updatedAt: now });
  return transaction !== undefined || journal !== undefined;
}

function consent(core: XeroCore, input: z.infer<typeof Consent>, now: number): CoreResponse {
  const request = readConsentRequest(core.app, new URL(input.authoriseUrl).searchParams);
  if ('error' in request) return json(400, request);
  if (input.decision === 'deny') return json(200, { location: denied(request) });
  const organisations = [...core.state.records.organisations.values()];
  const names = input.organisations ?? organisations.slice(0, 1).map((each) => each.name);
  const chosen = names.map((name) => organisations.find((each) => each.name === name)?.tenantId);
  const known = chosen.filter((tenantId) => tenantId !== undefined);
  if (known.length < chosen.length)
    return json(400, { message: `No such organisation among ${names.join(', ')}` });
  if (reachesBooks(request.scopes) && known.length === 0)
    return json(400, { message: 'No organisation was chosen' });
  const person: Person = input.person ?? defaultPerson;
  return json(200, { location: allowed(core.state, request, person, known, now) });
}
