/** The app with a simulated Xero, and the actions of its users: consent, link, set a schedule up. */
import { createXeroCore, controlXero, xeroInProcess } from './xero-in-process.ts';
import type { XeroCore } from '../../scripts/simulators/xero/core/core.ts';
import { calendarDate } from '../../domain/calendar.ts';
import type { AccountMapping } from '../../domain/accounts/account-mapping.ts';
import { accessToken } from '../../functions/xero/access-token.ts';
import type { Input } from '../../functions/client/route-client.ts';
import { bankDocumentJson } from '../../functions/services/xero/documents.ts';
import type { XeroAccess, XeroTenantId } from '../../functions/services/xero/port.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import type { Item, Table } from '../../functions/store/table.ts';
import { createTestApp, START, type TestApp } from './app.ts';
import { WORKED_EXAMPLE } from './contracts.ts';
import { createMemoryTable } from './memory-table.ts';
import { type Person, signUp } from './people.ts';
import { repeatingTable } from './repeating-table.ts';
import { stateWithoutOrdinary } from './xero-books.ts';

export const DEMO = 'Demo Company (AU)';
export const BAKERY = 'Harbour Street Bakery';
export const KAURI = 'Kauri Outdoors (NZ)';

/** The content of Xero as its control interface gives it, without its ordinary life. */
export interface XeroBooks {
  readonly tenantId: string;
  readonly name: string;
  readonly shortCode: string;
  readonly accounts: readonly { AccountID: string; Code?: string; Name: string; Type: string }[];
  readonly bankTransactions: readonly {
    BankTransactionID: string;
    Type: string;
    Status: string;
    Reference: string;
    DateString: string;
    Total: number;
    TotalTax: number;
    LineAmountTypes: string;
    Contact: { ContactID: string; Name: string };
    Url?: string;
    LineItems: readonly {
      AccountID: string;
      AccountCode: string;
      UnitAmount: number;
      Description: string;
      TaxType: string;
    }[];
  }[];
  readonly manualJournals: readonly {
    ManualJournalID: string;
    Status: string;
    Narration: string;
    DateString: string;
    LineAmountTypes: string;
    ShowOnCashBasisReports: boolean;
    JournalLines: readonly { AccountID: string; LineAmount: number; TaxType: string }[];
  }[];
  readonly contacts: readonly { ContactID: string; Name: string; ContactStatus: string }[];
  readonly ordinaryIds: readonly string[];
}

export interface XeroRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly idempotencyKey: string | null;
}

export interface XeroApp extends TestApp {
  /** The simulated Xero. */
  readonly core: XeroCore;
  /** The messages that routes have sent. */
  readonly queued: QueueMessage[];
  /** Every item of the table in memory. */
  readonly stored: () => readonly Item[];
  /** Returns an organisation of Xero by name. */
  readonly books: (name?: string) => XeroBooks;
  readonly requests: () => readonly XeroRequest[];
  readonly control: (method: string, path: string, input?: unknown) => unknown;
  /** Changes the code of an account, as a user in Xero does. */
  readonly recode: (code: string, newCode: string) => void;
  /** Consents on Xero's page; returns the code and the state of the redirect. */
  readonly consent: (
    authoriseUrl: string,
    decision: 'allow' | 'deny',
    organisations?: readonly string[],
  ) => URLSearchParams;
}

