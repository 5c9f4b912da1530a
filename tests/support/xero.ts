/** The app with a simulated Xero behind it, and what people do there: consent, link, set a schedule up. */
import { createXeroCore, controlXero, xeroInProcess } from '../../scripts/simulators/xero/in-process.ts';
import type { AccountMapping } from '../../domain/journal/account-mapping.ts';
import type { Input } from '../../functions/route-client.ts';
import type { Item, Table } from '../../functions/store/table.ts';
import { createTestApp, START, type TestApp } from './app.ts';
import { createMemoryTable } from './memory-table.ts';
import { type Person, signUp } from './people.ts';

export const DEMO = 'Demo Company (AU)';
export const BAKERY = 'Harbour Street Bakery';
export const KAURI = 'Kauri Outdoors (NZ)';

/** What Xero holds, as its control interface tells it. */
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
    Contact: { ContactID: string; Name: string };
    LineItems: readonly { AccountID: string; UnitAmount: number; Description: string }[];
  }[];
  readonly manualJournals: readonly {
    ManualJournalID: string;
    Status: string;
    Narration: string;
    DateString: string;
    JournalLines: readonly { AccountID: string; LineAmount: number }[];
  }[];
  readonly contacts: readonly { ContactID: string; Name: string; ContactStatus: string }[];
}

export interface XeroRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly idempotencyKey: string | null;
}

export interface XeroApp extends TestApp {
  /** Every item of the table in memory. */
  readonly stored: () => readonly Item[];
  /** An organisation of Xero's, by name. */
  readonly books: (name?: string) => XeroBooks;
  readonly requests: () => readonly XeroRequest[];
  readonly control: (method: string, path: string, input?: unknown) => unknown;
  /** What somebody at Xero's consent page does: the code and the state that it sends back. */
  readonly consent: (
    authoriseUrl: string,
    decision: 'allow' | 'deny',
    organisations?: readonly string[],
  ) => URLSearchParams;
}

/** `table` is one in memory unless another is given. */
export async function createXeroApp(table?: Table): Promise<XeroApp> {
  const core = createXeroCore({ now: START, seed: 7 });
  const memory = createMemoryTable({ now: () => app.clock.now() });
  const app: TestApp = await createTestApp({
    table: table ?? memory,
    xero: (time) => xeroInProcess(core, time),
  });
  const control = (method: string, path: string, input: unknown = {}): unknown => {
    const { status, body } = controlXero(core, app.clock, method, path, input);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const state = () => control('GET', 'state') as { organisations: XeroBooks[]; requests: XeroRequest[] };
  return {
    ...app,
    control,
    stored: () => memory.items(),
    books: (name = DEMO) => {
      const found = state().organisations.find((one) => one.name === name);
      if (!found) throw new Error(`Xero knows no ${name}`);
      return found;
    },
    requests: () => state().requests,
    consent: (authoriseUrl, decision, organisations = [DEMO]) => {
      const { location } = control('POST', 'consent', { authoriseUrl, decision, organisations }) as {
        location: string;
      };
      return new URL(location).searchParams;
    },
  };
}

/** Begins an authorisation and lets somebody at Xero allow it; answers the callback's parameters. */
export async function authorise(
  app: XeroApp,
  person: Person,
  entityId: string,
  organisations: readonly string[] = [DEMO],
): Promise<{ code: string; state: string }> {
  const { body } = await app.call('POST /v1/connections/xero', {
    as: person.token,
    body: { connectionType: 'entity', redirectPath: `/entity/${entityId}/authorise`, entityId },
  });
  const back = app.consent(body.url, 'allow', organisations);
  return { code: back.get('code') ?? '', state: back.get('state') ?? '' };
}

/** Links an entity to an organisation of Xero's, the whole way through its consent page. */
export async function linkTo(
  app: XeroApp,
  person: Person,
  entityId: string,
  organisation = DEMO,
): Promise<void> {
  const query = await authorise(app, person, entityId, [organisation]);
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

/** Somebody with an entity, in an organisation whose plan takes that many connections. */
export async function startWork(maximum = 5, table?: Table): Promise<Work> {
  const app = await createXeroApp(table);
  const owner = await signUp(app);
  const { body } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Harbour Works' } });
  await allowConnections(app, owner, maximum);
  return { app, owner, entityId: body.id };
}

/** Puts the organisation on a plan of so many connections, as billing would. */
export async function allowConnections(app: XeroApp, owner: Person, maximum: number): Promise<void> {
  await app.table.write({ update: { pk: `T#${owner.tenantId}`, sk: '@' }, set: { maximum } });
}

type Terms = Input<'POST /v1/entities/{entityId}/schedules'>['body'];

/** 50,000 repaid by 60 monthly payments of 1,000 from 15 January 2025, in arrears. */
export const TRUCK: Terms = {
  description: 'Delivery truck',
  paymentFrequency: 'monthly',
  loanAmount: 50_000,
  startDate: '2025-01-15',
  firstPaymentOnStartDate: false,
  administrationFee: 0,
  autoSync: false,
  schedulePaymentPlans: [{ number: 1, qty: 60, amount: 1000 }],
};

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

/** Accounts of the demo company that a schedule can be set to; the four balances in accounts of their own. */
export async function chosenAccounts({ app, owner, entityId }: Work): Promise<Required<AccountMapping>> {
  const create = async (code: string, type: 'CURRLIAB' | 'TERMLIAB'): Promise<string> => {
    const existing = app.books().accounts.find(({ Code }) => Code === code);
    if (existing) return existing.AccountID;
    const { body } = await app.call('POST /v1/entities/{entityId}/accounts', {
      as: owner.token,
      params: { entityId },
      body: { code, name: `Hire purchase ${code}`, type },
    });
    return body.id;
  };
  const byCode = (code: string): string =>
    app.books().accounts.find(({ Code }) => Code === code)?.AccountID ?? '';
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

/** A schedule that is linked, connected and mapped: ready to sync. */
export async function prepareSchedule(terms: Partial<Terms> = {}): Promise<Prepared> {
  const work = await startWork();
  await linkTo(work.app, work.owner, work.entityId);
  return prepareAnother(work, terms);
}

/** The same for one more schedule of an entity that is linked. */
export async function prepareAnother(work: Work, terms: Partial<Terms> = {}): Promise<Prepared> {
  const prepared = await createSchedule(work, terms);
  const { app, owner, params } = prepared;
  const enabled = await app.call(
    'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero',
    { as: owner.token, params },
  );
  if (enabled.status !== 200) throw new Error(`Enabling: ${JSON.stringify(enabled.body)}`);
  const saved = await app.call(
    'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings',
    { as: owner.token, params, body: { autoSync: false, ...(await chosenAccounts(work)) } },
  );
  if (saved.status !== 200) throw new Error(`Settings: ${JSON.stringify(saved.body)}`);
  return prepared;
}
