/**
 * The years of a Division 7A loan: minimum yearly repayment, interest and balance of each (sections 109D, 109E and 109N
 * ITAA 1936, and the ATO's calculator). An income year Y runs from 1 July Y − 1 to 30 June Y.
 */
import { addDays, type CalendarDate, daysBetween } from '../calendar.ts';
import { cents, type Cents, halfUp, sumCents, ZERO } from '../money.ts';
import { INCOME_YEARS } from '../years.ts';
import { type BenchmarkRate, benchmarkRateOf, type EnteredRate, type RateIs } from './benchmark-rates.ts';
import type { NumberedChange } from './register-kind.ts';

/** The mortgage of a loan of more than seven years. */
interface Security {
  readonly registeredOn: CalendarDate;
  readonly propertyValue: Cents;
  readonly priorDebts: Cents;
}

/** An amalgamated loan: all loans of an income year to one borrower with one maximum term. */
export interface Division7aFacts {
  readonly borrower: string;
  /** The income year in which the loan is made. */
  readonly loanYear: number;
  /** Whole years. */
  readonly term: number;
  readonly secured: Security | null;
  readonly agreementDate: CalendarDate | null;
  /** The earlier of due date and lodgment of the company's return of the loan's year. */
  readonly lodgmentDay: CalendarDate | null;
  /** Lent in the loan's year; negative: repaid within it. Exactly one of this and `opening`. */
  readonly amounts?: readonly LentAmount[] | undefined;
  /** The balance with which a later year opens, where earlier years aren't shown. */
  readonly opening?: { readonly year: number; readonly balance: Cents } | undefined;
}

interface LentAmount {
  readonly date: CalendarDate;
  readonly amount: Cents;
  readonly note?: string | undefined;
}

export interface Repayment extends NumberedChange {
  readonly kind: 'repayment';
  readonly date: CalendarDate;
  readonly amount: Cents;
  readonly by: 'cash' | 'dividend' | 'other';
  /** The day on which the directors resolved the dividend. */
  readonly resolvedOn?: CalendarDate | null | undefined;
  readonly documentId?: string | null | undefined;
}

/** An amount lent or repaid, without the fields that the record adds. */
type DatedAmount = Pick<LentAmount, 'date' | 'amount'>;

interface LadderSegment {
  readonly balance: Cents;
  readonly days: number;
}

export interface LadderYear {
  readonly year: number;
  readonly days: number;
  /** Percent. */
  readonly rate: number;
  readonly rateIs: RateIs;
  readonly remainingTerm: number;
  readonly opening: Cents;
  readonly repaidBeforeLodgmentDay: Cents;
  /** The minimum yearly repayment. */
  readonly minimum: Cents;
  readonly repaid: Cents;
  /** The opening balance first, then one from each day with a repayment. */
  readonly segments: readonly LadderSegment[];
  readonly interest: Cents;
  readonly principal: Cents;
  readonly closing: Cents;
  readonly shortfall: Cents;
  readonly unpaidInterest: Cents;
  /** The balance of the loan account on 30 June, unpaid interest included. */
  readonly ledgerBalance: Cents;
}

/** The amount that is unpaid on 30 June before the ladder, or at the opening. */
export const owedAtStart = ({ amounts = [], opening }: Division7aFacts): Cents =>
  opening?.balance ?? sumCents(amounts.map(({ amount }) => amount));

/** The first year of the ladder. */
export const firstYearOf = ({ loanYear, opening }: Division7aFacts): number => opening?.year ?? loanYear + 1;

/** The last year of the ladder: its term counts from the year after the loan's. */
export const lastYearOf = ({ loanYear, term }: Division7aFacts): number => loanYear + term;

export const startOfYear = (year: number): CalendarDate => addDays(INCOME_YEARS.endOf(year - 1), 1);

/** The year of the ladder in which a date lies; undefined outside it. */
export function ladderYearOn(ladder: readonly LadderYear[], date: CalendarDate): LadderYear | undefined {
  const year = INCOME_YEARS.yearOf(date);
  return ladder.find((row) => row.year === year);
}

/** The years of the ladder in order, also those after the loan is repaid. */
export function ladderOf(
  facts: Division7aFacts,
  repayments: readonly Repayment[],
  enteredRates: readonly EnteredRate[],
): readonly LadderYear[] {
  const first = firstYearOf(facts);
  const byYear = Map.groupBy(repayments, ({ date }) => INCOME_YEARS.yearOf(date));
  const ladder: LadderYear[] = [];
  let opening = owedAtStart(facts);
  let ledgerBalance = opening;
  for (let year = first; year <= lastYearOf(facts); year += 1) {
    const row = yearOf(facts, benchmarkRateOf(year, enteredRates), opening, byYear.get(year) ?? []);
    ledgerBalance = cents(ledgerBalance + row.interest - row.repaid);
    ladder.push({ ...row, ledgerBalance });
    opening = row.closing;
  }
  return ladder;
}

