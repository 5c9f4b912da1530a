/** One ledger check: a single trial balance while everything agrees, and look-ups only where it does not. */
import pMap from 'p-map';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import {
  type AccountCheck,
  agrees,
  checkLedger,
  type CheckInput,
  differsFromPosted,
} from '../../domain/ledger/ledger-check.ts';
import { booksOfSchedule, type LedgerBooks } from '../../domain/ledger/ledger-books.ts';
import { booksOfRegister } from '../../domain/ledger/register-books.ts';
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import type { Cents } from '../../domain/money.ts';
import type { OwnedEntity, XeroLink } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { readChart } from '../xero/reads.ts';
import type { SlotCaller } from '../xero/organisation-rate-limiter.ts';
import { openSession, type XeroSession } from '../xero/session.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { listRegisters, type OwnedRegister } from '../records/registers/register.ts';
import { listSchedules, type OwnedSchedule } from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/error.ts';
import { readItems } from '../records/entities/ledger-checks.ts';
import { findForeign, type Foreign, NOTHING_FOREIGN } from './foreign-documents.ts';
import { lookUpDeviations } from './look-up.ts';
import { type BooksOfRegister, readRegisterBooks } from '../books/register-books.ts';
import { type BooksOfSchedule, readBooks } from '../books/schedule-books.ts';
import { type JournalInXero, readJournals } from './read-journals.ts';
import { type ExpenseBalance, isOfWorkingPapers, readExpenses } from './read-expenses.ts';
import { trialBalanceOn } from './trial-balance.ts';

export interface CheckRequest {
  readonly entity: OwnedEntity;
  readonly date: CalendarDate;
  readonly caller: SlotCaller;
  readonly deadlines: Pick<Deadlines, 'startBy' | 'endBy'>;
}

export type CheckObstacle =
  | { readonly kind: 'scope-missing' | 'not-linked' }
  | { readonly kind: 'unavailable'; readonly message: string; readonly isTransient: boolean };

/** The result of a check; `labels` are Xero's own names of accounts, with their codes. */
export interface LedgerCheck {
  readonly status: 'agrees' | 'differs' | 'unknown';
  readonly obstacle: CheckObstacle | null;
  /** Without an answer of Xero's, only `posted` and `contract` of a row are known. */
  readonly rows: readonly AccountCheck[];
  readonly loaded: readonly BooksOfSchedule[];
  readonly registers: readonly BooksOfRegister[];
  readonly journals: readonly JournalInXero[];
  readonly labels: ReadonlyMap<string, string>;
  /** Null where the chart was not needed. */
  readonly chart: readonly LedgerAccount[] | null;
  /** Transactions and bills from outside Paydown on the differing accounts. */
  readonly foreign: Foreign;
  /** Whether our own documents were read wherever they may explain a difference. */
  readonly areDocumentsRead: boolean;
  /** The interest and fee accounts over the twelve months up to the date; empty where they were not read. */
  readonly expenses: readonly ExpenseBalance[];
}

const AT_ONCE = 10;
/** The most runs of a check. It runs again when a schedule has changed since it was read. */
const ATTEMPTS = 3;

/** Checks the balances of an entity at the end of a day. An organisation that can't be read gives `unknown`. */
export async function runCheck(services: XeroServices, request: CheckRequest): Promise<LedgerCheck> {
  const { xero: link } = request.entity;
  if (!link) return unknown(request, await load(services, request.entity, null), { kind: 'not-linked' });
  for (let attempt = 1; ; attempt++) {
    const before = await load(services, request.entity, link);
    const result = await attemptCheck(services, request, link, before);
    if (result.status !== 'differs' || attempt === ATTEMPTS) return result;
    if ((await versionsOf(services, request.entity, link)) === versionsIn(before)) return result;
  }
}

/** The documents of an entity in its Xero organisation, with the contracts and registers that they follow from. */
interface Loaded {
  readonly loaded: readonly BooksOfSchedule[];
  readonly registers: readonly BooksOfRegister[];
  readonly journals: readonly JournalInXero[];
}

async function load(
  { table, clock }: XeroServices,
  entity: OwnedEntity,
  link: XeroLink | null,
): Promise<Loaded> {
  const xeroTenantId = link?.tenantId ?? null;
  const schedules = await listSchedules(table, entity);
  const read = async (schedule: (typeof schedules)[number]) => readBooks(table, schedule, xeroTenantId);
  return {
    loaded: await pMap(schedules, read, { concurrency: AT_ONCE }),
    registers: await readRegisterBooks(table, entity, xeroTenantId, businessDate(clock.now())),
    journals: await readJournals(table, entity, xeroTenantId),
  };
}

/** The books that are compared, those of schedules first. */
const booksIn = ({ loaded, registers }: Pick<Loaded, 'loaded' | 'registers'>): LedgerBooks[] => [
  ...loaded.map(({ books }) => booksOfSchedule(books)),
  ...registers.map(({ books }) => booksOfRegister(books)),
];

const versionsIn = ({ loaded, registers, journals }: Loaded): string =>
  versions(
    loaded.map(({ schedule }) => schedule),
    registers.map(({ register }) => register),
    journals,
  );

