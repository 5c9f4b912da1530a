/** The contract's rate in a form: a check of the terms, and a figure that the missing one follows from. */
import { calendarDate } from '../../domain/calendar.ts';
import { amortise } from '../../domain/amortisation/amortise.ts';
import { compareContractRate, rateDifferenceText } from '../../domain/amortisation/contract-rate.ts';
import { ratesAgree } from '../../domain/amortisation/rates-agree.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import { type Deal, type DealPart, type DealRow, workOut } from '../../domain/amortisation/work-out.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars, ZERO, type Cents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { balloonDueOf } from './balloon.ts';
import { emptyRow, termsOf, type Draft, type DraftRow } from './draft.ts';
import { datesOf } from './payment-dates.ts';
import { contractRateOf } from './rate-text.ts';

/** The sentence that says how the contract's rate and the terms differ; null if they agree or either is missing. */
export function rateDifferenceOf(draft: Draft): string | null {
  const contractRate = contractRateOf(draft.contractRate);
  const terms = termsOf(draft);
  if (contractRate === null || contractRate === undefined || !terms) return null;
  const solved = orNull(() => amortise(terms).rate.annualPercent);
  const difference = solved === null ? null : compareContractRate(terms, contractRate, solved);
  return difference && rateDifferenceText(difference);
}

/** Whether the last payment takes the rest: always without interest, else as chosen, usually of a bank's loan. */
export function takesRest({ contractRate, kind }: Draft, choice: boolean | null): boolean {
  return contractRateOf(contractRate) === 0 || (choice ?? kind === 'loan');
}

/**
 * The part that can be worked out: the only one missing, all empty amounts being one; a balloon only if the rate needs
 * one; the last payment alone if that makes a rate exact which the rows give nearly.
 */
export function missingPart(draft: Draft, lastTakesRest: boolean): DealPart | null {
  const { rows } = draft;
  if (draft.usesTable || rows.length === 0 || draft.paymentFrequency === '') return null;
  if (rows.filter(({ qty }) => isEmpty(qty)).length > 1) return null;
  const empty = (
    [
      ['loanAmount', isEmpty(draft.loanAmount)],
      ['payment', rows.some(({ amount }) => isEmpty(amount))],
      ['qty', rows.some(({ qty }) => isEmpty(qty))],
      ['contractRate', isEmpty(draft.contractRate)],
    ] as const
  ).flatMap(([part, isMissing]) => (isMissing ? [part] : []));
  if (empty.length > 0) return empty.length === 1 ? (empty[0] ?? null) : null;
  const difference = differenceOf(draft);
  if (difference === null) return isEmpty(draft.balloon) ? 'balloon' : null;
  const isNear = difference !== 'unreadable' && ratesAgree(difference, 0);
  if (!isNear) return isEmpty(draft.balloon) && difference !== 'unreadable' ? 'balloon' : null;
  return lastTakesRest && !isExact(draft) ? 'last' : null;
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** The rate that the rows give less the contract's; null for rows without a rate, which may need a balloon. */
function differenceOf(draft: Draft): number | 'unreadable' | null {
  const deal = dealOf(draft, false);
  if (deal === null) return 'unreadable';
  const solved = orNull(() => workOut('contractRate', deal));
  return solved && solved.value - (deal.contractRate ?? 0);
}

/** Whether the last payment is what is owed at it at exactly the contract's rate. */
function isExact(draft: Draft): boolean {
  const deal = dealOf(draft, true);
  const terms = termsOf(draft);
  const exact = deal && orNull(() => workOut('last', deal));
  return !exact || !terms || exact.value === terms.rows.at(-1)?.amount;
}

/** The fields with the missing part filled in, or why there is no value that fits the others. */
export function workedOut(draft: Draft, part: DealPart, lastTakesRest: boolean): Partial<Draft> | string {
  const deal = dealOf(draft, lastTakesRest);
  if (!deal) return 'Please correct the other figures first.';
  try {
    const { value, rows } = workOut(part, deal);
    const filled = fieldsOf(draft, part, value);
    const isRest = part === 'last' || (lastTakesRest && part !== 'contractRate');
    return isRest ? { ...filled, rows: draftRows(draft, rows), balloon: '' } : filled;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The start date of a deal whose dates don't matter: periods are equal. */
const ANY_DATE = calendarDate('2000-01-01');

/** The figures of the form; a missing one is null. Null if any other is unreadable. */
function dealOf(draft: Draft, lastTakesRest: boolean): Deal | null {
  const { paymentFrequency, firstPaymentOnStartDate } = draft;
  if (paymentFrequency === '') return null;
  const dates = datesOf(draft);
  if (!dates && draft.firstPaymentDate !== '') return null;
  const amount = (text: string): Cents | null | undefined => (isEmpty(text) ? null : parseMoneyInput(text));
  const rows = draft.rows.map((row): DealRow | undefined => {
    const paid = amount(row.amount);
    const qty = isEmpty(row.qty) ? null : /^\d{1,4}$/.test(row.qty.trim()) ? Number(row.qty) : undefined;
    return paid === undefined || qty === undefined || qty === 0 ? undefined : { qty, amount: paid };
  });
  const known = rows.filter((row) => row !== undefined);
  const loanAmount = amount(draft.loanAmount);
  const balloon = amount(draft.balloon);
  const contractRate = contractRateOf(draft.contractRate);
  if (known.length < rows.length || loanAmount === undefined || balloon === undefined) return null;
  if (contractRate === undefined) return null;
  return {
    ...(dates ?? { frequency: paymentFrequency, startDate: ANY_DATE, firstPaymentOnStartDate }),
    balloonDue: balloonDueOf(draft, firstPaymentOnStartDate),
    loanAmount,
    balloon: balloon ?? ZERO,
    rows: known,
    contractRate,
    lastTakesRest,
  };
}

const plain = (cents: Cents | number): string => toDollars(cents as Cents).toFixed(2);

function fieldsOf(draft: Draft, part: DealPart, value: number): Partial<Draft> {
  if (part === 'loanAmount') return { loanAmount: plain(value) };
  if (part === 'balloon') return { balloon: plain(value) };
  if (part === 'contractRate') return { contractRate: value.toFixed(2) };
  const filled = draft.rows.map((row) => ({
    ...row,
    ...(part === 'qty' && isEmpty(row.qty) && { qty: String(value) }),
    ...(part === 'payment' && isEmpty(row.amount) && { amount: plain(value) }),
  }));
  return { rows: filled };
}

/** The worked-out rows of the form; rows of the same amount keep their place and id. */
function draftRows(draft: Draft, rows: readonly TermRow[]): readonly DraftRow[] {
  return rows.map(({ qty, amount }, index) => ({
    ...(draft.rows[index] ?? emptyRow()),
    qty: String(qty),
    amount: plain(amount),
  }));
}

function orNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
