/** Whether the terms of a contract agree with the payments of its table. */
import { paymentsPerYear } from '../../domain/amortisation/frequency.ts';
import { daysBetween, type CalendarDate } from '../../domain/calendar.ts';
import {
  centsOf,
  decimalsOf,
  disagreement,
  sameTotal,
  textsOf,
  valuesOf,
  type Compared,
} from './comparison.ts';
import type { Term } from './contract-terms.ts';
import type { RepaymentTable } from './repayment-table.ts';
import { frequencyOfDates } from './row-dates.ts';
import { isAlone } from './judge.ts';
import { dollars, type Note } from './table-rows.ts';

/** Compares the terms with the payments of a table; the findings are the terms that differ. */
export function compareWithTable(terms: readonly Term[], { loan, rows, roles }: RepaymentTable): Note[] {
  const paid = rows.reduce((sum, { amount }) => sum + amount, 0);
  const charged = rows.reduce((sum, { interest: each }) => sum + each, 0);
  const interest = isAlone(roles) ? paid - (loan ?? NaN) : charged;
  const fees = rows.reduce((sum, { fee }) => sum + fee, 0);
  const left = rows.at(-1)?.balance ?? 0;
  const amounts = centsOf(terms, 'amountFinanced');
  const compared: Compared[] = [
    ...(loan !== null && amounts[0] !== undefined
      ? [
          {
            field: 'amountFinanced' as const,
            stated: dollars(amounts[0]),
            computed: dollars(loan),
            agrees: amounts.includes(loan),
          },
        ]
      : []),
    ...(Number.isNaN(interest)
      ? []
      : sameTotal(terms, 'totalInterest', [interest, interest + fees], rows.length)),
    ...sameTotal(terms, 'totalRepayments', [paid, paid + fees, paid + left, paid + left + fees], rows.length),
    ...tableRate(terms, loan, rows),
    ...comparedCounts(terms, rows),
    ...comparedAmounts(terms, rows),
    ...comparedDates(terms, rows),
    ...comparedFee(terms, rows),
    ...comparedTiming(terms, rows),
  ];
  return compared.filter(({ agrees }) => !agrees).map(disagreement);
}

/** The rate that most rows charge, a period or a day. */
function tableRate(terms: readonly Term[], loan: number | null, rows: RepaymentTable['rows']): Compared[] {
  const [stated] = textsOf(terms, 'interestRate');
  if (stated === undefined || loan === null || rows.length < 3) return [];
  const rates = rows.flatMap(({ interest, date }, index) => {
    const before = rows[index - 1];
    if (!before || before.balance < 1000 || interest <= 0 || !date || !before.date) return [];
    const days = daysBetween(before.date, date);
    const each = interest / before.balance;
    const perYear = 365 / days;
    const steps = [52, 26, 12, 4, 2, 1];
    const periods =
      steps.toSorted(
        (one, other) => Math.abs(Math.log(one / perYear)) - Math.abs(Math.log(other / perYear)),
      )[0] ?? 12;
    // Half a cent of rounding, as a rate.
    return [
      { byPeriod: each * periods * 100, byDay: each * perYear * 100, error: (60 * periods) / before.balance },
    ];
  });
  const agreeing = (pick: (rate: (typeof rates)[number]) => number): number =>
    rates.filter(
      (rate) =>
        Math.abs(pick(rate) - Number(stated)) <= rate.error + 0.5 * 10 ** -Math.max(decimalsOf(stated), 2),
    ).length;
  const agrees =
    rates.length === 0 ||
    Math.max(
      agreeing(({ byPeriod }) => byPeriod),
      agreeing(({ byDay }) => byDay),
    ) >=
      rates.length / 2;
  const middle =
    rates.map(({ byPeriod }) => byPeriod).toSorted((one, other) => one - other)[
      Math.floor(rates.length / 2)
    ] ?? NaN;
  return [
    { field: 'interestRate', stated, computed: Number.isFinite(middle) ? middle.toFixed(2) : '', agrees },
  ];
}

type Rows = RepaymentTable['rows'];

const datesOf = (rows: Rows): CalendarDate[] => rows.flatMap(({ date }) => date ?? []);

