/** Lenders' documents in many styles, with the loan that each of them states. */
import { dueDate, type Frequency } from '../../domain/amortisation/frequency.ts';
import { addDays, calendarDate, civilOf, daysBetween, type CalendarDate } from '../../domain/calendar.ts';
import { textCells } from '../../web/extraction/cell.ts';
import { printedCells, type DocumentText } from '../../web/extraction/document-text.ts';
import { dollars } from '../../web/extraction/table-rows.ts';

type Lines = readonly (readonly string[])[];

/** A payment of a known loan; cents. */
export interface KnownRow {
  readonly date: CalendarDate;
  /** Without the fee. */
  readonly amount: number;
  readonly interest: number;
  readonly balance: number;
  readonly fee: number;
}

export interface LenderStyle {
  readonly what: string;
  /** The lines of its pages, cell by cell. */
  readonly pages: readonly Lines[];
  readonly isDrawnByColumn?: true;
  /** It is read in part, and a finding says so. */
  readonly isInPart?: true;
  readonly loan: number;
  readonly rows: readonly KnownRow[];
  /** The findings that the style itself brings. */
  readonly codes?: readonly string[];
  readonly lacks?: 'dates' | 'days';
}

const pagesOf = (...pages: readonly Lines[]): readonly Lines[] => pages;

type Printed = Pick<LenderStyle, 'pages' | 'isDrawnByColumn'>;

/** The document as a PDF prints it. */
export const asPdf = ({ pages, isDrawnByColumn }: Printed): DocumentText => ({
  kind: 'pdf',
  pages: pages.map((lines) => {
    const items = printedCells(textCells(lines)).map(({ cell: _cell, column: _column, ...item }) => item);
    return isDrawnByColumn ? items.toSorted((one, other) => other.x - one.x || one.y - other.y) : items;
  }),
});

/** The document as the lines of a text file. */
export const asSheet = ({ pages }: Printed): DocumentText => ({
  kind: 'sheet',
  pages: [printedCells(textCells(pages.flat()))],
});

interface Deal {
  readonly loan: number;
  readonly count: number;
  /** Percent a year. */
  readonly percent: number;
  readonly start: CalendarDate;
  readonly frequency: Frequency;
  readonly first?: CalendarDate;
  readonly interestOnly?: number;
  readonly fee?: number;
  readonly balloon?: number;
  /** Interest follows the days, on a year of 365. */
  readonly byDay?: boolean;
  readonly isInAdvance?: boolean;
}

const PER_YEAR: Readonly<Record<Frequency, number>> = {
  weekly: 52,
  fortnightly: 26,
  monthly: 12,
  quarterly: 4,
  biannually: 2,
  yearly: 1,
};

/** The payments of a loan as a lender's program prints them: interest rounded to the cent, the last one takes the rest. */
export function knownRows(deal: Deal): KnownRow[] {
  const { loan, count, percent, start, frequency, interestOnly = 0, fee = 0, balloon = 0 } = deal;
  const rate = percent / 100 / PER_YEAR[frequency];
  const levelCount = count - interestOnly;
  const factor = (1 + rate) ** -levelCount;
  const arrears = Math.round(((loan - balloon * factor) * rate) / (1 - factor));
  const level = deal.isInAdvance === true ? Math.round(arrears / (1 + rate)) : arrears;
  const firstDate = deal.isInAdvance === true ? start : (deal.first ?? dueDate(start, frequency, 1));
  let balance = loan;
  let before = start;
  return Array.from({ length: count }, (_each, index): KnownRow => {
    const date = dueDate(firstDate, frequency, index);
    const days = daysBetween(before, date);
    const share = deal.byDay === true ? (percent / 100 / 365) * days : rate;
    const interest = deal.isInAdvance === true && index === 0 ? 0 : Math.round(balance * share);
    const isLast = index === count - 1;
    const amount = isLast ? balance + interest : index < interestOnly ? interest : level;
    balance += interest - amount;
    before = date;
    return { date, amount, interest, balance, fee };
  });
}

