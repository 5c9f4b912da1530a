/** Payments that Xero has not matched with the bank for more than a week of business days. */
import pMap from 'p-map';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { type Cents, sumCents } from '../../domain/money.ts';
import { businessDaysBetween, MATCH_WITHIN_DAYS } from '../../domain/ledger/bank-match.ts';
import { paymentId } from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule-item.ts';
import type { TableReader } from '../store/table.ts';
import { readFindings } from '../records/schedules/findings.ts';
import { type OwnDocument, readBooks } from './schedule-books.ts';

export interface UnmatchedPayment {
  readonly scheduleId: string;
  readonly paymentId: string;
  readonly number: number;
  /** The date and the amount of its document. */
  readonly date: CalendarDate;
  readonly amount: Cents;
  readonly since: CalendarDate;
  readonly daysOpen: number;
}

const AT_ONCE = 10;

/** Returns the payments that are not matched as far as is known, the longest open first. */
export async function unmatchedPayments(
  table: TableReader,
  schedules: readonly OwnedSchedule[],
  xeroTenantId: string,
  today: CalendarDate,
): Promise<UnmatchedPayment[]> {
  const bySchedule = await pMap(schedules, (schedule) => unmatchedIn(table, schedule, xeroTenantId, today), {
    concurrency: AT_ONCE,
  });
  return bySchedule.flat().toSorted((a, b) => b.daysOpen - a.daysOpen);
}

export async function unmatchedIn(
  table: TableReader,
  schedule: OwnedSchedule,
  xeroTenantId: string,
  today: CalendarDate,
): Promise<UnmatchedPayment[]> {
  if (schedule.syncedCount === 0) return [];
  const { scheduleId } = schedule;
  const [{ documents }, findings] = await Promise.all([
    readBooks(table, schedule, xeroTenantId),
    readFindings(table, scheduleId),
  ]);
  const open = documents.flatMap(({ documentId, owner, type, isCurrent, isCorrected, sent, syncedAt }) => {
    const status = findings.get(documentId)?.status;
    // A corrected transaction was reconciled before.
    const isOpen =
      type === 'SPEND' && isCurrent && !isCorrected && status !== 'reconciled' && status !== 'missing';
    if (!isOpen || owner.kind !== 'payment') return [];
    const since = laterOf(sent.date, syncedAt);
    const daysOpen = businessDaysBetween(since, today);
    if (daysOpen <= MATCH_WITHIN_DAYS) return [];
    const { number } = owner;
    const amount = sumCents(sent.lines.map((line) => line.amount));
    const about = { number, date: sent.date, amount, since, daysOpen };
    return [{ scheduleId, paymentId: paymentId(scheduleId, number), ...about }];
  });
  // A payment in parts is listed once, by its oldest part.
  const byPayment = Map.groupBy(open, (one) => one.paymentId).values();
  return byPayment
    .flatMap((parts) => parts.toSorted((a, b) => b.daysOpen - a.daysOpen).slice(0, 1))
    .toArray();
}

function laterOf(date: CalendarDate, syncedAt: OwnDocument['syncedAt']): CalendarDate {
  const synced = syncedAt === null ? date : businessDate(syncedAt);
  return synced > date ? synced : date;
}
