/** The ledger of an entity at the date of a pack: its stored check, our documents and the adjusting journals. */
import pMap from 'p-map';
import * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { ledgerPosition, type LedgerPosition } from '../../domain/ledger/cut-off.ts';
import { CAUSE_KINDS, type CauseKind } from '../../domain/ledger/ledger-check.ts';
import { type LedgerEntry, type Posting, postingsOf } from '../../domain/ledger/ledger-entry.ts';
import type { ScheduleBooks } from '../../domain/ledger/schedule-books.ts';
import { type Cents, cents, toCents } from '../../domain/money.ts';
import { LIABILITY_FIELDS } from '../../domain/accounts/account-mapping.ts';
import type { OwnedEntity, XeroLink } from '../records/entities/entity.ts';
import { readCheck } from '../records/entities/ledger-checks.ts';
import { readPostedFees } from '../records/schedules/reversals.ts';
import { readAdjustingJournals, type StoredJournal } from '../records/schedules/adjusting-journals.ts';
import { readBooks } from '../books/schedule-books.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import { knownChart } from '../xero/cached-reads.ts';

/** The parts of a stored check that the pack reads; debits are positive. */
const Checked = z.object({
  checkedAt: z.iso.datetime().transform((text) => Date.parse(text)),
  accounts: z.array(
    z.object({
      accountId: z.string().nullable(),
      code: z.string(),
      name: z.string(),
      xero: z.number().nullable(),
      contract: z.number(),
      causes: z.array(z.object({ kind: z.enum(CAUSE_KINDS), amount: z.number() })),
    }),
  ),
  expenses: z.array(
    z.object({ accountId: z.string(), code: z.string(), name: z.string(), xero: z.number().nullable() }),
  ),
});

export interface CheckedAccount {
  readonly code: string;
  readonly name: string;
  readonly xero: Cents | null;
  /** Counted in payments, as our documents are. */
  readonly contract: Cents;
  readonly causes: readonly { readonly kind: CauseKind; readonly amount: Cents }[];
}

export interface EntityLedger {
  /** By the account's id; empty without a check of the date. */
  readonly accounts: ReadonlyMap<string, CheckedAccount>;
  readonly isChecked: boolean;
  /** `874.001 Payments remaining`, also of an account without a check; null where neither is known. */
  readonly nameOf: (account: string) => string | null;
  /** The balance of a loan in the ledger; null where it was not checked, or other loans are in its accounts. */
  balanceOf(schedule: OwnedSchedule): Cents | null;
  /** Whether a loan's accounts hold other loans too. */
  isShared(schedule: OwnedSchedule): boolean;
  /** Null for a loan that is not in Xero. */
  readonly positionOf: (scheduleId: string) => LedgerPosition | null;
  entriesOf(scheduleId: string): readonly LedgerEntry[];
  readonly booksOf: (scheduleId: string) => ScheduleBooks | undefined;
  /** Whether a document of ours by the date was posted to an account after the check, which then lacks it. */
  readonly isPostedSince: (account: string) => boolean;
  /** The posted fees of dishonours, a document each. */
  readonly fees: readonly { readonly date: CalendarDate; readonly postings: readonly Posting[] }[];
  /** The entity's adjusting journals and reversals, in every state. */
  readonly journals: readonly StoredJournal[];
}

/** Schedules whose documents are read at the same time. */
const AT_ONCE = 10;