/** Whether all of the loan was repaid before the lodgment day, so that it needs no agreement (section 109D(1)(b)). */
export const needsNoAgreement = ([first]: readonly LadderYear[]): boolean =>
  first !== undefined && first.repaidBeforeLodgmentDay >= first.opening;

/** The amount that leaves nothing when paid on a day of the year, by the repayments dated on or before it. */
export function amountToClear(
  { year, opening, rate, days }: LadderYear,
  repayments: readonly Repayment[],
  on: CalendarDate,
): Cents {
  const start = startOfYear(year);
  const earlier = repayments.filter(({ date }) => date >= start && date <= on);
  const interest = interestOf(segmentsOf(opening, start, earlier, on), rate, days);
  return notBelowZero(opening - sumOf(earlier) + interest);
}

function yearOf(
  { loanYear, term, lodgmentDay }: Division7aFacts,
  { year, rate, rateIs }: BenchmarkRate,
  opening: Cents,
  repayments: readonly Repayment[],
): Omit<LadderYear, 'ledgerBalance'> {
  const start = startOfYear(year);
  const next = startOfYear(year + 1);
  const days = daysBetween(start, next);
  const remainingTerm = term - (year - loanYear - 1);
  const before = repayments.filter(({ date }) => lodgmentDay !== null && date < lodgmentDay);
  const repaidBeforeLodgmentDay = year === loanYear + 1 ? sumOf(before) : ZERO;
  const minimum = minimumOf(cents(opening - repaidBeforeLodgmentDay), rate, remainingTerm);
  const segments = segmentsOf(opening, start, repayments, next);
  const interest = interestOf(segments, rate, days);
  const repaid = sumOf(repayments);
  const principal = notBelowZero(repaid - interest);
  const closing = notBelowZero(opening - principal);
  return {
    year,
    days,
    rate,
    rateIs,
    remainingTerm,
    opening,
    repaidBeforeLodgmentDay,
    minimum,
    repaid,
    segments,
    interest,
    principal,
    closing,
    shortfall: closing === 0 ? ZERO : notBelowZero(minimum - repaid),
    unpaidInterest: notBelowZero(interest - repaid),
  };
}

/**
 * Section 109E(6): base × r ÷ (1 − (1 ÷ (1 + r))ⁿ), half-up to the cent. With r = b ÷ q and 1 + r = p ÷ q it is
 * base × b × pⁿ ÷ (q × (pⁿ − qⁿ)).
 */
function minimumOf(base: Cents, rate: number, term: number): Cents {
  if (base <= 0) return ZERO;
  const n = BigInt(term);
  if (rate === 0) return halfUp(BigInt(base), n);
  const q = BigInt(RATE_UNITS);
  const b = unitsOf(rate);
  const growth = (q + b) ** n;
  return halfUp(BigInt(base) * b * growth, q * (growth - q ** n));
}

/** A rate of 1 (100 percent) in hundredths of a percent. */
const RATE_UNITS = 10_000;

const unitsOf = (rate: number): bigint => BigInt(Math.round(rate * 100));

/** @param end the day after the last. A repayment lowers the balance from its own day; several on a day are one. */
function segmentsOf(
  opening: Cents,
  start: CalendarDate,
  repayments: readonly DatedAmount[],
  end: CalendarDate,
): LadderSegment[] {
  const byDay = Map.groupBy(repayments, ({ date }) => date);
  const dates = [...byDay.keys()].toSorted();
  const balances = [opening];
  let balance: number = opening;
  for (const date of dates) {
    balance -= sumOf(byDay.get(date) ?? []);
    balances.push(notBelowZero(balance));
  }
  const bounds = [start, ...dates, end];
  return balances.map((owed, index) => ({
    balance: owed,
    days: daysBetween(bounds[index] ?? end, bounds[index + 1] ?? end),
  }));
}

/** Each segment's interest is rounded half-up to the cent, as the ATO's calculator does. */
const interestOf = (segments: readonly LadderSegment[], rate: number, daysOfYear: number): Cents =>
  sumCents(
    segments.map(({ balance, days }) =>
      halfUp(BigInt(balance) * unitsOf(rate) * BigInt(days), BigInt(RATE_UNITS * daysOfYear)),
    ),
  );

export const sumOf = (amounts: readonly DatedAmount[]): Cents =>
  sumCents(amounts.map(({ amount }) => amount));

const notBelowZero = (amount: number): Cents => cents(Math.max(amount, 0));
