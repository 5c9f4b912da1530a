/** The contract's rate in a form: a check of the terms, and a figure that the missing one follows from. */
import { amortise } from '../../domain/amortisation/amortise.ts';
import { agree, compareContractRate, rateDifferenceText } from '../../domain/amortisation/contract-rate.ts';
import { type Deal, type DealPart, workOut } from '../../domain/amortisation/work-out.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars, ZERO, type Cents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { balloonDueOf } from './balloon.ts';
import { termsOf, type Draft } from './draft.ts';
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

/** The part that can be worked out: the only one missing; a balloon only if the rate needs one. */
export function missingPart(draft: Draft): DealPart | null {
  const [row, ...others] = draft.rows;
  if (draft.usesTable || !row || others.length > 0 || draft.paymentFrequency === '') return null;
  const empty = (
    [
      ['loanAmount', draft.loanAmount],
      ['payment', row.amount],
      ['qty', row.qty],
      ['contractRate', draft.contractRate],
    ] as const
  ).flatMap(([part, text]) => (text.trim() === '' ? [part] : []));
  if (empty.length === 0 && draft.balloon.trim() === '' && !agreesWithoutBalloon(draft)) return 'balloon';
  return empty.length === 1 ? (empty[0] ?? null) : null;
}

/** Whether the payments alone give the contract's rate. Without a balloon they may not even repay the loan. */
function agreesWithoutBalloon(draft: Draft): boolean {
  const deal = dealOf(draft);
  const solved = deal && orNull(() => workOut('contractRate', deal));
  return deal === null || (solved !== null && agree(deal.contractRate, solved.contractRate));
}

/** The fields with the missing part filled in, or why there is no value that fits the others. */
export function workedOut(draft: Draft, part: DealPart): Partial<Draft> | string {
  const deal = dealOf(draft);
  if (!deal) return 'Please correct the other figures first.';
  try {
    return fieldsOf(draft, part, workOut(part, deal));
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The figures of the form; a missing part is 0. Null if any other is unreadable. */
function dealOf(draft: Draft): Deal | null {
  const { paymentFrequency, firstPaymentOnStartDate, rows } = draft;
  const [row] = rows;
  if (!row || paymentFrequency === '') return null;
  const amount = (text: string): Cents | undefined => (text === '' ? ZERO : parseMoneyInput(text));
  const figures = {
    loanAmount: amount(draft.loanAmount),
    payment: amount(row.amount),
    balloon: amount(draft.balloon),
    qty: /^\d{0,4}$/.test(row.qty.trim()) ? Number(row.qty) : undefined,
    contractRate: draft.contractRate.trim() === '' ? 0 : (contractRateOf(draft.contractRate) ?? undefined),
  };
  const { loanAmount, payment, balloon, qty, contractRate } = figures;
  if (loanAmount === undefined || payment === undefined || balloon === undefined) return null;
  if (qty === undefined || contractRate === undefined) return null;
  return {
    frequency: paymentFrequency,
    firstPaymentOnStartDate,
    balloonDue: balloonDueOf(draft, firstPaymentOnStartDate),
    loanAmount,
    payment,
    balloon,
    qty,
    contractRate,
  };
}

function fieldsOf(draft: Draft, part: DealPart, deal: Deal): Partial<Draft> {
  const amount = (cents: Cents): string => toDollars(cents).toFixed(2);
  if (part === 'loanAmount') return { loanAmount: amount(deal.loanAmount) };
  if (part === 'balloon') return { balloon: amount(deal.balloon) };
  if (part === 'contractRate') return { contractRate: deal.contractRate.toFixed(2) };
  const filled = part === 'qty' ? { qty: String(deal.qty) } : { amount: amount(deal.payment) };
  return { rows: draft.rows.map((row) => ({ ...row, ...filled })) };
}

function orNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