/** @param schedules all of the entity's, archived ones included. */
export async function readEntityLedger(
  table: TableReader,
  { entityId, xero }: OwnedEntity,
  schedules: readonly OwnedSchedule[],
  { date, now }: { readonly date: CalendarDate; readonly now: number },
): Promise<EntityLedger> {
  const stored = xero ? await readCheck(table, entityId, date) : null;
  const isOwn = stored !== null && stored.xeroTenantId === xero?.tenantId;
  const checked = isOwn ? Checked.parse(JSON.parse(stored.json)) : null;
  const names = xero ? await namesOf(table, entityId, xero, now) : new Map<string, string>();
  const accounts = checked ? accountsIn(checked) : new Map<string, CheckedAccount>();
  // A check that could not read Xero found no balance.
  const isChecked = accounts.values().some((account) => account.xero !== null);
  const inXero = schedules.filter(
    ({ xeroConnected, archived, opening }) =>
      (xeroConnected || archived) && opening !== null && opening.xeroTenantId === xero?.tenantId,
  );
  const read = await pMap(inXero, (schedule) => readBooks(table, schedule, xero?.tenantId ?? null), {
    concurrency: AT_ONCE,
  });
  const journals = xero ? await readAdjustingJournals(table, { entityId, xeroTenantId: xero.tenantId }) : [];
  const fees = await pMap(
    read.filter(({ books: { variations } }) =>
      variations.values().some(({ dishonouredOn }) => dishonouredOn !== null),
    ),
    ({ schedule }) => readPostedFees(table, schedule.scheduleId),
    { concurrency: AT_ONCE },
  );
  const books = new Map(read.map((each) => [each.books.scheduleId, each.books]));
  const positions = new Map(
    [...books].flatMap(([scheduleId, found]) =>
      found.isArchived ? [] : [[scheduleId, ledgerPosition(found, date)] as const],
    ),
  );
  const sent = [
    ...read.flatMap(({ documents }) =>
      documents.map((one) => ({ ...one, lines: one.sent.lines, date: one.sent.date })),
    ),
    ...journals.map(({ document, syncedAt }) => ({ ...document, syncedAt })),
  ];
  const since = sent.filter(
    ({ date: day, syncedAt }) => checked && day <= date && (syncedAt ?? 0) > checked.checkedAt,
  );
  const postedSince = new Set(since.flatMap(({ lines }) => lines.map(({ account }) => account)));
  const users = Map.groupBy(schedules.flatMap(liabilitiesOf), (account) => account);
  const isShared = (schedule: OwnedSchedule): boolean =>
    liabilitiesOf(schedule).some((account) => (users.get(account)?.length ?? 0) > 1);
  return {
    accounts,
    isChecked,
    nameOf: (account) => names.get(account) ?? null,
    isShared,
    balanceOf(schedule) {
      const own = liabilitiesOf(schedule);
      const known = own.flatMap((account) => accounts.get(account)?.xero ?? []);
      if (own.length === 0 || isShared(schedule) || known.length < own.length) return null;
      return cents(known.reduce((owed, balance) => owed - balance, 0));
    },
    positionOf: (scheduleId) => positions.get(scheduleId) ?? null,
    entriesOf: (scheduleId) => books.get(scheduleId)?.entries ?? [],
    booksOf: (scheduleId) => books.get(scheduleId),
    isPostedSince: (account) => postedSince.has(account),
    fees: fees
      .flat()
      .filter(({ xeroTenantId }) => xeroTenantId === xero?.tenantId)
      .map(({ document }) => ({
        date: document.date,
        postings: postingsOf(document.lines, document.lineAmountTypes),
      })),
    journals,
  };
}

/** Returns codes and names of accounts: from the latest check of any date, and the chart as it was read last. */
async function namesOf(
  table: TableReader,
  entityId: string,
  link: XeroLink,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const latest = await readCheck(table, entityId, null);
  const isOwn = latest !== null && latest.xeroTenantId === link.tenantId;
  const checked = isOwn ? [...accountsIn(Checked.parse(JSON.parse(latest.json)))] : [];
  const chart = await knownChart(table, link, now);
  return new Map([
    ...checked.map(([id, { code, name }]) => [id, `${code} ${name}`.trim()] as const),
    ...chart.map(({ id, code, name }) => [id, `${code} ${name}`.trim()] as const),
  ]);
}

function accountsIn({ accounts, expenses }: z.output<typeof Checked>): Map<string, CheckedAccount> {
  const inCents = (dollars: number | null): Cents | null => (dollars === null ? null : toCents(dollars));
  return new Map([
    ...accounts.flatMap(({ accountId, code, name, xero, contract, causes }): [string, CheckedAccount][] => {
      if (accountId === null) return [];
      const known = causes.map((cause) => ({ ...cause, amount: toCents(cause.amount) }));
      return [[accountId, { code, name, xero: inCents(xero), contract: toCents(contract), causes: known }]];
    }),
    ...expenses.map(({ accountId, code, name, xero }): [string, CheckedAccount] => [
      accountId,
      { code, name, xero: inCents(xero), contract: cents(0), causes: [] },
    ]),
  ]);
}

/** The liability accounts of a schedule, each once. */
const liabilitiesOf = ({ accounts }: OwnedSchedule): string[] => [
  ...new Set(LIABILITY_FIELDS.flatMap((field) => accounts[field] ?? [])),
];
