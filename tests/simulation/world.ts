/** The start of a simulation: an organisation with linked entities and schedules, and a simulated Xero. */
import { newRegisters, type SimulatedRegisters } from './registers.ts';
import { newTracking, notingFrozen, type SimulatedTracking } from './tracking.ts';
import { type AccountMapping, MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import { addDays, calendarDate, daysBetween, endOfMonth, type CalendarDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { countsMonths, dueDate, FREQUENCIES } from '../../domain/amortisation/frequency.ts';
import { keptFirstPayment } from '../../domain/amortisation/terms.ts';
import type { DateTerms } from '../../domain/amortisation/timetable.ts';
import { createEntity, ownEntity } from '../../functions/records/entities/entity.ts';
import { linkEntity } from '../../functions/records/entities/links.ts';
import { createSchedule } from '../../functions/records/schedules/creation.ts';
import { saveSchedule } from '../../functions/records/schedules/schedule.ts';
import type { StoredTerms } from '../../functions/records/schedules/schedule-item.ts';
import { LOCAL_SIZES } from '../../functions/compose/config.ts';
import { newTenantWrites } from '../../functions/records/tenants/tenant.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Table } from '../../functions/store/table.ts';
import { sealTokens } from '../../functions/xero/access-token.ts';
import { keepAuthorisation, useAuthorisation } from '../../functions/records/connections/authorisations.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import type { Restore } from '../../functions/services/context.ts';
import { type Xero, type XeroTenantId, xeroLimits } from '../../functions/services/xero/port.ts';
import type { XeroCore } from '../../scripts/simulators/xero/core/core.ts';
import { controlXero, createXeroCore, xeroInProcess } from '../support/xero-in-process.ts';
import type { Breakage } from './breakages.ts';
import { documentsOf } from './foreign-documents.ts';
import { createMemoryTable, type MemoryTable } from '../support/memory-table.ts';
import { CALM, Process, type Weather } from './process.ts';
import { newPurchases, notingPurchases, type SimulatedPurchases } from './purchases.ts';
import { closable, type Database } from './restore.ts';
import { Random } from './random.ts';
import { VirtualTime } from './virtual-time.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

export const START = Date.UTC(2025, 5, 1);

export interface SimulatedSchedule {
  readonly tenantId: string;
  readonly entityId: string;
  readonly scheduleId: string;
  readonly terms: StoredTerms;
  readonly count: number;
  readonly mapping: AccountMapping;
  /** The account that opening journals balance with. */
  readonly assetId: string;
  /** Payments that were requested. */
  readonly asked: Set<number>;
  /** The schedule that it refinances. Then it exists as long as the refinance stands. */
  readonly refinances: string | null;
}

export interface CodedPayment {
  readonly scheduleId: string;
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly date: string;
  /** Cents that left the bank. */
  readonly total: number;
  /** The answer that people give when Paydown asks: correct its coding, or leave the payment out. */
  readonly answer: 'correct' | 'leave';
}

/** All entities are linked to one Xero organisation and compete for its lease and its limits. */
export interface World {
  readonly seed: number;
  readonly random: Random;
  readonly time: VirtualTime;
  /** The table in use. */
  readonly table: MemoryTable;
  readonly database: Database;
  readonly core: XeroCore;
  readonly xero: Xero;
  readonly xeroTenantId: XeroTenantId;
  readonly schedules: SimulatedSchedule[];
  /** Whether contracts and payments change: otherwise all worlds would be about little else. */
  readonly hasEvents: boolean;
  /** Whether a person in Xero deleted or voided documents; the balances are not checked then. */
  meddled: boolean;
  /** Documents of events that a person in Xero edited or deleted, to be posted again. */
  readonly tampered: Set<string>;
  /** Whether people may change references: a restored table knows documents by these alone. */
  mayLoseReferences: boolean;
  /** The references and narrations that people have changed, as they were, by document. */
  readonly retokened: Map<string, string>;
  /** Whether the books are lived in, and people pay in every way that Xero has. */
  readonly isLivedIn: boolean;
  /** Choices of tracking options, which people change; null in other worlds. */
  readonly tracking: SimulatedTracking | null;
  /** Registers of the entities; null in other worlds. */
  readonly registers: SimulatedRegisters | null;
  /** Purchases, which people change; null in other worlds. */
  readonly purchases: SimulatedPurchases | null;
  /** The documents of others in lived-in books, as they were entered. */
  readonly foreign: Map<string, string>;
  /** The payments that people in Xero have coded before they were posted, by transaction, payment or batch. */
  readonly coded: Map<string, CodedPayment>;
  /** Schedules that the restored table does not have. */
  readonly lost: Set<string>;
  /** How often the table was restored. */
  readonly restores: readonly Restore[];
  /** The violated invariants and unexpected errors. */
  readonly failures: string[];
  readonly trace: (line: string) => void;
  control(method: string, path: string, input?: unknown): unknown;
  /** Puts a restored table in the place of the one in use. */
  useTable(table: MemoryTable, restore: Restore): void;
  spawn(weather?: Weather): Process;
}

export interface WorldOptions {
  /** In ordinary books, among people who pay in every way that Xero has. */
  readonly isLivedIn?: boolean;
  /** Entities and schedules choose tracking options, which people change. */
  readonly isTracked?: boolean;
  /** Entities have registers, which people post, take back and change. */
  readonly hasRegisters?: boolean;
  /** People buy assets, and post their opening journals, with tracking options. */
  readonly hasPurchases?: boolean;
}

export function createWorld(
  seed: number,
  trace: (line: string) => void,
  breakage: Breakage = {},
  { isLivedIn = false, isTracked = false, hasRegisters = false, hasPurchases = false }: WorldOptions = {},
): World {
  const random = new Random(seed);
  const time = new VirtualTime(START);
  const clock = { now: () => time.now() };
  const timers = { sleep: (ms: number) => time.sleep(ms), abortAfter: () => new AbortController().signal };
  let database: Database = { table: createMemoryTable({ now: clock.now }), isClosed: false };
  const restores: Restore[] = [];
  const schedules: SimulatedSchedule[] = [];
  const lost = new Set<string>();
  const protocol = { ...protocolRules, ...breakage.rules };
  // Another seed, so that the two do not draw the same ids.
  const core = createXeroCore({
    now: START,
    seed: seed + 2 ** 30,
    latencyMs: 40,
    books: isLivedIn ? 'ordinary' : 'empty',
  });
  const failures: string[] = [];
  const tracking = isTracked || hasPurchases ? newTracking(seed) : null;
  const purchases = hasPurchases ? newPurchases(seed) : null;
  const inProcess = xeroInProcess(core, { clock, timers }, breakage.through?.(core));
  const xero = inSmallPages(countingCalls(inProcess, failures), isLivedIn ? 50 : 3);
  const behaviour = {
    ...arbitraryBehaviour(random),
    ...(isLivedIn && arbitraryWords(random)),
    ...(tracking && { unknownTracking: tracking.random.pick(['dropped', 'refused']) }),
  };
  controlXero(core, clock, 'POST', 'behaviour', behaviour);
  trace(`behaviour ${JSON.stringify(behaviour)}`);
  const brokenXero = breakage.xero?.(xero) ?? xero;
  const processTable = (): Table => {
    const table = closable(database, database.table);
    const frozen = tracking ? notingFrozen(table, tracking, clock.now) : table;
    const noted = purchases ? notingPurchases(frozen, purchases, clock.now) : frozen;
    return breakage.table?.(noted) ?? noted;
  };
  const [organisation] = core.state.records.organisations.values();
  const xeroTenantId = (organisation?.tenantId ?? '') as XeroTenantId;
  return {
    seed,
    random,
    time,
    get table() {
      return database.table;
    },
    get database() {
      return database;
    },
    core,
    xero,
    xeroTenantId,
    isLivedIn,
    tracking,
    registers: hasRegisters ? newRegisters(seed) : null,
    purchases,
    foreign: isLivedIn ? documentsOf({ core, xeroTenantId, time }) : new Map<string, string>(),
    schedules,
    hasEvents: seed % 2 === 0,
    meddled: false,
    mayLoseReferences: false,
    retokened: new Map(),
    tampered: new Set(),
    coded: new Map(),
    lost,
    restores,
    failures,
    trace: (line) => trace(`${new Date(time.now()).toISOString().slice(11, 23)} ${line}`),
    control: (method, path, input) => controlXero(core, clock, method, path, input).body,
    useTable(table, restore) {
      database = { table, isClosed: false };
      restores.push(restore);
      const kept = new Set(table.items().map(({ pk }) => pk));
      for (const { scheduleId } of schedules) if (!kept.has(`S#${scheduleId}`)) lost.add(scheduleId);
    },
    spawn: (weather = CALM) =>
      new Process(
        {
          time,
          random,
          protocol,
          table: processTable(),
          xero: brokenXero,
          restores: breakage.ignoresRestores ? [] : [...restores],
        },
        weather,
      ),
  };
}

/** Returns one of the readings of Xero's documentation, all of which posting supports. */
const arbitraryBehaviour = (random: Random) => ({
  referenceFilter: random.pick(['exact', 'nothing']),
  idempotencyScope: random.pick(['app', 'token']),
  lineAccount: random.pick(['id', 'code']),
  dayLimit: random.pick([1000, 5000]),
  batchRefusal: random.pick(['atomic', 'partial']),
  inFlightKey: random.pick(['waits', 'runs']),
  actions: random.pick(['all', 'documented']),
});

/** Returns the readings that matter in lived-in books. */
const arbitraryWords = (random: Random) => ({
  forbidden: random.pick(['empty', 'unsuccessful', 'reporting']),
  appToken: random.pick(['granted', 'refused']),
  unknownTracking: random.pick(['dropped', 'refused']),
});

/** Returns a Xero with few documents a page, so that most searches have several pages. */
function inSmallPages(xero: Xero, pageSize: number): Xero {
  const pageOf = <Page extends { readonly documents: readonly unknown[]; readonly isLast: boolean }>(
    whole: Page,
    page: number,
  ): Page => {
    const { documents } = whole;
    const from = (page - 1) * pageSize;
    return {
      ...whole,
      documents: documents.slice(from, from + pageSize),
      isLast: from + pageSize >= documents.length,
    };
  };
  return {
    ...xero,
    findDocuments: async (access, search) =>
      pageOf(await xero.findDocuments(access, { ...search, page: 1 }), search.page),
    changedDocuments: async (access, search) =>
      pageOf(await xero.changedDocuments(access, { ...search, page: 1 }), search.page),
  };
}

/** Returns a Xero that checks the limit of concurrent calls. A call that was given up does not count. */
function countingCalls(xero: Xero, failures: string[]): Xero {
  let underWay = 0;
  const counted = async (call: (...given: unknown[]) => unknown, given: unknown[]): Promise<unknown> => {
    underWay++;
    if (underWay > xeroLimits.concurrentCalls) failures.push(`${underWay} calls at once`);
    try {
      return await call(...given);
    } finally {
      underWay--;
    }
  };
  return new Proxy(xero, {
    get: (port, method: keyof Xero) => {
      const call = port[method] as (...given: unknown[]) => unknown;
      return (...given: unknown[]) =>
        isAccess(given[0]) ? counted(call.bind(port), given) : call.apply(port, given);
    },
  });
}

const isAccess = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && 'tenantId' in given;

/** Creates an organisation, its entities linked to one Xero organisation, and schedules that are ready to sync. */
export async function populate(world: World): Promise<void> {
  const { random, table } = world;
  const tenantId = random.uuid();
  const created = { tenantId, name: 'Simulated', ownerId: random.uuid(), createdAt: '2025-06-01T00:00:00Z' };
  await table.transact(newTenantWrites(created, LOCAL_SIZES));
  await table.write({ update: keys.organisation(tenantId), set: { maximum: 100 } });
  const entities = random.between(1, 2);
  for (let number = 1; number <= entities; number++) {
    const entityId = random.uuid();
    await createEntity(table, allEntities(tenantId), {
      entityId,
      name: `Entity ${number}`,
      chunkKey: entityId,
      createdAt: created.createdAt,
    });
    await consentAndLink(world, tenantId, entityId);
    const schedules = random.between(1, 3);
    for (let index = 1; index <= schedules; index++) {
      await addSchedule(world, { tenantId, entityId });
    }
  }
}

/** Consents at Xero and links the entity. */
export async function consentAndLink(world: World, tenantId: string, entityId: string): Promise<void> {
  const { random, table, xero, time, xeroTenantId } = world;
  const { services } = world.spawn();
  const authoriseUrl = xero.authoriseUrl('entity', { state: 'state', nonce: 'n-1' });
  const { location } = world.control('POST', 'consent', { authoriseUrl, decision: 'allow' }) as {
    location: string;
  };
  const code = new URL(location).searchParams.get('code') ?? '';
  const { tokens, connections } = await xero.exchangeCode('entity', code, 'n-1');
  const authorisationId = random.uuid();
  const authorisation = {
    authorisationId,
    entityId,
    xeroUserId: null,
    connections: [...connections],
    ...(await sealTokens(services.vault, authorisationId, tokens, time.now())),
    lost: false,
    version: 1,
  };
  await keepAuthorisation(table, authorisation, { userId: 'user', sessionId: 'session', tenantId });
  const entity = await ownEntity(table, allEntities(tenantId), entityId);
  const link = { tenantId: xeroTenantId, authorisationId, name: 'Demo', shortCode: '!demo' };
  await linkEntity(table, entity, link, [useAuthorisation(authorisationId)]);
}

/** A user adds a schedule that is ready to sync. A later restore may lose it. */
export async function addSchedule(
  world: World,
  { tenantId, entityId }: Pick<SimulatedSchedule, 'tenantId' | 'entityId'>,
): Promise<SimulatedSchedule> {
  const { table } = world;
  const entity = await ownEntity(table, allEntities(tenantId), entityId);
  const simulated = newSchedule(world, { tenantId, entityId, refinances: null });
  const schedule = await createSchedule(table, entity, creationOf(simulated));
  await saveSchedule(table, entity, schedule, { xeroConnected: true, accounts: { ...simulated.mapping } });
  world.schedules.push(simulated);
  return simulated;
}

/** A schedule that does not exist yet, with accounts of its own in Xero. */
export function newSchedule(
  world: World,
  ids: Pick<SimulatedSchedule, 'tenantId' | 'entityId' | 'refinances'>,
): SimulatedSchedule {
  const terms = arbitraryTerms(world.random);
  return {
    ...ids,
    terms,
    scheduleId: world.random.uuid(),
    mapping: createAccounts(world, world.schedules.length + 1),
    count: terms.rows.reduce((sum, { qty }) => sum + qty, 0),
    assetId: accountWithCode(world, '730'),
    asked: new Set(),
  };
}

/** The schedule as a user creates it. */
export const creationOf = ({ scheduleId, terms }: SimulatedSchedule) => ({
  scheduleId,
  name: `Schedule ${scheduleId.slice(0, 4)}`,
  terms,
  autoSyncSince: null,
  createdAt: '2025-06-01T00:00:00Z',
});

/** Payments that end within 100 years even yearly, after the longest first period and pause. */
const MOST = 94;

/** Terms of any kind: some with a first period of any length, on last days of months, or with months without a payment. */
function arbitraryTerms(random: Random): StoredTerms {
  const qty = random.chance(0.2) ? Math.min(MOST, random.between(51, 100)) : random.between(3, 40);
  const amount = random.between(100, 300_000);
  const financed = qty * amount;
  const fee = random.chance(0.5) ? 0 : random.between(1, 2_000);
  return {
    loanAmount: cents(financed - random.between(0, Math.floor(financed / 4))),
    ...arbitraryDates(random),
    administrationFee: cents(fee),
    rows: arbitraryRows(random, qty).map((row) => ({
      id: random.uuid(),
      qty: row.qty,
      amount: cents(row.isPaid ? amount : 0),
    })),
  };
}

function arbitraryDates(random: Random): Omit<DateTerms, 'table'> {
  const start = addDays(calendarDate('2024-01-01'), random.between(0, 700));
  const frequency = random.pick(FREQUENCIES);
  const paymentsAtMonthEnd = countsMonths(frequency) && random.chance(0.25);
  const onDay = (date: CalendarDate): CalendarDate => (paymentsAtMonthEnd ? endOfMonth(date) : date);
  const firstPaymentOnStartDate = random.chance(0.3);
  const startDate = firstPaymentOnStartDate ? onDay(start) : start;
  const dates = { frequency, startDate, firstPaymentOnStartDate, paymentsAtMonthEnd };
  if (firstPaymentOnStartDate || (!paymentsAtMonthEnd && random.chance(0.6))) return dates;
  const usual = dueDate(startDate, frequency, 1);
  const shift = Math.floor(daysBetween(startDate, usual) * random.pick([-0.5, 0, 0.4, 1.3]));
  const firstPaymentDate = keptFirstPayment(dates, onDay(addDays(usual, shift)));
  return { ...dates, ...(firstPaymentDate !== undefined && { firstPaymentDate }) };
}

/** So many payments, sometimes with a pause before or among them. */
function arbitraryRows(random: Random, qty: number): { readonly qty: number; readonly isPaid: boolean }[] {
  if (random.chance(0.7)) return [{ qty, isPaid: true }];
  const before = random.between(0, Math.min(qty - 1, 5));
  const pause = { qty: random.between(1, 4), isPaid: false };
  return [{ qty: before, isPaid: true }, pause, { qty: qty - before, isPaid: true }].filter(
    (row) => row.qty > 0,
  );
}

/** Creates the schedule's accounts; sometimes current and non-current balances share one. */
function createAccounts(world: World, ordinal: number): AccountMapping {
  const own = (prefix: string, type: 'CURRLIAB' | 'TERMLIAB'): string => {
    const code = `${prefix}.${String(ordinal).padStart(3, '0')}`;
    return addAccount(world, code, type);
  };
  const hirePurchaseCurrentId = own('874', 'CURRLIAB');
  const unexpiredChargesCurrentId = own('875', 'CURRLIAB');
  const isSplit = world.random.chance(0.8);
  const mapping = {
    bankAccountId: accountWithCode(world, '090'),
    interestExpenseAccountId: accountWithCode(world, '437'),
    administrationFeeId: accountWithCode(world, '404'),
    hirePurchaseCurrentId,
    hirePurchaseNonCurrentId: isSplit ? own('924', 'TERMLIAB') : hirePurchaseCurrentId,
    unexpiredChargesCurrentId,
    unexpiredChargesNonCurrentId: isSplit ? own('925', 'TERMLIAB') : unexpiredChargesCurrentId,
  };
  if (MAPPING_FIELDS.some((field) => mapping[field] === '')) throw new Error('An account is missing');
  return mapping;
}

/** Creates an account without a call, which would count against the limits. */
function addAccount(
  { core, random, xeroTenantId }: World,
  code: string,
  type: 'CURRLIAB' | 'TERMLIAB',
): string {
  const id = random.uuid();
  const model = [...core.state.records.accounts.values()].find(
    (account) => account.tenantId === xeroTenantId && account.type === type && account.systemAccount === null,
  );
  if (!model) throw new Error(`Xero has no account like ${type}`);
  core.state.records.accounts.set(id, { ...model, id, code, name: `Account ${code}` });
  return id;
}

export function accountWithCode({ core, xeroTenantId }: World, code: string): string {
  const accounts = [...core.state.records.accounts.values()];
  return accounts.find((account) => account.tenantId === xeroTenantId && account.code === code)?.id ?? '';
}
