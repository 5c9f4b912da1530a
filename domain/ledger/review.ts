/** Warnings for the review of payments before they are posted. */
import { addDays, type CalendarDate, formatDate, isLocked } from '../calendar.ts';
import { rangesOf } from '../number-ranges.ts';

export interface ReviewedPayment {
  readonly number: number;
  /** The date that its document takes. */
  readonly date: CalendarDate;
  /** In Xero or in the opening balances. */
  readonly isSettled: boolean;
}

export interface ReviewFacts {
  readonly today: CalendarDate;
  readonly lockDate: CalendarDate | null;
}

/** A document dated within so many days after the lock date may belong to the period that is locked next. */
const NEAR_LOCK_DAYS = 7;

/** A warning to read before posting, with a code for programs. */
export interface ReviewWarning {
  readonly code:
    | 'payments/after-today'
    | 'payments/gap'
    | 'payments/near-lock-date'
    | 'payments/locked'
    | 'opening/missing';
  readonly message: string;
}

/** Returns warnings about selected payments in the future or near the lock date, and about gaps before them. */
export function reviewWarnings(
  payments: readonly ReviewedPayment[],
  selected: readonly number[],
  { today, lockDate }: ReviewFacts,
): ReviewWarning[] {
  const chosen = new Set(selected);
  const last = Math.max(0, ...selected);
  const posted = payments.filter(({ number }) => chosen.has(number));
  const future = posted.filter(({ date }) => date > today);
  const gaps = payments.filter(
    ({ number, date, isSettled }) =>
      number < last && !chosen.has(number) && !isSettled && !isLocked(date, lockDate),
  );
  const near =
    lockDate === null ? [] : posted.filter(({ date }) => date <= addDays(lockDate, NEAR_LOCK_DAYS));
  return [
    ...warning('payments/after-today', future, 'dated after today'),
    ...warning('payments/gap', gaps, 'earlier and not in Xero'),
    ...(lockDate === null
      ? []
      : warning(
          'payments/near-lock-date',
          near,
          `dated within ${NEAR_LOCK_DAYS} days of the lock date, ${formatDate(lockDate)}`,
        )),
  ];
}

/** Returns the warning about payments, or nothing when there are none: `Payments 2 and 3 are dated after today.` */
export function warning(
  code: ReviewWarning['code'],
  payments: readonly Pick<ReviewedPayment, 'number'>[],
  predicate: string,
): ReviewWarning[] {
  if (payments.length === 0) return [];
  const numbers = numberList(payments.map(({ number }) => number));
  const message = payments.length === 1 ? `Payment ${numbers} is` : `Payments ${numbers} are`;
  return [{ code, message: `${message} ${predicate}.` }];
}

/** `11 and 12`, `3, 5 and 7 to 20`. */
export function numberList(numbers: readonly number[]): string {
  const parts = rangesOf(numbers).flatMap(({ from, to }) => {
    if (to - from > 1) return [`${from} to ${to}`];
    return from === to ? [`${from}`] : [`${from}`, `${to}`];
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}
