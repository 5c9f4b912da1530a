import { type CalendarDate, isLocked } from '../calendar.ts';
import type { Payment } from '../amortisation/segment.ts';
import type { Contract } from './contract.ts';
import type { OpeningDate } from './covered.ts';

/**
 * The status of a payment: `synced`, in Xero already; `covered`, contained in the opening balances;
 * `locked`, dated on or before the lock date; `selectable`, can be synced.
 */
export type PaymentStatus = 'synced' | 'covered' | 'locked' | 'selectable';

/** The facts that the status of a schedule's payments follows from. */
export interface SyncFacts {
  /** Numbers of the payments in Xero. */
  readonly synced: ReadonlySet<number>;
  /** The last payment in the posted opening balances, 0 for none. */
  readonly coveredThrough: number;
  /** Null when the books have no lock date. */
  readonly lockDate: CalendarDate | null;
}

type DatedPayment = Pick<Payment, 'number' | 'date'>;

/** The lock date that binds: the later of Xero's two. */
export function laterLockDate(
  period: CalendarDate | null,
  endOfYear: CalendarDate | null,
): CalendarDate | null {
  if (period === null || endOfYear === null) return period ?? endOfYear;
  return period > endOfYear ? period : endOfYear;
}

/** The last payment that opening balances contain. 0 for none, or no journal. */
export function coveredThrough(schedule: Pick<Contract, 'coveredBy'>, journal: OpeningDate | null): number {
  return journal === null ? 0 : schedule.coveredBy(journal);
}

/** Returns the status of a payment. Synced wins over covered, covered over locked. */
export function paymentStatus(payment: DatedPayment, facts: SyncFacts): PaymentStatus {
  if (facts.synced.has(payment.number)) return 'synced';
  if (payment.number <= facts.coveredThrough) return 'covered';
  return isLocked(payment.date, facts.lockDate) ? 'locked' : 'selectable';
}

/** "Select up to this payment": the numbers of all selectable payments up to and including `number`. */
export function selectUpTo(payments: readonly DatedPayment[], number: number, facts: SyncFacts): number[] {
  return payments
    .filter((payment) => payment.number <= number && paymentStatus(payment, facts) === 'selectable')
    .map((payment) => payment.number);
}

/** Whether nothing is left to sync: every payment, 1 … `count`, is synced or covered. */
export function isFullySynced(count: number, facts: Pick<SyncFacts, 'synced' | 'coveredThrough'>): boolean {
  for (let number = facts.coveredThrough + 1; number <= count; number++) {
    if (!facts.synced.has(number)) return false;
  }
  return true;
}
