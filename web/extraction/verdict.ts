/** Whether the terms of a contract agree with each other, to the cent and to the rate's decimals. */
import { dueDate, paymentsPerYear, type Frequency } from '../../domain/amortisation/frequency.ts';
import { originalTerms } from '../../domain/amortisation/amortise.ts';
import { rateOf, solveRate } from '../../domain/amortisation/rate.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import { keptFirstPayment, totalInterest, type Terms } from '../../domain/amortisation/terms.ts';
import { calendarDate, daysBetween, isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { cents, ZERO } from '../../domain/money.ts';
import {
  centsOf,
  decimalsOf,
  disagreement,
  inCents,
  sameTotal,
  textsOf,
  valuesOf,
  type Compared,
} from './comparison.ts';
import type { Term } from './contract-terms.ts';
import type { Note } from './table-rows.ts';

/** Judges the terms by themselves; no finding where there is nothing to compare. */
export function judgeTerms(terms: readonly Term[]): Note[] {
  const best = modelsOf(terms)
    .map((model) => comparisons(model, terms))
    .toSorted((one, other) => scoreOf(other) - scoreOf(one))[0];
  if (!best || best.length === 0) return [];
  const wrong = best.filter(({ agrees }) => !agrees);
  return wrong.length === 0 ? [{ code: 'terms-agree' }] : wrong.map(disagreement);
}

const scoreOf = (compared: readonly Compared[]): number =>
  compared.reduce((sum, { agrees }) => sum + (agrees ? 1 : -1), 0);

/** A contract as the terms may mean it; amounts in cents. */
interface Model {
  readonly loan: number;
  readonly rows: readonly TermRow[];
  readonly isInAdvance: boolean;
  readonly frequency: Frequency;
  readonly fee: number;
  /** The first payment's own date counts: some lenders charge no interest for another first period. */
  readonly dates: Pick<Terms, 'startDate' | 'firstPaymentDate'>;
}

function modelsOf(terms: readonly Term[]): Model[] {
  const [stated] = textsOf(terms, 'frequency');
  const frequency = (stated ?? 'monthly') as Frequency;
  const advance = valuesOf(terms, 'inAdvance')[0];
  const timings = typeof advance === 'boolean' ? [advance] : [false, true];
  const fees = [0, ...centsOf(terms, 'regularFee')];
  const models = centsOf(terms, 'amountFinanced').flatMap((loan) =>
    rowsOf(terms, frequency).flatMap((rows) =>
      timings.flatMap((isInAdvance) =>
        fees.flatMap((fee) =>
          datesOf(terms, frequency, isInAdvance).map((dates): Model => ({
            loan,
            rows,
            isInAdvance,
            frequency,
            fee,
            dates,
          })),
        ),
      ),
    ),
  );
  return models.filter(({ rows, fee }) => rows.every(({ amount }) => amount > fee));
}

/** The dates that were read, and a usual first period. */
function datesOf(terms: readonly Term[], frequency: Frequency, isInAdvance: boolean): Model['dates'][] {
  const usual = { startDate: calendarDate('2000-01-01') };
  const [startDate, first] = (['startDate', 'firstPaymentDate'] as const).map((field) => {
    const [text] = textsOf(terms, field);
    return text !== undefined && isCalendarDate(text) ? text : undefined;
  });
  if (isInAdvance || startDate === undefined || first === undefined || first <= startDate) return [usual];
  const firstPaymentDate = keptFirstPayment({ startDate, frequency }, first);
  return firstPaymentDate === undefined ? [usual] : [{ startDate, firstPaymentDate }, usual];
}

/** The payments: a stated list, or count and amount with the balloon in or after the last one. */
function rowsOf(terms: readonly Term[], frequency: Frequency): TermRow[][] {
  const [list] = valuesOf(terms, 'payments');
  const balloons = centsOf(terms, 'balloon');
  if (Array.isArray(list)) {
    const rows = (list as [string, string][]).map(([qty, amount]) => ({
      qty: Number(qty),
      amount: cents(inCents(amount)),
    }));
    return [rows, ...balloons.map((balloon) => [...rows, { qty: 1, amount: cents(balloon) }])];
  }
  const counts = textsOf(terms, 'numberOfPayments').flatMap((text) => countsOf(Number(text), frequency));
  return counts.flatMap((qty) =>
    centsOf(terms, 'paymentAmount').flatMap((amount) => {
      const level = { qty, amount: cents(amount) };
      if (balloons.length === 0) return [[level]];
      return balloons.flatMap((balloon): TermRow[][] => [
        [level, { qty: 1, amount: cents(balloon) }],
        ...(qty > 1
          ? [
              [
                { ...level, qty: qty - 1 },
                { qty: 1, amount: cents(amount + balloon) },
              ],
              [
                { ...level, qty: qty - 1 },
                { qty: 1, amount: cents(balloon) },
              ],
            ]
          : []),
      ]);
    }),
  );
}

/** A term in months is another number of payments where they are not monthly. */
function countsOf(count: number, frequency: Frequency): number[] {
  const converted = (count * paymentsPerYear(frequency)) / 12;
  return frequency === 'monthly' || !Number.isInteger(converted) ? [count] : [count, converted];
}

function comparisons(model: Model, terms: readonly Term[]): Compared[] {
  const contract = {
    loanAmount: cents(model.loan),
    frequency: model.frequency,
    ...model.dates,
    firstPaymentOnStartDate: model.isInAdvance,
    administrationFee: ZERO,
    rows: model.rows.map(({ qty, amount }) => ({ qty, amount: cents(amount - model.fee) })),
  };
  const count = model.rows.reduce((sum, { qty }) => sum + qty, 0);
  const interest = totalInterest(contract);
  const charged = interest + model.loan;
  const rate =
    interest < 0 || (model.isInAdvance && (contract.rows[0]?.amount ?? 0) >= model.loan)
      ? NaN
      : rateOf(solveRate(originalTerms(contract)), model.frequency).annualPercent;
  return [
    ...textsOf(terms, 'interestRate')
      .slice(0, 1)
      .map((stated) => sameRate(stated, rate)),
    ...sameTotal(terms, 'totalInterest', [interest, interest + count * model.fee], count),
    ...sameTotal(terms, 'totalRepayments', [charged, charged + count * model.fee], count),
    ...sameDates(terms, model, count),
  ];
}

/** A rate agrees when it rounds to the stated one; a stated 7.9 may be 7.90. */
function sameRate(stated: string, rate: number): Compared {
  const decimals = Math.max(decimalsOf(stated), 2);
  const tolerance = 0.5 * 10 ** -decimals + 0.001;
  return {
    field: 'interestRate',
    stated,
    computed: Number.isFinite(rate) ? rate.toFixed(decimals) : '',
    agrees: Math.abs(Number(stated) - rate) <= tolerance,
  };
}

/** Days beyond a usual first period, some more than a year. */
const LONGEST_FIRST_PERIOD = 400;

function sameDates(terms: readonly Term[], { frequency, isInAdvance }: Model, count: number): Compared[] {
  const [start] = textsOf(terms, 'startDate');
  const [first] = textsOf(terms, 'firstPaymentDate');
  const [last] = textsOf(terms, 'lastPaymentDate');
  if (first === undefined) return [];
  const compared: Compared[] = [];
  if (start !== undefined) {
    const expected = isInAdvance ? start : dueDate(start as CalendarDate, frequency, 1);
    const days = daysBetween(expected as CalendarDate, first as CalendarDate);
    // Lenders move a first payment by some days, and a contract in arrears may have a first period of any length.
    const agrees = isInAdvance
      ? Math.abs(days) <= 366 / paymentsPerYear(frequency) / 2
      : first > start && days <= LONGEST_FIRST_PERIOD;
    if (isInAdvance || !agrees)
      compared.push({ field: 'firstPaymentDate', stated: first, computed: expected, agrees });
  }
  if (last !== undefined) {
    const expected = [count - 2, count - 1, count].map((periods) =>
      dueDate(first as CalendarDate, frequency, periods),
    );
    const agrees = expected.some((date) => Math.abs(daysBetween(last as CalendarDate, date)) <= 7);
    compared.push({ field: 'lastPaymentDate', stated: last, computed: expected[1] ?? '', agrees });
  }
  return compared;
}
