/** The rows of the statement of a Division 7A loan: its facts and figures, beside the repayments of the year. */
import { type CalendarDate, formatDay } from '../../domain/calendar.ts';
import { cents, type Cents, formatMoney, sumCents } from '../../domain/money.ts';
import { benchmarkRates } from '../../domain/registers/benchmark-rates.ts';
import type { LadderYear, Repayment } from '../../domain/registers/division-7a-ladder.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import type { readLoan } from '../records/registers/division-7a.ts';
import type { PdfRow } from './pdf-table.ts';

type Loan = Awaited<ReturnType<typeof readLoan>>;

/** Repayments that are shown one by one, so that the statement has one page. */
const MOST_SHOWN = 25;

const MEANS = { cash: 'Cash', dividend: 'Dividend set off', other: 'Other' } as const;

const dayOrNone = (date: CalendarDate | null): string => (date === null ? 'None' : formatDay(date));

/** @param year one of the years of the loan */
export function statementRows(loan: Loan, year: number): PdfRow[] {
  const facts = factRows(loan, year);
  const repaid = repaymentRows(loan.repayments.filter(({ date }) => INCOME_YEARS.yearOf(date) === year));
  return Array.from({ length: Math.max(facts.length, repaid.length) }, (_each, index) => ({
    cells: [...(facts[index] ?? ['', '']), ...(repaid[index] ?? ['', '', ''])],
  }));
}

function factRows(loan: Loan, year: number): [label: string, value: string][] {
  const { facts, ladder } = loan;
  const { secured } = facts;
  const row = ladder.find((one) => one.year === year);
  const next = ladder.find((one) => one.year === year + 1);
  if (!row) return [];
  const money = (name: string, amount: Cents): [string, string] => [name, formatMoney(amount)];
  return [
    ['Borrower', facts.borrower],
    ['Made in the year ended', formatDay(INCOME_YEARS.endOf(facts.loanYear))],
    ['Term', `${facts.term} ${facts.term === 1 ? 'year' : 'years'}, ${row.remainingTerm} remaining`],
    ...(secured
      ? ([
          ['Mortgage registered on', formatDay(secured.registeredOn)],
          ['Property less prior debts', formatMoney(cents(secured.propertyValue - secured.priorDebts))],
        ] as [string, string][])
      : []),
    ['Written agreement of', dayOrNone(facts.agreementDate)],
    ['Lodgment day', dayOrNone(facts.lodgmentDay)],
    ['Benchmark rate', `${row.rate} %`],
    ['Source of the rate', sourceOf(loan, row)],
    money('Opening balance', row.opening),
    money('Repaid before the lodgment day', row.repaidBeforeLodgmentDay),
    money('Minimum yearly repayment', row.minimum),
    money('Repaid', row.repaid),
    money('Interest', row.interest),
    money('Principal', row.principal),
    money('Closing balance', row.closing),
    money('Shortfall', row.shortfall),
    money('Interest unpaid', row.unpaidInterest),
    money('Balance of the loan account', row.ledgerBalance),
    ['Minimum of the next year', next ? minimumText(next) : 'None: the term has ended'],
  ];
}

const minimumText = ({ minimum, rateIs }: LadderYear): string =>
  `${formatMoney(minimum)}${rateIs === 'projected' ? ', by the latest known rate' : ''}`;

function sourceOf({ enteredRates }: Loan, { year, rateIs }: LadderYear): string {
  if (rateIs === 'projected') return 'None yet: the latest known rate';
  return benchmarkRates(enteredRates).find((rate) => rate.year === year)?.source ?? '';
}

function repaymentRows(repayments: readonly Repayment[]): [date: string, means: string, amount: string][] {
  const inOrder = repayments.toSorted((one, other) => one.date.localeCompare(other.date));
  const sum = (all: readonly Repayment[]): string => formatMoney(sumCents(all.map(({ amount }) => amount)));
  const further = inOrder.slice(MOST_SHOWN);
  return [
    ...inOrder
      .slice(0, MOST_SHOWN)
      .map(({ date, by, amount }): [string, string, string] => [
        formatDay(date),
        MEANS[by],
        formatMoney(amount),
      ]),
    ...(further.length > 0
      ? [[`${further.length} more`, 'Various', sum(further)] as [string, string, string]]
      : []),
    ['Total', '', sum(repayments)],
  ];
}