/** `table` is an in-memory table by default. */
export async function createXeroApp(table?: Table, startAt = START): Promise<XeroApp> {
  const queued: QueueMessage[] = [];
  const core = createXeroCore({ now: startAt, seed: 7 });
  const memory = createMemoryTable({ now: () => app.clock.now() });
  const app: TestApp = await createTestApp({
    startAt,
    table: table ?? memory,
    xero: (time) => xeroInProcess(core, time),
    queue: { send: async (messages) => void queued.push(...messages), sendToDeadLetters: async () => {} },
  });
  const control = (method: string, path: string, input: unknown = {}): unknown => {
    const { status, body } = controlXero(core, app.clock, method, path, input);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const organisation = (name: string): XeroBooks => {
    const found = stateWithoutOrdinary(core, name, app.clock.now());
    if (!found) throw new Error(`Xero has no organisation ${name}`);
    return found as XeroBooks;
  };
  return {
    ...app,
    core,
    queued,
    control,
    stored: () => memory.items(),
    books: (name = DEMO) => organisation(name),
    requests: () => [...core.state.records.requests.values()],
    recode: (code, newCode) => {
      const { accounts } = core.state.records;
      const { tenantId } = organisation(DEMO);
      for (const [id, account] of accounts) {
        if (account.tenantId === tenantId && account.code === code)
          accounts.set(id, { ...account, code: newCode });
      }
    },
    consent: (authoriseUrl, decision, organisations = [DEMO]) => {
      const { location } = control('POST', 'consent', { authoriseUrl, decision, organisations }) as {
        location: string;
      };
      return new URL(location).searchParams;
    },
  };
}

/** Returns access to Xero under the app's only authorisation, for calls outside the product. */
export async function xeroAccess(app: XeroApp): Promise<XeroAccess> {
  const authorisation = app.stored().find(({ pk }) => pk.startsWith('XA#'));
  const authorisationId = String(authorisation?.['authorisationId']);
  return {
    accessToken: (await accessToken(app, authorisationId, { until: app.clock.now() })).accessToken,
    tenantId: app.books().tenantId as XeroTenantId,
  };
}

/** Begins an authorisation and consents at Xero; returns the callback's parameters. */
export async function authorise(
  app: XeroApp,
  person: Person,
  entityId: string,
  organisations: readonly string[] = [DEMO],
  withoutScope?: string,
): Promise<{ code: string; state: string }> {
  const { body } = await app.call('POST /v1/connections/xero', {
    as: person.token,
    body: { connectionType: 'entity', redirectPath: `/entity/${entityId}/authorise`, entityId },
  });
  const url = new URL(body.url);
  const scopes = url.searchParams.get('scope')?.split(' ') ?? [];
  url.searchParams.set('scope', scopes.filter((scope) => scope !== withoutScope).join(' '));
  const back = app.consent(url.href, 'allow', organisations);
  return { code: back.get('code') ?? '', state: back.get('state') ?? '' };
}

/** Links an entity to a Xero organisation through the consent page, on request without one of the scopes. */
export async function linkTo(
  app: XeroApp,
  person: Person,
  entityId: string,
  organisation = DEMO,
  withoutScope?: string,
): Promise<void> {
  const query = await authorise(app, person, entityId, [organisation], withoutScope);
  const { body: finished } = await app.call('GET /v1/connections/xero', { as: person.token, query });
  const [body] = Array.isArray(finished.data) ? finished.data : [];
  if (!body) throw new Error('The consent reached no organisation of Xero');
  const linked = await app.call('POST /v1/entities/{entityId}/xero/tenant', {
    as: person.token,
    params: { entityId },
    body,
  });
  if (linked.status !== 200) throw new Error(`Linking: ${linked.status} ${JSON.stringify(linked.body)}`);
}

export interface Work {
  readonly app: XeroApp;
  readonly owner: Person;
  readonly entityId: string;
}

/** Signs a user up with an entity, in an organisation whose plan allows this many connections. */
export async function startWork(maximum = 5, table?: Table, startAt?: number): Promise<Work> {
  const app = await createXeroApp(table, startAt);
  const owner = await signUp(app);
  const { body } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Harbour Works' } });
  await allowConnections(app, owner, maximum);
  return { app, owner, entityId: body.id };
}

/** Sets the organisation's number of allowed connections, as billing would. */
export async function allowConnections(app: XeroApp, owner: Person, maximum: number): Promise<void> {
  await app.table.write({ update: { pk: `T#${owner.tenantId}`, sk: '@' }, set: { maximum } });
}

export type Terms = Input<'POST /v1/entities/{entityId}/schedules'>['body'];

/** 50,000 repaid by 60 monthly payments of 1,000 from 15 January 2025, in arrears. */
export const TRUCK: Terms = { ...WORKED_EXAMPLE, description: 'Delivery truck' };

export interface Prepared extends Work {
  readonly scheduleId: string;
  readonly params: { readonly entityId: string; readonly scheduleId: string };
}

export async function createSchedule(work: Work, terms: Partial<Terms> = {}): Promise<Prepared> {
  const { status, body } = await work.app.call('POST /v1/entities/{entityId}/schedules', {
    as: work.owner.token,
    params: { entityId: work.entityId },
    body: { ...TRUCK, ...terms },
  });
  if (status !== 201) throw new Error(`Creating a schedule: ${status} ${JSON.stringify(body)}`);
  return { ...work, scheduleId: body.id, params: { entityId: work.entityId, scheduleId: body.id } };
}

/** Starts the same work with its entity linked to Demo Company (AU). */
export async function startLinked(...given: Parameters<typeof startWork>): Promise<Work> {
  const work = await startWork(...given);
  await linkTo(work.app, work.owner, work.entityId);
  return work;
}

/**
 * Returns the id of an account of the Xero organisation by its code.
 * @throws Error where it has none
 */
export function accountIn(
  { app }: { readonly app: Pick<XeroApp, 'books'> },
  code: string,
  organisation?: string,
): string {
  const account = app.books(organisation).accounts.find(({ Code }) => Code === code);
  if (!account) throw new Error(`The Xero organisation has no account ${code}`);
  return account.AccountID;
}

/** Returns accounts of an organisation for a schedule; each of the four balances has its own. */
export async function chosenAccounts(
  { app, owner, entityId }: Work,
  organisation = DEMO,
): Promise<Required<AccountMapping>> {
  const create = async (code: string, type: 'CURRLIAB' | 'TERMLIAB'): Promise<string> => {
    const existing = app.books(organisation).accounts.find(({ Code }) => Code === code);
    if (existing) return existing.AccountID;
    const { body } = await app.call('POST /v1/entities/{entityId}/accounts', {
      as: owner.token,
      params: { entityId },
      body: { code, name: `Hire purchase ${code}`, type },
    });
    return body.id;
  };
  const byCode = (code: string): string => accountIn({ app }, code, organisation);
  return {
    bankAccountId: byCode('090'),
    interestExpenseAccountId: byCode('437'),
    administrationFeeId: byCode('404'),
    hirePurchaseCurrentId: await create('874.001', 'CURRLIAB'),
    hirePurchaseNonCurrentId: await create('924.001', 'TERMLIAB'),
    unexpiredChargesCurrentId: await create('875.001', 'CURRLIAB'),
    unexpiredChargesNonCurrentId: await create('925.001', 'TERMLIAB'),
  };
}

/** Prepares a linked, connected and mapped schedule, ready to sync. */
export async function prepareSchedule(terms: Partial<Terms> = {}): Promise<Prepared> {
  return prepareAnother(await startLinked(), terms);
}

/** Prepares a schedule. From then on each single write to the table is repeated, as after a lost answer. */
export async function prepareRepeatedWrites(): Promise<Prepared> {
  const memory = createMemoryTable();
  let table: Table = memory;
  const work = await startWork(5, { ...memory, write: (write) => table.write(write) });
  await linkTo(work.app, work.owner, work.entityId);
  const prepared = await prepareAnother(work);
  table = repeatingTable(memory);
  return prepared;
}

/** Prepares one more schedule of a linked entity. */
export async function prepareAnother(work: Work, terms: Partial<Terms> = {}): Promise<Prepared> {
  const prepared = await createSchedule(work, terms);
  await setUp(prepared);
  return prepared;
}

/** Connects and maps a schedule of a linked entity. */
export async function setUp(prepared: Prepared): Promise<void> {
  const { app, owner, params } = prepared;
  const enabled = await app.call(
    'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero',
    { as: owner.token, params },
  );
  if (enabled.status !== 200) throw new Error(`Enabling: ${JSON.stringify(enabled.body)}`);
  const saved = await app.call(
    'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings',
    { as: owner.token, params, body: { autoSync: false, ...(await chosenAccounts(prepared)) } },
  );
  if (saved.status !== 200) throw new Error(`Settings: ${JSON.stringify(saved.body)}`);
}

/** Changes settings of a mapped schedule, as its page of account settings does. */
export async function changeSettings({ app, owner, params }: Prepared, changes: object) {
  const path = '/v1/entities/{entityId}/schedules/{scheduleId}';
  const { body } = await app.call(`GET ${path}`, { as: owner.token, params });
  const settings = { autoSync: false, ...body.xeroAccount, ...changes };
  const saved = await app.send(`PUT ${path}/configuration/sync/xero/settings`, {
    as: owner.token,
    params,
    body: settings,
  });
  if (saved.status !== 200) throw new Error(`Settings: ${JSON.stringify(saved.body)}`);
  return saved.body;
}

/** Posts a SPEND with this reference, which the table does not know. */
export async function postUnknown(app: XeroApp, reference: string): Promise<string> {
  const access = await xeroAccess(app);
  const contact = await app.xero.createContact(access, `Lender of ${reference}`, reference);
  const json = bankDocumentJson({
    type: 'SPEND',
    reference,
    date: calendarDate('2025-03-01'),
    contactId: contact.id,
    bankAccountId: accountIn({ app }, '090'),
    url: 'https://app.example',
    lines: [
      {
        description: 'Fee',
        accountId: accountIn({ app }, '404'),
        accountCode: '404',
        taxType: 'BASEXCLUDED',
        cents: 100,
      },
    ],
  });
  const [posted] = await app.xero.createDocuments(access, 'SPEND', [{ reference, json }], `${reference}-key`);
  if (!posted || !('id' in posted)) throw new Error(`${reference} was refused`);
  return posted.id;
}
