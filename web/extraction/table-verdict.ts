/** Whether the terms of a contract agree with the payments of its table. */
import { daysBetween } from '../../domain/calendar.ts';
import { centsOf, decimalsOf, disagreement, sameTotal, textsOf, type Compared } from './comparison.ts';
import type { Term } from './contract-terms.ts';
import type { RepaymentTable } from './repayment-table.ts';
import { dollars, type Note } from './table-rows.ts';

/** Compares the terms with the payments of a table; the findings are the terms that differ. */
export function compareWithTable(terms: readonly Term[], { loan, rows }: RepaymentTable): Note[] {
  const paid = rows.reduce((sum, { amount }) => sum + amount, 0);
  const interest = rows.reduce((sum, { interest: each }) => sum + each, 0);
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
    ...sameTotal(terms, 'totalInterest', [interest, interest + fees], rows.length),
    ...sameTotal(terms, 'totalRepayments', [paid, paid + fees, paid + left, paid + left + fees], rows.length),
    ...tableRate(terms, loan, rows),
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