const versionsOf = async ({ table }: XeroServices, entity: OwnedEntity, link: XeroLink): Promise<string> =>
  versions(
    await listSchedules(table, entity),
    await listRegisters(table, entity),
    await readJournals(table, entity, link.tenantId),
  );

const versions = (
  schedules: readonly Pick<OwnedSchedule, 'scheduleId' | 'version'>[],
  registers: readonly Pick<OwnedRegister, 'registerId' | 'version'>[],
  journals: readonly JournalInXero[],
): string =>
  [
    ...schedules.map(({ scheduleId, version }) => `${scheduleId} ${version}`),
    ...registers.map(({ registerId, version }) => `${registerId} ${version}`),
    ...journals.map(({ documentId }) => documentId),
  ].join();

async function attemptCheck(
  services: XeroServices,
  request: CheckRequest,
  link: XeroLink,
  read: Loaded,
): Promise<LedgerCheck> {
  const { loaded, registers, journals } = read;
  const { entity, date, caller, deadlines } = request;
  const session = openSession(services, link, caller, deadlines);
  const balances = await orObstacle(async () => trialBalanceOn(services, session, date));
  if ('kind' in balances) return unknown(request, read, balances);
  const input: CheckInput = {
    date,
    balances: balances.sums,
    books: booksIn(read),
    journals: journals.map(({ entry }) => entry),
    deviations: new Map(),
    items: await readItems(services.table, entity.entityId),
    foreign: [],
  };
  const first = checkLedger(input);
  if (first.length === 0) return unknown(request, read, { kind: 'not-linked' });
  // A check without them would print accounts of the working papers as unchecked.
  const expenses = isOfWorkingPapers(entity, date)
    ? await orObstacle(async () => readExpenses(services, session, date, { loaded, sums: balances.sums }))
    : [];
  if ('kind' in expenses) return unknown(request, read, expenses);
  const answer = {
    obstacle: null,
    loaded,
    registers,
    journals,
    labels: balances.labels,
    chart: null,
    foreign: NOTHING_FOREIGN,
    areDocumentsRead: true,
    expenses,
  };
  if (!first.some(differsFromPosted)) {
    if (first.every(agrees)) return { ...answer, status: 'agrees', rows: first };
    const isNamed = first.every(({ account }) => balances.labels.has(account));
    const chart = isNamed ? null : await tryChart(services, session);
    return { ...answer, status: 'differs', rows: first, chart };
  }
  const { deviations, isComplete } = await lookUpDeviations(services, session, entity, first, read);
  const looked = { ...input, deviations };
  const rest = restOf(checkLedger(looked));
  const documents = [
    ...loaded.flatMap((one) => one.documents),
    ...registers.flatMap((one) => one.documents),
    ...journals,
  ];
  const own = new Set(documents.map(({ documentId }) => documentId));
  const foreign =
    rest.size > 0 ? await findForeign(services, session, { date, rest, own, loaded }) : NOTHING_FOREIGN;
  const rows = checkLedger({
    ...looked,
    foreign: foreign.documents.flatMap(({ postings }) => postings),
  });
  return {
    ...answer,
    status: rows.every(agrees) ? 'agrees' : 'differs',
    rows,
    areDocumentsRead: isComplete,
    chart: await tryChart(services, session),
    foreign,
  };
}

/** Returns what is read, or why Xero doesn't answer. */
async function orObstacle<Answer>(read: () => Promise<Answer>): Promise<Answer | CheckObstacle> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    if (error.kind === 'unscoped') return { kind: 'scope-missing' };
    return { kind: 'unavailable', message: error.message, isTransient: error.isTransient };
  }
}

/** The names of accounts that the trial balance leaves out; without them the check stands all the same. */
async function tryChart(services: XeroServices, session: XeroSession): Promise<LedgerAccount[] | null> {
  try {
    return await readChart(services.xero, session);
  } catch (error) {
    if (error instanceof XeroError) return null;
    throw error;
  }
}

/** The unexplained amounts by account. */
function restOf(rows: readonly AccountCheck[]): ReadonlyMap<string, Cents> {
  return new Map(
    rows.flatMap(({ account, causes }) =>
      causes.filter(({ kind }) => kind === 'other').map(({ amount }) => [account, amount] as const),
    ),
  );
}

/** A check without an answer of Xero's: what was posted and what the contracts say, by account. */
function unknown({ date }: CheckRequest, read: Loaded, obstacle: CheckObstacle): LedgerCheck {
  const { loaded, registers, journals } = read;
  const rows = checkLedger({
    date,
    balances: null,
    books: booksIn(read),
    journals: journals.map(({ entry }) => entry),
    deviations: new Map(),
    items: [],
    foreign: [],
  });
  return {
    status: 'unknown',
    obstacle,
    rows: rows.map((row) => ({ ...row, causes: [] })),
    loaded,
    registers,
    journals,
    labels: new Map(),
    chart: null,
    foreign: NOTHING_FOREIGN,
    areDocumentsRead: false,
    expenses: [],
  };
}
