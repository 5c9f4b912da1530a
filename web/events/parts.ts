/** The parts in which a payment is made, as typed. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import type { SchedulePayment } from '../data/answers.ts';
import { formatMoney, sumCents, toCents, toDollars, ZERO, type Cents } from '../../domain/money.ts';

export interface DraftPart {
  readonly key: string;
  readonly date: string;
  readonly amount: string;
}

export function emptyPart(date: string): DraftPart {
  return { key: crypto.randomUUID(), date, amount: '' };
}

/** The parts of a payment; two empty ones if it has none. */
export function draftParts({
  parts,
  paymentDate,
}: Pick<SchedulePayment, 'parts' | 'paymentDate'>): readonly DraftPart[] {
  if (parts.length === 0) return [emptyPart(paymentDate), emptyPart('')];
  return parts.map(({ date, amount }) => ({
    key: crypto.randomUUID(),
    date,
    amount: amount.toFixed(2),
  }));
}

/** Returns what the parts leave of the payment without its fee; negative if they are too much. */
export function leftOver(payment: Pick<SchedulePayment, 'payments'>, parts: readonly DraftPart[]): Cents {
  const typed = sumCents(parts.map(({ amount }) => parseMoneyInput(amount) ?? ZERO));
  return (toCents(payment.payments) - typed) as Cents;
}

/** Returns why the parts can't be saved; undefined if they can. */
export function partsProblem(
  payment: Pick<SchedulePayment, 'payments'>,
  parts: readonly DraftPart[],
): string | undefined {
  const isIncomplete = ({ date, amount }: DraftPart): boolean =>
    !isCalendarDate(date) || (parseMoneyInput(amount) ?? ZERO) === 0;
  if (parts.length < 2) return 'Please enter two parts or more.';
  if (parts.some(isIncomplete)) return 'Please enter a date and an amount for every part.';
  if (parts.some(({ date }, index) => date < (parts[index - 1]?.date ?? ''))) {
    return 'Please enter the parts in the order of their dates.';
  }
  const left = leftOver(payment, parts);
  if (left === 0) return undefined;
  const total = formatMoney(toCents(payment.payments));
  return `The parts must add up to ${total}. ${left > 0 ? `${formatMoney(left)} is missing` : `They are ${formatMoney(-left as Cents)} too much`}.`;
}

/** Returns the parts as the service takes them. */
export function partsBody(parts: readonly DraftPart[]): { date: string; amount: number }[] {
  return parts.map(({ date, amount }) => ({ date, amount: toDollars(parseMoneyInput(amount) ?? ZERO) }));
}
