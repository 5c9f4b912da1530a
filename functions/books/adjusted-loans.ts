/** The loans of an entity as its adjusting journals need them on a date. */
import { addDays, type CalendarDate, formatDay } from '../../domain/calendar.ts';
import { isMappingComplete } from '../../domain/accounts/account-mapping.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { kindOf } from '../../domain/event-kinds/kinds.ts';
import { ledgerPosition, type LedgerPosition, openCash } from '../../domain/ledger/cut-off.ts';
import { trackingKey } from '../../domain/journal/tracking.ts';
import type { Posting } from '../../domain/ledger/ledger-entry.ts';
import { type ScheduleBooks, unpostedEvents } from '../../domain/ledger/schedule-books.ts';
import { sumCents } from '../../domain/money.ts';
import type { AdjustedLoan } from '../../domain/reports/adjusting-journal.ts';
import { contractsOf } from '../../domain/reports/contract.ts';
import { splitOn } from '../../domain/reports/split-by-date.ts';
import { accruedInterest } from '../../domain/reports/year-end.ts';
import type { OwnedEntity, XeroLink } from '../records/entities/entity.ts';
import { readBooks } from './schedule-books.ts';
import { readContract } from '../records/schedules/events.ts';
import { listSchedules, type OwnedSchedule } from '../records/schedules/schedule.ts';
import { numbersOpen, overdueNumbers, readSyncState } from '../records/schedules/sync-state.ts';
import type { TableReader } from '../store/table.ts';
import { type TrackingInForce, trackingInForce } from '../records/entities/tracking.ts';

/** The schedules of an entity with the books of those that were read already, and their positions on the date. */
export interface KnownBooks {
  readonly schedules: readonly OwnedSchedule[];
  readonly positionOf: (scheduleId: string) => LedgerPosition | null;
  readonly booksOf: (scheduleId: string) => ScheduleBooks | undefined;
}

/** The loans of the ledger on a date, and sentences about those that it does not hold rightly. */
export async function loansOn(
  table: TableReader,
  entity: OwnedEntity,
  xero: XeroLink,
  { date, allCurrent }: { readonly date: CalendarDate; readonly allCurrent: readonly string[] },
  known: KnownBooks | null,
): Promise<{ readonly loans: AdjustedLoan[]; readonly warnings: string[] }> {
  const schedules = known?.schedules ?? (await listSchedules(table, entity));
  const begun = schedules.filter(
    ({ archivedEnd, terms }) => terms.startDate <= date && (archivedEnd === null || archivedEnd > date),
  );
  const found = await Promise.all(
    begun.map(async (schedule) => {
      const reason = reasonToLeaveOut(schedule);
      if (reason !== null) {
        const isOwed = (await readContract(table, schedule)).balanceAt(date) !== 0;
        return { loans: [], warnings: [], leftOut: isOwed ? { name: schedule.name, reason } : null };
      }
      const books =
        known?.booksOf(schedule.scheduleId) ?? (await readBooks(table, schedule, xero.tenantId)).books;
      const { contract } = books;
      const position = known?.positionOf(schedule.scheduleId) ?? ledgerPosition(books, date);
      if (contract.balanceAt(date) === 0 && position.items.length === 0) {
        return { loans: [], warnings: [], leftOut: null };
      }
      const isAllCurrent = allCurrent.includes(schedule.scheduleId);
      return {
        loans: [
          loanOn(schedule, contract, {
            date,
            isAllCurrent,
            position,
            tracking: trackingInForce(schedule, entity, xero.tenantId),
            tracked: trackedPostings(books, date),
          }),
        ],
        warnings: await warningsAbout(table, entity, xero, { schedule, books, date }),
        leftOut: null,
      };
    }),
  );
  return {
    loans: found.flatMap(({ loans }) => loans),
    warnings: [
      ...found.flatMap(({ warnings }) => warnings),
      ...Map.groupBy(
        found.flatMap(({ leftOut }) => leftOut ?? []),
        ({ reason }) => reason,
      )
        .entries()
        .map(([reason, each]) => `Not included: ${each.map(({ name }) => name).join(', ')} (${reason}).`),
    ],
  };
}

/** Why the ledger can't hold a loan; null if it can. */
function reasonToLeaveOut({ accounts, archived, xeroConnected }: OwnedSchedule): string | null {
  if (archived) return 'archived';
  if (!xeroConnected) return 'not set up in Xero';
  return isMappingComplete(accounts) ? null : 'setup incomplete';
}

function loanOn(
  { name, accounts }: OwnedSchedule,
  contract: Contract,
  {
    date,
    isAllCurrent,
    position,
    tracking,
    tracked,
  }: {
    readonly date: CalendarDate;
    readonly isAllCurrent: boolean;
    readonly position: LedgerPosition;
    readonly tracking: TrackingInForce;
    readonly tracked: AdjustedLoan['tracked'];
  },
): AdjustedLoan {
  const onDate = contractsOf(contract)(date);
  return {
    name,
    mapping: accounts,
    ledger: position.balances,
    overdue: openCash(position),
    byDate: splitOn(onDate, date, isAllCurrent),
    accruedInterest: accruedInterest(onDate, date),
    tracking,
    tracked,
  };
}

/** Returns the sums of what documents dated by a day have posted, by account and options. */
function trackedPostings({ entries }: ScheduleBooks, date: CalendarDate): AdjustedLoan['tracked'] {
  const postings = entries.filter((entry) => entry.date <= date).flatMap((entry) => entry.postings);
  const keyOf = ({ account, tracking }: Posting): string => `${account} ${trackingKey(tracking)}`;
  return [...Map.groupBy(postings, keyOf).values()].flatMap((all) => {
    const amount = sumCents(all.map((one) => one.amount));
    const [first] = all;
    return first && amount !== 0 ? [{ ...first, amount }] : [];
  });
}

interface Checked {
  readonly schedule: OwnedSchedule;
  readonly books: ScheduleBooks;
  readonly date: CalendarDate;
}

async function warningsAbout(
  table: TableReader,
  entity: OwnedEntity,
  xero: XeroLink,
  { schedule, books, date }: Checked,
): Promise<string[]> {
  const { name, opening } = schedule;
  const { contract } = books;
  const warnings: string[] = [];
  const isHere = opening?.xeroTenantId === xero.tenantId;
  if (!isHere) warnings.push(`${name} has no opening balances journal in Xero.`);
  else if (opening.outOfDate) warnings.push(`${name}: the opening balances journal is out of date.`);
  const today = addDays(date, 1);
  const state = await readSyncState(table, schedule, numbersOpen(schedule, contract));
  const [first, ...others] = overdueNumbers(schedule, contract, state, { entity, today });
  if (first !== undefined) {
    const which = others.length === 0 ? `payment ${first} is` : `${others.length + 1} payments are`;
    warnings.push(
      `${name}: ${which} not in Xero, since ${formatDay(contract.dateOf(first))}. Sync before you rely on this journal.`,
    );
  }
  const [event, ...more] = unpostedEvents(books, date);
  if (event) {
    const on = formatDay(event.documentDate);
    const label = kindOf(event.event.change).label.toLowerCase();
    warnings.push(
      more.length === 0
        ? `${name}: the ${label} of ${on} is not in Xero. Post it before you rely on this journal.`
        : `${name}: ${more.length + 1} contract events are not in Xero, since ${on}. Post them before you rely on this journal.`,
    );
  }
  return warnings;
}
