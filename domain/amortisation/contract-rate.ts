/** Compares the rate that a contract states with the one that its terms give, and finds the likely mistake. */
import { cents } from '../money.ts';
import { originalTerms } from './amortise.ts';
import { paymentsPerYear } from './frequency.ts';
import { rateOf, solveRate } from './rate.ts';
import { ratesAgree } from './rates-agree.ts';
import { countPayments, lastAmount, takePayments, type TermRow } from './term-rows.ts';
import { totalInterest, type Terms } from './terms.ts';

/** A mistake in the terms, as the question that names it. */
const QUESTIONS = {
  'balloon-with-last': 'Is the balloon due with the last payment?',
  'balloon-later': 'Is the balloon due one period after the last payment?',
  'in-advance': 'Is the first payment due on the start date?',
  'in-arrears': 'Is the first payment due one period after the start date?',
  'usual-date': 'Is the first payment due one period after the start date?',
  'fee-in-payments': 'Do the payments include the administration fee?',
  'fee-in-rate': 'Does the contract’s rate include the administration fee?',
  'term-in-months': 'Is the term in months?',
} as const;

export type RateCause = keyof typeof QUESTIONS;

/** Rates in percent a year. */
export interface RateDifference {
  readonly contractRate: number;
  readonly solvedRate: number;
  /** The changes under which the rates agree; empty if none is known. */
  readonly causes: readonly RateCause[];
}

/**
 * Compares a contract's rate with the solved one.
 * @param contractRate percent a year, nominal.
 * @param solvedRate percent a year, of valid terms.
 * @returns null if they agree within 0.02 points.
 */
export function compareContractRate(
  terms: Terms,
  contractRate: number,
  solvedRate: number,
): RateDifference | null {
  if (ratesAgree(contractRate, solvedRate)) return null;
  const single = likeliest(contractRate, variantsOf(terms));
  const causes = single ?? likeliest(contractRate, variantsOf(terms).flatMap(andAnother)) ?? [];
  return { contractRate, solvedRate, causes };
}

/** "The contract says 5.52 %, these terms give 5.47 %. Is the balloon due with the last payment?" */
export function rateDifferenceText({ contractRate, solvedRate, causes }: RateDifference): string {
  const questions = causes.map((cause) => QUESTIONS[cause]);
  const stated = `The contract says ${percent(contractRate)}, these terms give ${percent(solvedRate)}.`;
  return [stated, ...questions].join(' ');
}

const percent = (rate: number): string => `${rate.toFixed(2)} %`;

/** Terms with one or two changes. */
interface Variant {
  readonly causes: readonly RateCause[];
  readonly terms: Terms;
}

/** The changes whose rate agrees best; undefined if none does. */
function likeliest(contractRate: number, variants: readonly Variant[]): readonly RateCause[] | undefined {
  const agreeing = variants.flatMap(({ causes, terms }) => {
    const rate = rateOfTerms(terms);
    return rate !== null && ratesAgree(contractRate, rate)
      ? [{ causes, distance: Math.abs(contractRate - rate) }]
      : [];
  });
  return agreeing.toSorted((one, other) => one.distance - other.distance)[0]?.causes;
}

/** Percent a year; null for terms without a rate. */
function rateOfTerms(terms: Terms): number | null {
  const interest = totalInterest(terms);
  const [first] = terms.rows;
  if (!first || interest < 0 || terms.rows.some(({ qty, amount }) => qty < 1 || amount < 0)) return null;
  if (terms.firstPaymentOnStartDate && first.amount >= terms.loanAmount) return null;
  return rateOf(solveRate(originalTerms(terms)), terms.frequency).annualPercent;
}

/** A lender's own table states everything; only terms in rows can be misread. */
function variantsOf(terms: Terms): Variant[] {
  const { rows, administrationFee } = terms;
  if (terms.table || rows.length === 0) return [];
  const changed = (cause: RateCause, change: Partial<Terms>): Variant => ({
    causes: [cause],
    terms: { ...terms, ...change },
  });
  const plus = (difference: number): TermRow[] =>
    rows.map(({ qty, amount }) => ({ qty, amount: cents(amount + difference) }));
  return [
    ...balloonVariants(rows).map(([cause, moved]) => changed(cause, { rows: moved })),
    ...timingVariants(terms).map(([cause, change]) => changed(cause, change)),
    ...(administrationFee > 0
      ? [
          changed('fee-in-payments', { rows: plus(-administrationFee) }),
          changed('fee-in-rate', { rows: plus(administrationFee) }),
        ]
      : []),
    ...monthsVariant(terms).map((counted) => changed('term-in-months', { rows: counted })),
  ];
}

/** Other dates of the first payment. */
function timingVariants(terms: Terms): (readonly [RateCause, Partial<Terms>])[] {
  const usual = { firstPaymentDate: undefined, paymentsAtMonthEnd: false };
  if (terms.firstPaymentOnStartDate) return [['in-arrears', { ...usual, firstPaymentOnStartDate: false }]];
  const inAdvance = { ...usual, firstPaymentOnStartDate: true };
  return [
    ['in-advance', inAdvance],
    ...(terms.firstPaymentDate === undefined ? [] : [['usual-date', usual] as const]),
  ];
}

/** A second change of another kind: timing of the payments and of the balloon go together. */
function andAnother({ causes, terms }: Variant): Variant[] {
  const isTiming = (cause: RateCause | undefined): boolean =>
    cause === 'in-advance' || cause === 'in-arrears' || cause === 'usual-date';
  if (!isTiming(causes[0])) return [];
  return variantsOf(terms)
    .filter(({ causes: [second] }) => !isTiming(second))
    .map((variant) => ({ ...variant, causes: [...causes, ...variant.causes] }));
}

/** The rows with the last payment's balloon a period later, or with it in the payment before. */
function balloonVariants(rows: readonly TermRow[]): (readonly [RateCause, readonly TermRow[]])[] {
  const count = countPayments(rows);
  const last = lastAmount(rows);
  const regular = takePayments(rows, count - 1);
  const level = lastAmount(regular);
  if (count < 2 || last <= level) return [];
  return [
    ['balloon-later', [...regular, { qty: 1, amount: level }, { qty: 1, amount: cents(last - level) }]],
    ['balloon-with-last', [...takePayments(rows, count - 2), { qty: 1, amount: cents(level + last) }]],
  ];
}

/** The rate of terms whose longest run counts months, in percent a year; null where it can't, or has no rate. */
export function rateInMonths(terms: Terms): number | null {
  const [rows] = monthsVariant(terms);
  return rows ? rateOfTerms({ ...terms, rows }) : null;
}

/** The rows with their longest run counted in months: 48 quarterly payments are 16 in 48 months. */
function monthsVariant({ rows, frequency }: Terms): (readonly TermRow[])[] {
  const longest = Math.max(...rows.map(({ qty }) => qty));
  const index = rows.findIndex(({ qty }) => qty === longest);
  const counted = (longest * paymentsPerYear(frequency)) / 12;
  const row = rows[index];
  if (frequency === 'monthly' || !row || !Number.isInteger(counted)) return [];
  return [rows.with(index, { ...row, qty: counted })];
}
