import type { CalendarDate } from '../calendar.ts';
import { type Cents, formatMoney, negated, sumCents, ZERO } from '../money.ts';
import { invalid } from '../refusal.ts';
import type { Payment } from '../amortisation/segment.ts';
import type { Segment } from '../amortisation/segment.ts';
import { currentThrough } from '../amortisation/split.ts';
import {
  type DocumentLine,
  documentOf,
  type LedgerDocument,
  lineOf,
  linesFor,
  type LineRole,
  type PartialMapping,
} from './document.ts';

/** A part of a payment that is paid in several amounts. */
export interface PaymentPart {
  readonly date: CalendarDate;
  /** Without the administration fee, which the last part adds. */
  readonly amount: Cents;
}

/** How a payment is paid, where that differs from the contract. */
export interface PaymentVariation {
  /** The date that its document takes, for a payment made late. */
  readonly paidOn?: CalendarDate | null;
  /** In the order of their dates; empty for a payment made at once. */
  readonly parts?: readonly PaymentPart[];
}

/** Most parts of a payment. */
export const MAX_PARTS = 50;

/**
 * The documents of payment `number`: one, or one a part. They follow from the number, the plan and the variation
 * alone, so payments can be posted in any order.
 *
 * Every part debits hire purchase (current). The last one also moves the interest from unexpired charges (current) to
 * expense, adds the fee, and makes the payments current that are now due within a year. A payment of 0.00 is a manual journal without a fee.
 * @param plan the segment in which the payment is paid.
 * @returns no documents if no line has an amount.
 * @throws RangeError if the plan has no such payment.
 */
export function paymentDocuments(
  plan: Segment,
  number: number,
  mapping: PartialMapping,
  { paidOn, parts = [] }: PaymentVariation = {},
): readonly LedgerDocument[] {
  const payment = plan.payment(number);
  const description = `Payment ${number} of ${plan.count}`;
  const [repayment, ...others] = paymentLines(plan, number, mapping);
  const last = parts.at(-1);
  if (!last || !repayment) {
    const document = documentOf(
      paidOn ?? payment.date,
      linesFor(mapping, repayment ? [repayment, ...others] : []),
    );
    return document === null ? [] : [document];
  }
  return parts.flatMap(({ date, amount }, index) => {
    const part = {
      ...repayment,
      amount,
      description: `${description}, part ${index + 1} of ${parts.length}`,
    };
    const isLast = index === parts.length - 1;
    return documentOf(date, linesFor(mapping, isLast ? [part, ...others] : [part])) ?? [];
  });
}

/**
 * Checks the parts of a payment.
 * @throws Refusal invalid `parts` unless they are in the order of their dates, more than 0.00 each, and add up to the
 * payment without its fee.
 */
export function checkParts({ number, amount }: Payment, parts: readonly PaymentPart[]): void {
  if (parts.length > MAX_PARTS) throw partsRefused(`A payment can have at most ${MAX_PARTS} parts.`);
  if (parts.some((part) => part.amount <= 0)) throw partsRefused('Every part must be more than $0.00.');
  if (parts.some((part, index) => part.date < (parts[index - 1]?.date ?? part.date))) {
    throw partsRefused('Please enter the parts in the order of their dates.');
  }
  const total = sumCents(parts.map((part) => part.amount));
  if (total === amount) return;
  throw partsRefused(
    `The parts add up to ${formatMoney(total)}. Payment ${number} without its fee is ${formatMoney(amount)}.`,
  );
}

/**
 * The lines of payment `number`, lines of 0.00 included, first its debit to hire purchase (current). A transfer
 * within one account is left out.
 */
export function paymentLines(
  plan: Segment,
  number: number,
  mapping: PartialMapping,
): readonly DocumentLine[] {
  const payment = plan.payment(number);
  const { amount } = payment;
  const interest = plan.chargeOf(payment);
  const description = `Payment ${number} of ${plan.count}`;
  const fee = amount > 0 ? plan.administrationFee : ZERO;
  return [
    lineOf(mapping, 'hirePurchaseCurrent', amount, `${description} – repayment`),
    lineOf(mapping, 'interestExpense', interest, `${description} – interest`),
    lineOf(mapping, 'unexpiredChargesCurrent', negated(interest), `${description} – interest`),
    lineOf(mapping, 'administrationFee', fee, `${description} – fee`),
    ...becomingCurrent(plan, number).flatMap((later) => reclassification(plan, later, mapping)),
  ];
}

/** Numbers of the payments that are current after payment `number` and were not before it. */
function becomingCurrent(plan: Segment, number: number): number[] {
  const before = currentThrough(plan, number - 1);
  const length = currentThrough(plan, number) - before;
  return Array.from({ length }, (_, index) => before + 1 + index);
}

/** Moves payment `number` from non-current to current. */
function reclassification(plan: Segment, number: number, mapping: PartialMapping): DocumentLine[] {
  const payment = plan.payment(number);
  const { amount } = payment;
  const interest = plan.chargeOf(payment);
  const description = `Payment ${number} becomes current`;
  const transfer = (
    debited: Exclude<LineRole, 'other'>,
    credited: Exclude<LineRole, 'other'>,
    moved: Cents,
  ): DocumentLine[] => {
    const debit = lineOf(mapping, debited, moved, description);
    const credit = lineOf(mapping, credited, negated(moved), description);
    return debit.account !== null && debit.account === credit.account ? [] : [debit, credit];
  };
  return [
    ...transfer('hirePurchaseNonCurrent', 'hirePurchaseCurrent', amount),
    ...transfer('unexpiredChargesCurrent', 'unexpiredChargesNonCurrent', interest),
  ];
}

function partsRefused(message: string): Error {
  return invalid('parts', 'payment/parts', message);
}