/** The number of payments, which may leave out a balloon or count months, and how often they are. */
function comparedCounts(terms: readonly Term[], rows: Rows): Compared[] {
  const dates = datesOf(rows);
  const frequency = dates.length > 2 ? frequencyOfDates(dates) : null;
  const perMonth = frequency === null ? 1 : paymentsPerYear(frequency) / 12;
  const counts = textsOf(terms, 'numberOfPayments').map(Number);
  const compared: Compared[] = [];
  const [count] = counts;
  if (count !== undefined) {
    const agrees = counts.some((each) =>
      [each, each * perMonth].some((payments) => Math.abs(payments - rows.length) <= 1),
    );
    compared.push({
      field: 'numberOfPayments',
      stated: String(count),
      computed: String(rows.length),
      agrees,
    });
  }
  const frequencies = textsOf(terms, 'frequency');
  if (frequencies[0] !== undefined && frequency !== null) {
    const agrees = frequencies[0] === frequency;
    compared.push({ field: 'frequency', stated: frequencies[0], computed: frequency, agrees });
  }
  return compared;
}

/** A payment with or without its fee, and a balloon in the last payment, as the last one, or as what is left. */
function comparedAmounts(terms: readonly Term[], rows: Rows): Compared[] {
  const last = rows.at(-1);
  const usual = rows[Math.floor((rows.length - 1) / 2)];
  if (!last || !usual) return [];
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= 1;
  // The last instalment beside a balloon takes the cents.
  const isLastInstalment = (amount: number): boolean =>
    Math.abs(amount - usual.amount) <= 0.05 * usual.amount;
  const among = (
    field: 'paymentAmount' | 'balloon',
    shown: number,
    figures: readonly number[],
  ): Compared[] => {
    const stated = centsOf(terms, field);
    if (stated[0] === undefined || stated[0] === 0) return [];
    const agrees = stated.some(
      (each) =>
        figures.some((figure) => near(each, figure)) ||
        (field === 'balloon' && isLastInstalment(last.amount - each)),
    );
    return [{ field, stated: dollars(stated[0]), computed: dollars(shown), agrees }];
  };
  return [
    ...among(
      'paymentAmount',
      usual.amount,
      rows.flatMap(({ amount, fee }) => [amount, amount + fee]),
    ),
    ...among('balloon', last.amount, [
      last.amount,
      last.amount + last.fee,
      last.balance,
      last.balance + last.amount,
      rows.at(-2)?.balance ?? NaN,
    ]),
  ];
}

/** The fee of a payment; a payment that includes it may state it apart. */
function comparedFee(terms: readonly Term[], rows: Rows): Compared[] {
  const stated = centsOf(terms, 'regularFee');
  const fees: number[] = rows.filter(({ amount }) => amount > 0).map(({ fee }) => fee);
  const [first] = stated;
  if (first === undefined) return [];
  const agrees = stated.some((fee) => fees.includes(fee));
  return [{ field: 'regularFee', stated: dollars(first), computed: dollars(fees[0] ?? 0), agrees }];
}

/** A payment in advance is due on the start date, before any interest. */
function comparedTiming(terms: readonly Term[], rows: Rows): Compared[] {
  const [inAdvance] = valuesOf(terms, 'inAdvance');
  const [first, second] = rows;
  if (typeof inAdvance !== 'boolean' || !first || !second || second.interest === 0) return [];
  const isFree = first.interest === 0;
  return [
    {
      field: 'inAdvance',
      stated: inAdvance ? 'Yes' : 'No',
      computed: isFree ? 'Yes' : 'No',
      agrees: inAdvance === isFree,
    },
  ];
}

/** Lenders move a date by some days; the last one may be that of a balloon a period later. */
function comparedDates(terms: readonly Term[], rows: Rows): Compared[] {
  const dates = datesOf(rows);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || dates.length < 2) return [];
  const period = 366 / paymentsPerYear(frequencyOfDates(dates));
  const dated = (
    field: 'startDate' | 'firstPaymentDate' | 'lastPaymentDate',
    computed: CalendarDate,
    fits: (days: number) => boolean,
  ): Compared[] => {
    const stated = textsOf(terms, field);
    if (stated[0] === undefined) return [];
    const agrees = stated.some((date) => fits(daysBetween(computed, date as CalendarDate)));
    return [{ field, stated: stated[0], computed, agrees }];
  };
  return [
    ...dated('startDate', first, (days) => days <= 7),
    ...dated('firstPaymentDate', first, (days) => Math.abs(days) <= 7),
    ...dated('lastPaymentDate', last, (days) => Math.abs(days) <= period + 7),
  ];
}