/** Twelve payments a season, then nothing for a year, twice. */
function pausedRows(): KnownRow[] {
  let balance = MONTHLY.loan;
  return Array.from({ length: 36 }, (_each, index): KnownRow => {
    const interest = Math.round((balance * 0.078) / 12);
    const isLast = index === 35;
    const amount = isLast ? balance + interest : index % 12 < 5 ? 250_000 : 0;
    balance += interest - amount;
    return { date: dueDate(MONTHLY.start, 'monthly', index + 1), amount, interest, balance, fee: 0 };
  });
}

/** Three months whose interest is added to the loan, then level payments. */
function capitalisedRows(): KnownRow[] {
  let balance = MONTHLY.loan;
  return Array.from({ length: 36 }, (_each, index): KnownRow => {
    const interest = Math.round((balance * 0.078) / 12);
    const amount = index === 35 ? balance + interest : index < 3 ? 0 : 147_500;
    balance += interest - amount;
    return { date: dueDate(MONTHLY.start, 'monthly', index + 1), amount, interest, balance, fee: 0 };
  });
}

export const money = (amount: number): string => dollars(amount).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const EPOCH = calendarDate('1970-01-01');

const two = (number: number): string => String(number).padStart(2, '0');
const month = (date: CalendarDate): string => MONTHS[civilOf(date).month - 1] ?? '';
const short = (date: CalendarDate): string => month(date).slice(0, 3);

export const dayFirst = (date: string): string => date.split('-').toReversed().join('/');

const written = {
  dots: (date: CalendarDate) => {
    const { year, month: number, day } = civilOf(date);
    return `${two(day)}.${two(number)}.${two(year % 100)}`;
  },
  short: (date: CalendarDate) => {
    const { year, day } = civilOf(date);
    return `${two(day)}-${short(date).toUpperCase()}-${two(year % 100)}`;
  },
  weekday: (date: CalendarDate) => {
    const { year, day } = civilOf(date);
    const weekday = DAYS[((daysBetween(EPOCH, date) % 7) + 7) % 7] ?? '';
    return `${weekday} ${day} ${short(date)} ${two(year % 100)}`;
  },
  words: (date: CalendarDate) => {
    const { year, day } = civilOf(date);
    const suffix = day % 10 === 1 && day !== 11 ? 'st' : 'th';
    return `${day}${suffix} of ${month(date)} ${year}`;
  },
} as const;

const MONTHLY: Deal = {
  loan: 4_250_000,
  count: 36,
  percent: 7.8,
  start: calendarDate('2024-07-15'),
  frequency: 'monthly',
};

const monthly = knownRows(MONTHLY);
const { loan } = MONTHLY;
const principal = ({ amount, interest }: KnownRow): number => amount - interest;
const before = (rows: readonly KnownRow[], index: number): number => rows[index - 1]?.balance ?? loan;

/** Lines in groups of a size. */
function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_each, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

