/** Warnings for the review of payments before they are posted. */
import { addDays, formatDate, isLocked } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
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

/** Returns sentences about selected payments in the future or near the lock date, and about gaps before them. */
export function reviewWarnings(
  payments: readonly ReviewedPayment[],
  selected: readonly number[],
  { today, lockDate }: ReviewFacts,
): string[] {
  const chosen = new Set(selected);
  const last = Math.max(0, ...selected);
  const posted = payments.filter(({ number }) => chosen.has(number));
  const future = posted.filter(({ date }) => date > today);
  const gaps = payments.filter(
    ({ number, date, isSettled }) =>
      number < last && !chosen.has(number) && !isSettled && !isLocked(date, lockDate),
  );
  const warnings = [
    sentence(future, 'dated in the future'),
    sentence(gaps, 'not synced'),
    ...(lockDate === null
      ? []
      : [
          sentence(
            posted.filter(({ date }) => date <= addDays(lockDate, NEAR_LOCK_DAYS)),
            `dated within ${NEAR_LOCK_DAYS} days of the lock date, ${formatDate(lockDate)}`,
          ),
        ]),
  ];
  return warnings.filter((warning) => warning !== null);
}

function sentence(payments: readonly ReviewedPayment[], predicate: string): string | null {
  if (payments.length === 0) return null;
  const numbers = numberList(payments.map(({ number }) => number));
  return `${numbers} ${payments.length === 1 ? 'is' : 'are'} ${predicate}.`;
}

/** `11 and 12`, `3, 5 and 7 to 20`. */
export function numberList(numbers: readonly number[]): string {
  const parts = rangesOf(numbers).flatMap(({ from, to }) => {
    if (to - from > 1) return [`${from} to ${to}`];
    return from === to ? [`${from}`] : [`${from}`, `${to}`];
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}