const sum = (rows: readonly KnownRow[], of: (row: KnownRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

const weekly = knownRows({
  loan: 1_260_000,
  count: 52,
  percent: 9.4,
  start: calendarDate('2025-06-27'),
  frequency: 'weekly',
});
const withFee = knownRows({ ...MONTHLY, fee: 595 });
const interestOnly = knownRows({ ...MONTHLY, interestOnly: 6, byDay: true });
const interestOnlyToEnd = knownRows({ ...MONTHLY, interestOnly: 35 });
const residual = knownRows({ ...MONTHLY, balloon: 1_000_000 }).map((row, index, all): KnownRow => {
  const amount = all[0]?.amount ?? 0;
  return index < all.length - 1 ? row : { ...row, amount, balance: row.amount - amount };
});
const daily = knownRows({ ...MONTHLY, byDay: true });
const monthlyFee = knownRows({ ...MONTHLY, fee: 1000 });
const stub = knownRows({ ...MONTHLY, first: calendarDate('2024-09-01'), byDay: true });
const seasonal = pausedRows();
const capitalised = capitalisedRows();
const inAdvance = knownRows({ ...MONTHLY, isInAdvance: true, frequency: 'quarterly', count: 12 });

export const LENDER_STYLES: readonly LenderStyle[] = [
  {
    what: 'years as headings',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Due', 'Rental', 'Interest', 'Balance'],
      ...monthly.flatMap((row, index) => {
        const { year, day } = civilOf(row.date);
        const line = [
          `${day} ${short(row.date)}`,
          money(row.amount),
          money(row.interest),
          money(row.balance),
        ];
        return index === 0 || civilOf(row.date).month === 1 ? [[String(year)], line] : [line];
      }),
    ]),
  },
  {
    what: 'interest only to the end',
    loan,
    rows: interestOnlyToEnd,
    pages: pagesOf([
      ['Date', 'Repayment', 'Interest', 'Closing balance'],
      ...interestOnlyToEnd.map((row) => [
        dayFirst(row.date),
        money(row.amount),
        money(row.interest),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'weekly payments and balances, with weekdays and two digits of the year',
    loan: 1_260_000,
    rows: weekly,
    pages: pagesOf([
      ['Amount financed', '$12,600.00'],
      ['Payment due', 'Amount', 'Owing after payment'],
      ...weekly.map((row) => [written.weekday(row.date), `$${money(row.amount)}`, `$${money(row.balance)}`]),
    ]),
  },
  {
    what: 'months in words under headings of financial years',
    loan,
    rows: monthly,
    lacks: 'days',
    codes: ['dates-counted'],
    pages: pagesOf([
      ['Month', 'Instalment', 'Interest', 'Principal', 'Balance'],
      ...monthly.flatMap((row, index) => {
        const { year, month: number } = civilOf(row.date);
        const line = [
          month(row.date),
          money(row.amount),
          money(row.interest),
          money(principal(row)),
          money(row.balance),
        ];
        return index === 0 || number === 7 ? [[`FY ${number > 6 ? year + 1 : year}`], line] : [line];
      }),
    ]),
  },
  {
    what: 'numbers without dates, which a sentence gives',
    loan,
    rows: monthly,
    codes: ['dates-counted'],
    pages: pagesOf([
      ['You will repay the loan by 36 monthly instalments, the first due on 15 August 2024.'],
      ['Instalments are payable monthly. First instalment due: 15/08/2024'],
      ['Instalment', 'Opening balance', 'Amount payable', 'Interest', 'Capital', 'Closing balance'],
      ...monthly.map((row, index) => [
        String(index + 1),
        money(before(monthly, index)),
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'a statement whose interest is charged at the end of each month',
    loan,
    rows: daily,
    pages: pagesOf([
      ['Date', 'Particulars', 'Debits', 'Credits', 'Balance'],
      ['15 Jul 2024', 'Loan drawn', money(loan), '', `${money(loan)} DR`],
      ...daily.flatMap((row, index) => [
        [
          dayFirst(addDays(row.date, -1)),
          'Interest to date',
          money(row.interest),
          '',
          `${money(before(daily, index) + row.interest)} DR`,
        ],
        [dayFirst(row.date), 'Direct debit received', '', money(row.amount), `${money(row.balance)} DR`],
      ]),
    ]),
  },
  {
    what: 'a statement of one signed column',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Description', 'Amount', 'Balance'],
      ['15/07/2024', 'Advance', money(loan), money(loan)],
      ...monthly.flatMap((row, index) => [
        [
          dayFirst(row.date),
          'Interest charged',
          money(row.interest),
          money(before(monthly, index) + row.interest),
        ],
        [dayFirst(row.date), 'Repayment', `-${money(row.amount)}`, money(row.balance)],
      ]),
    ]),
  },
  {
    what: 'interest-only months by the day, then principal',
    loan,
    rows: interestOnly,
    pages: pagesOf([
      ['Loan amount: $42,500.00'],
      ['Date', 'Days', 'Interest', 'Principal', 'Repayment', 'Balance'],
      ...interestOnly.map((row, index) => [
        written.short(row.date),
        String(
          daysBetween(index === 0 ? MONTHLY.start : (interestOnly[index - 1]?.date ?? row.date), row.date),
        ),
        money(row.interest),
        principal(row) === 0 ? '-' : money(principal(row)),
        money(row.amount),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'fees in a column of their own, and what is payable in all',
    loan,
    rows: withFee,
    pages: pagesOf([
      ['Due date', 'Principal', 'Interest', 'Account fee', 'Total payable', 'Loan balance'],
      ...withFee.map((row) => [
        dayFirst(row.date),
        money(principal(row)),
        money(row.interest),
        money(row.fee),
        money(row.amount + row.fee),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'payments and balances in brackets',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Period', 'Date', 'Payment', 'Interest', 'Balance'],
      ['0', '15/07/2024', '', '', `(${money(loan)})`],
      ...monthly.map((row, index) => [
        String(index + 1),
        dayFirst(row.date),
        money(row.amount),
        `(${money(row.interest)})`,
        row.balance === 0 ? '-' : `(${money(row.balance)})`,
      ]),
    ]),
  },
  {
    what: 'CR and DR behind each figure',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Repayment', 'Interest', 'Balance'],
      ...monthly.map((row) => [
        dayFirst(row.date),
        `${money(row.amount)} CR`,
        `${money(row.interest)} DR`,
        `${money(row.balance)} DR`,
      ]),
    ]),
  },
  {
    what: 'pages that repeat the headings and carry balances and totals forward',
    loan,
    rows: monthly,
    pages: pagesOf(
      ...groupsOf(monthly, 10).map((rows, page) => {
        const until = monthly.slice(0, page * 10);
        const through = monthly.slice(0, page * 10 + rows.length);
        return [
          ['Northern Asset Finance', `Page ${page + 1} of 4`],
          ['Contract number', 'NAF-204881'],
          ['No', 'Due date', 'Payment', 'Interest', 'Principal', 'Balance'],
          ...(page === 0
            ? []
            : [
                [
                  '',
                  'Brought forward',
                  money(sum(until, ({ amount }) => amount)),
                  money(sum(until, ({ interest }) => interest)),
                  money(sum(until, principal)),
                  money(until.at(-1)?.balance ?? 0),
                ],
              ]),
          ...rows.map((row, index) => [
            String(page * 10 + index + 1),
            dayFirst(row.date),
            money(row.amount),
            money(row.interest),
            money(principal(row)),
            money(row.balance),
          ]),
          [
            '',
            page === 3 ? 'Totals' : 'Carried forward',
            money(sum(through, ({ amount }) => amount)),
            money(sum(through, ({ interest }) => interest)),
            money(sum(through, principal)),
            money(rows.at(-1)?.balance ?? 0),
          ],
        ];
      }),
    ),
  },
  {
    what: 'dates in words',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['On', 'You pay', 'of which interest', 'leaving a balance of'],
      ...monthly.map((row) => [
        written.words(row.date),
        `$${money(row.amount)}`,
        `$${money(row.interest)}`,
        `$${money(row.balance)}`,
      ]),
    ]),
  },
  {
    what: 'dots in dates and thin spaces between thousands',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Fällig', 'Rate', 'Interest', 'Principal', 'Balance'],
      ...monthly.map((row) => [
        written.dots(row.date),
        ...[row.amount, row.interest, principal(row), row.balance].map((amount) =>
          money(amount).replaceAll(',', '\u2009'),
        ),
      ]),
    ]),
  },
  {
    what: 'decimal commas',
    loan,
    rows: monthly,
    codes: ['decimal-commas'],
    pages: pagesOf([
      ['Date', 'Payment', 'Interest', 'Balance'],
      ...monthly.map((row) => [
        dayFirst(row.date),
        ...[row.amount, row.interest, row.balance].map((amount) =>
          money(amount).replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')),
        ),
      ]),
    ]),
  },
  {
    what: 'columns drawn one after the other, from the right',
    loan,
    rows: monthly,
    isDrawnByColumn: true,
    pages: pagesOf([
      ['Due', 'Repayment', 'Interest', 'Principal', 'Balance'],
      ...monthly.map((row) => [
        dayFirst(row.date),
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'rentals with their GST',
    loan,
    rows: monthly,
    codes: ['gst-column'],
    pages: pagesOf([
      ['Date', 'Rental ex GST', 'GST', 'Rental inc GST', 'Interest', 'Balance'],
      ...monthly.map((row) => [
        dayFirst(row.date),
        money(row.amount),
        money(Math.round(row.amount / 10)),
        money(row.amount + Math.round(row.amount / 10)),
        money(row.interest),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'balances before each payment alone',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Opening balance', 'Interest', 'Payment'],
      ...monthly.map((row, index) => [
        dayFirst(row.date),
        money(before(monthly, index)),
        money(row.interest),
        money(row.amount),
      ]),
    ]),
  },
  {
    what: 'quarterly rentals in advance',
    loan,
    rows: inAdvance,
    pages: pagesOf([
      ['Commencement date: 15 July 2024', 'Rentals payable quarterly in advance'],
      ['Rental no.', 'Rental date', 'Rental', 'Finance charges', 'Liability'],
      ...inAdvance.map((row, index) => [
        String(index + 1),
        dayFirst(row.date),
        money(row.amount),
        row.interest === 0 ? '-' : money(row.interest),
        row.balance === 0 ? '-' : money(row.balance),
      ]),
    ]),
  },
  {
    what: 'principal and interest with totals, without balances',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Principal', 'Interest'],
      ...monthly.map((row) => [dayFirst(row.date), money(principal(row)), money(row.interest)]),
      ['Total', money(loan), money(sum(monthly, ({ interest }) => interest))],
    ]),
  },
  {
    what: 'no names of columns, and notes between the rows',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Schedule of your loan K-771204'],
      ...monthly.flatMap((row, index) => {
        const line = [dayFirst(row.date), money(row.amount), money(row.interest), money(row.balance)];
        return index === 12 ? [[`Please keep your details up to date. Call us on 13 22 66.`], line] : [line];
      }),
    ]),
  },
  {
    what: 'abbreviated names and sums at 30 June',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Pmt', 'Due', 'Pmt amt', 'Int', 'Prin', 'Bal'],
      ...monthly.flatMap((row, index) => {
        const line = [
          String(index + 1),
          written.short(row.date),
          money(row.amount),
          money(row.interest),
          money(principal(row)),
          money(row.balance),
        ];
        const isJune = civilOf(row.date).month === 6;
        const year = monthly
          .slice(Math.max(index - 11, 0), index + 1)
          .filter(({ date }) => date > addDays(row.date, -360));
        return isJune
          ? [
              line,
              [
                '',
                `30 Jun ${civilOf(row.date).year}`,
                money(sum(year, ({ amount }) => amount)),
                money(sum(year, ({ interest }) => interest)),
                money(sum(year, principal)),
              ],
            ]
          : [line];
      }),
    ]),
  },

  {
    what: 'a ledger with account fees, notes and monthly balances',
    loan,
    rows: monthlyFee,
    pages: pagesOf([
      ['Statement of account 12345678'],
      ['Date', 'Transaction', 'Debit', 'Credit', 'Balance'],
      ['15/07/2024', 'Opening balance', '', '', money(loan)],
      ...monthlyFee.flatMap((row, index) => {
        const owed = before(monthlyFee, index);
        return [
          [dayFirst(row.date), 'Interest', money(row.interest), '', money(owed + row.interest)],
          [
            dayFirst(row.date),
            'Account keeping fee',
            money(row.fee),
            '',
            money(owed + row.interest + row.fee),
          ],
          [
            dayFirst(row.date),
            'Payment received thank you',
            '',
            money(row.amount + row.fee),
            money(row.balance),
          ],
          ...(index === 8 ? [['Your interest rate may change. See www.example.com']] : []),
        ];
      }),
    ]),
  },
  {
    what: 'a ledger with the latest line first',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Transaction', 'Debit', 'Credit', 'Balance'],
      ...[
        ['15/07/2024', 'Drawdown', money(loan), '', money(loan)],
        ...monthly.flatMap((row, index) => [
          [
            dayFirst(row.date),
            'Interest',
            money(row.interest),
            '',
            money(before(monthly, index) + row.interest),
          ],
          [dayFirst(row.date), 'Payment', '', money(row.amount), money(row.balance)],
        ]),
      ].toReversed(),
    ]),
  },
  {
    what: 'payments with a fee, and balances',
    loan,
    rows: withFee,
    pages: pagesOf([
      ['Loan amount', '$42,500.00'],
      ['Date', 'Payment', 'Monthly fee', 'Total', 'Balance'],
      ...withFee.map((row) => [
        dayFirst(row.date),
        money(row.amount),
        money(row.fee),
        money(row.amount + row.fee),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'payments that include the fee beside it',
    loan,
    rows: withFee,
    pages: pagesOf([
      ['Date', 'Payment', 'Interest', 'Fee', 'Principal', 'Balance'],
      ...withFee.map((row) => [
        dayFirst(row.date),
        money(row.amount + row.fee),
        money(row.interest),
        money(row.fee),
        money(principal(row)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'years and months in columns of their own',
    loan,
    rows: monthly,
    lacks: 'days',
    codes: ['dates-counted'],
    pages: pagesOf([
      ['Year', 'Month', 'Payment', 'Interest', 'Principal', 'Balance'],
      ...monthly.map((row, index) => [
        index === 0 || civilOf(row.date).month === 1 ? String(civilOf(row.date).year) : '',
        short(row.date),
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'months whose first day a term states',
    loan,
    rows: monthly,
    codes: ['dates-counted'],
    pages: pagesOf([
      ['First repayment date', '15 August 2024'],
      ['Month', 'Repayment', 'Interest', 'Balance'],
      ...monthly.map((row) => [
        `${short(row.date)} ${civilOf(row.date).year}`,
        money(row.amount),
        money(row.interest),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'periods from one day to another',
    codes: ['dates-of-periods'],
    loan,
    rows: monthly,
    pages: pagesOf([
      ['From', 'To', 'Interest', 'Payment', 'Balance'],
      ...monthly.map((row, index) => [
        dayFirst(index === 0 ? MONTHLY.start : (monthly[index - 1]?.date ?? row.date)),
        dayFirst(row.date),
        money(row.interest),
        money(row.amount),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'payments numbered 1 of 36',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Payment', 'Due', 'Amount', 'Interest', 'Balance'],
      ...monthly.map((row, index) => [
        `${index + 1} of 36`,
        dayFirst(row.date),
        money(row.amount),
        money(row.interest),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'AUD before each amount',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Repayment', 'Interest', 'Balance'],
      ...monthly.map((row) => [
        dayFirst(row.date),
        `AUD ${money(row.amount)}`,
        `AUD ${money(row.interest)}`,
        `AUD ${money(row.balance)}`,
      ]),
    ]),
  },
  {
    what: 'cumulative columns and a rate',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['No', 'Date', 'Rate', 'Interest', 'Cumulative interest', 'Payment', 'Cumulative paid', 'Balance'],
      ...monthly.map((row, index) => [
        String(index + 1),
        dayFirst(row.date),
        '7.80%',
        money(row.interest),
        money(sum(monthly.slice(0, index + 1), ({ interest }) => interest)),
        money(row.amount),
        money(sum(monthly.slice(0, index + 1), ({ amount }) => amount)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'a first payment in a longer period',
    loan,
    rows: stub,
    pages: pagesOf([
      ['Settlement date', '15/07/2024', 'First payment', '01/09/2024'],
      ['Date', 'Payment', 'Interest', 'Principal', 'Balance'],
      ...stub.map((row) => [
        dayFirst(row.date),
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'seasons without payments',
    loan,
    rows: seasonal,
    pages: pagesOf([
      ['Date', 'Payment', 'Interest', 'Balance'],
      ...seasonal.map((row) => [
        dayFirst(row.date),
        row.amount === 0 ? '-' : money(row.amount),
        money(row.interest),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'interest that is added to the loan at first',
    loan,
    rows: capitalised,
    pages: pagesOf([
      ['Date', 'Opening balance', 'Interest', 'Payment', 'Closing balance'],
      ...capitalised.map((row, index) => [
        dayFirst(row.date),
        money(before(capitalised, index)),
        money(row.interest),
        money(row.amount),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'a summary by year above the payments',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Summary'],
      ['Year', 'Payments', 'Interest', 'Balance'],
      ...[2024, 2025, 2026, 2027].map((year) => {
        const own = monthly.filter(({ date }) => civilOf(date).year === year);
        return [
          String(year),
          money(sum(own, ({ amount }) => amount)),
          money(sum(own, ({ interest }) => interest)),
          money(own.at(-1)?.balance ?? 0),
        ];
      }),
      ['Details'],
      ['Due date', 'Payment', 'Interest', 'Balance'],
      ...monthly.map((row) => [
        dayFirst(row.date),
        money(row.amount),
        money(row.interest),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'remaining rentals beside the balance',
    loan,
    rows: monthly,
    pages: pagesOf([
      [
        'No',
        'Due',
        'Rental',
        'Term charges',
        'Principal',
        'Unearned charges',
        'Rentals remaining',
        'Net balance',
      ],
      ...monthly.map((row, index) => [
        String(index + 1),
        dayFirst(row.date),
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(sum(monthly.slice(index + 1), ({ interest }) => interest)),
        money(sum(monthly.slice(index + 1), ({ amount }) => amount)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'the date behind the amounts',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Payment', 'Interest', 'Principal', 'Balance', 'Due'],
      ...monthly.map((row) => [
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(row.balance),
        dayFirst(row.date),
      ]),
    ]),
  },
  {
    what: 'a residual that the rows leave out',
    loan,
    rows: residual,
    codes: ['balloon-left'],
    pages: pagesOf([
      ['Number', 'Due', 'Rental', 'Interest', 'Balance'],
      ...residual.map((row, index) => [
        String(index + 1),
        dayFirst(row.date),
        money(row.amount),
        money(row.interest),
        money(row.balance),
      ]),
      ['', 'Residual', money(residual.at(-1)?.balance ?? 0), '', ''],
    ]),
  },
  {
    what: 'two lines for each payment',
    isInPart: true,
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Due date', 'Instalment', 'Balance'],
      ['', 'Interest', 'Principal'],
      ...monthly.flatMap((row) => [
        [dayFirst(row.date), money(row.amount), money(row.balance)],
        ['', money(row.interest), money(principal(row))],
      ]),
    ]),
  },
  {
    what: 'capital letters and names over two lines',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['PAYMENT', 'PAYMENT', 'INTEREST', 'PRINCIPAL', 'BALANCE'],
      ['DATE', 'AMOUNT', 'PAID', 'REPAID', 'OUTSTANDING'],
      ...monthly.map((row) => [
        written.short(row.date),
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'dates and amounts alone',
    loan,
    rows: monthly.map((row) => ({ ...row, interest: 0, balance: 0 })),
    codes: ['alone'],
    pages: pagesOf([
      ['Amount financed', '$42,500.00'],
      ['Date', 'Payment'],
      ...monthly.map((row) => [dayFirst(row.date), money(row.amount)]),
    ]),
  },
  {
    what: 'months counted from the first',
    loan,
    rows: monthly,
    lacks: 'dates',
    codes: ['dates-counted'],
    pages: pagesOf([
      ['Period', 'Payment', 'Interest', 'Principal', 'Balance'],
      ...monthly.map((row, index) => [
        `Month ${index + 1}`,
        money(row.amount),
        money(row.interest),
        money(principal(row)),
        money(row.balance),
      ]),
    ]),
  },
  {
    what: 'AU$ at each amount',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Payment', 'Interest', 'Balance'],
      ...monthly.map((row) => [
        dayFirst(row.date),
        `AU$${money(row.amount)}`,
        `AU$${money(row.interest)}`,
        `AU$${money(row.balance)}`,
      ]),
    ]),
  },
  {
    what: 'a sentence for each payment',
    loan,
    rows: monthly,
    pages: pagesOf(
      monthly.map((row, index) => [
        `${index + 1}. On ${civilOf(row.date).day} ${short(row.date)} ${civilOf(row.date).year} you pay $${money(row.amount)}, of which interest $${money(row.interest)}, leaving $${money(row.balance)}.`,
      ]),
    ),
  },
  {
    what: 'a statement with the opening and closing balance of each month',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Transaction', 'Debit', 'Credit', 'Balance'],
      ...monthly.flatMap((row, index) => {
        const owed = before(monthly, index);
        const date = dayFirst(row.date);
        return [
          [date, 'Opening balance', '', '', money(owed)],
          [date, 'Interest', money(row.interest), '', money(owed + row.interest)],
          [date, 'Direct debit', '', money(row.amount), money(row.balance)],
          [date, 'Closing balance', '', '', money(row.balance)],
        ];
      }),
    ]),
  },
  {
    what: 'a statement of one column whose debt is negative',
    loan,
    rows: monthly,
    pages: pagesOf([
      ['Date', 'Details', 'Amount', 'Balance'],
      ['15/07/2024', 'Drawdown', `-${money(loan)}`, `-${money(loan)}`],
      ...monthly.flatMap((row, index) => [
        [
          dayFirst(row.date),
          'Interest',
          `-${money(row.interest)}`,
          `-${money(before(monthly, index) + row.interest)}`,
        ],
        [
          dayFirst(row.date),
          'Payment',
          money(row.amount),
          row.balance === 0 ? '0.00' : `-${money(row.balance)}`,
        ],
      ]),
    ]),
  },
];
