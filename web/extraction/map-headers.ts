/** Which column of an import each header of a file stands for: by its own name, a synonym, or words in it. */
import {
  amountOrNoneOfCell,
  balloonDueOfCell,
  countOfCell,
  dateOfCell,
  flagOfCell,
  frequencyOfCell,
  isLease,
  kindOfCell,
  moneyOfCell,
  monthEndsOfCell,
  plain,
  rateOfCell,
} from '../../domain/import/cells.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '../../domain/import/columns.ts';
import { isEmpty, type Cell } from './cell.ts';
import { balloonOfPercent } from '../../domain/amortisation/stated-balloon.ts';
import { ZERO } from '../../domain/money.ts';
import { dateOfText } from '../../domain/written-date.ts';
import { isPercentHeader, meaningOfHeader } from './header-words.ts';
import { withoutMoneyUnit } from './money-unit.ts';
import { dollarText } from './register-text.ts';

type Columns = readonly (ImportColumn | null)[];
/** Cells below each header. */
type Samples = readonly (readonly Cell[])[];

const SYNONYMS: Partial<Readonly<Record<ImportColumn, readonly string[]>>> = {
  entity: ['Business', 'Client', 'Company', 'Customer', 'Entity name', 'Client name', 'Organisation'],
  name: ['Schedule', 'Schedule name', 'Description', 'Contract', 'Contract name', 'Loan', 'Loan name'],
  loanAmount: [
    'Amount financed',
    'Financed amount',
    'Principal',
    'Loan',
    'Amount borrowed',
    'NAF',
    'Net amount financed',
  ],
  startDate: ['Start', 'Commencement date', 'Commencement', 'Settlement date', 'Contract date', 'Date'],
  frequency: ['Payment frequency', 'Repayment frequency', 'Repayments', 'Term type'],
  firstPaymentOnStartDate: ['In advance', 'Payments in advance', 'Advance', 'First payment at start'],
  administrationFee: ['Admin fee', 'Monthly fee', 'Account fee', 'Account keeping fee'],
  'terms.0.qty': ['Payments', 'Number of payments', 'Term', 'No of payments', 'Instalments', 'Qty', 'Qty 1'],
  'terms.0.amount': [
    'Amount',
    'Payment',
    'Payment amount',
    'Repayment',
    'Repayment amount',
    'Instalment',
    'Instalment amount',
    'Repayments',
  ],
  balloonDue: ['Residual due', 'Balloon timing'],
  contractRate: ['Rate', 'Interest rate', 'Rate p.a.', 'Rate %', 'Nominal rate', 'APR'],
  balloon: ['Residual', 'Balloon amount', 'Balloon payment', 'Residual value', 'RV'],
  lender: ['Financier', 'Bank', 'Finance company', 'Credit provider', 'Lender name'],
  contractNumber: [
    'Contract no',
    'Agreement number',
    'Agreement no',
    'Loan number',
    'Account number',
    'Reference',
  ],
  asset: ['Goods', 'Asset description', 'Equipment', 'Vehicle'],
  kind: ['Type', 'Contract type', 'Loan type', 'Facility type', 'Product'],
};

/**
 * Which column of the import each header stands for, null for those that mean none. A header's own name wins over a
 * synonym, a synonym over words in it, and no column is taken twice.
 * @param given the headers as the file states them.
 * @param chosen headers that were mapped by hand before, by their plain text.
 * @param samples cells below each header: most of them must be readable as what a header stands for.
 */
export function mapHeaders(
  given: readonly string[],
  chosen: Readonly<Record<string, ImportColumn>> = {},
  samples: Samples = [],
): Columns {
  const headers = given.map(withoutMoneyUnit);
  const remembered = Object.fromEntries(
    given.flatMap((header, index) => {
      const column = chosen[plain(header)];
      return column ? [[plain(headers[index] ?? ''), column] as const] : [];
    }),
  );
  const refused = new Set<number>();
  const isCertain = (index: number, column: ImportColumn): boolean => {
    const word = plain(headers[index] ?? '');
    return remembered[word] === column || word === plain(headerOf(column));
  };
  for (;;) {
    const columns = takeColumns(headers, remembered, samples, refused);
    const amount = columns.indexOf('terms.0.amount');
    if (amount >= 0 && !isCertain(amount, 'terms.0.amount') && !repays(columns, samples, headers)) {
      // Another column may hold the payments.
      refused.add(amount);
    } else {
      return columns.map((column, index) =>
        column === 'administrationFee' && !isCertain(index, column) && !isFee(columns, samples)
          ? null
          : column,
      );
    }
  }
}

/** The columns by names and samples alone. @param refused indexes of headers that are no payments. */
function takeColumns(
  headers: readonly string[],
  remembered: Readonly<Record<string, ImportColumn>>,
  samples: Samples,
  refused: ReadonlySet<number>,
): Columns {
  const taken = new Map<number, ImportColumn>();
  const isTaken = (column: ImportColumn): boolean => [...taken.values()].includes(column);
  // An amount says more than a percentage of something.
  const order = [...headers.entries()].toSorted(
    ([, one], [, other]) => Number(isPercentHeader(one)) - Number(isPercentHeader(other)),
  );
  const take = (
    meaning: (word: string, header: string) => readonly ImportColumn[],
    isCertain = false,
  ): void => {
    for (const [index, header] of order) {
      const word = wordOf(header);
      if (word === '' || taken.has(index)) continue;
      const fits = (column: ImportColumn): boolean =>
        isCertain ||
        (canHold(column, samples[index] ?? [], header) &&
          !(column === 'terms.0.amount' && refused.has(index)));
      const column = meaning(word, header).find((candidate) => !isTaken(candidate) && fits(candidate));
      if (column !== undefined) taken.set(index, column);
    }
  };
  take((_word, header) => [remembered[plain(header)] ?? []].flat(), true);
  take(
    (word) => IMPORT_COLUMNS.filter(({ header }) => plain(header) === word).map(({ column }) => column),
    true,
  );
  take((word) =>
    IMPORT_COLUMNS.filter(({ column }) => SYNONYMS[column]?.some((synonym) => plain(synonym) === word)).map(
      ({ column }) => column,
    ),
  );
  take((_word, header) => meaningOfHeader(header));
  return headers.map((_header, index) => taken.get(index) ?? null);
}

/** The plain text of a header, its number sign as a word: `Contract #` is no contract. */
const wordOf = (header: string): string => plain(header.replaceAll('#', 'number'));

const headerOf = (column: ImportColumn): string =>
  IMPORT_COLUMNS.find((each) => each.column === column)?.header ?? '';

/** A fee of each payment is at most this share of it. */
const HIGHEST_FEE = 0.05;

/** Whether the figures of the column of fees can be fees of the payments beside them. */
function isFee(columns: Columns, samples: Samples): boolean {
  const fee = middleOf('administrationFee', columns, samples);
  const amount = middleOf('terms.0.amount', columns, samples);
  return fee === undefined || amount === undefined || fee <= HIGHEST_FEE * amount;
}

/** The payments of a month at most: a term may count months while its payments are weekly. */
const MOST_IN_A_MONTH = 5;

/** Whether the figures of the column of amounts can repay the loans beside them: days and counts of payments cannot. */
function repays(columns: Columns, samples: Samples, headers: readonly string[]): boolean {
  const loan = middleOf('loanAmount', columns, samples);
  const amount = middleOf('terms.0.amount', columns, samples);
  const term = columns.indexOf('terms.0.qty');
  const counts = (samples[term] ?? []).flatMap(
    (cell) => countOfCell(dollarText('terms.0.qty', cell, headers[term] ?? '')) ?? [],
  );
  const count = middle(counts.map(({ number, unit }) => (unit === 'years' ? 12 * number : number)));
  if (loan === undefined || amount === undefined || count === undefined) return true;
  const balloon = middleOf('balloon', columns, samples) ?? 0;
  return MOST_IN_A_MONTH * count * amount + balloon >= loan;
}

/** The middle one of a column's amounts, cents. */
const middleOf = (column: ImportColumn, columns: Columns, samples: Samples): number | undefined =>
  middle((samples[columns.indexOf(column)] ?? []).flatMap(({ text }) => amountOrNoneOfCell(text) || []));

const middle = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Dates of which a part may be missing, and the numbers that Excel keeps dates as. */
function anyDate(text: string): unknown {
  return dateOfText(text) ?? dateOfCell(text);
}

/** How the cells of columns with a form of their own are read; other columns hold any text. */
const READERS: Partial<Readonly<Record<ImportColumn, (text: string) => unknown>>> = {
  loanAmount: moneyOfCell,
  startDate: anyDate,
  firstPaymentDate: anyDate,
  endDate: anyDate,
  paymentsAtMonthEnd: monthEndsOfCell,
  totalInterest: amountOrNoneOfCell,
  frequency: frequencyOfCell,
  firstPaymentOnStartDate: flagOfCell,
  administrationFee: amountOrNoneOfCell,
  'terms.0.qty': countOfCell,
  'terms.0.amount': moneyOfCell,
  balloon: (text) => amountOrNoneOfCell(text) ?? balloonOfPercent(text, ZERO),
  balloonDue: balloonDueOfCell,
  contractRate: rateOfCell,
  kind: (text) => kindOfCell(text) ?? (isLease(text) || undefined),
};

/** Returns the value of a text in a column, for comparison; undefined where it can't be read. */
export function readAs(column: ImportColumn, text: string): unknown {
  const value = DATE_COLUMNS.has(column) ? dateOfCell(text) : READERS[column]?.(text);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

const DATE_COLUMNS: ReadonlySet<ImportColumn> = new Set(['startDate', 'firstPaymentDate', 'endDate']);

/** The columns that a header may stand for, whatever stands below it. */
export function columnsMeant(given: string): readonly ImportColumn[] {
  const header = withoutMoneyUnit(given);
  const word = wordOf(header);
  const named = IMPORT_COLUMNS.filter(
    (each) =>
      plain(each.header) === word || SYNONYMS[each.column]?.some((synonym) => plain(synonym) === word),
  );
  return word === '' ? [] : [...named.map(({ column }) => column), ...meaningOfHeader(header)];
}

/** Of the cells below a header at least so many can be read as what it stands for. */
const MOST = 0.5;

function canHold(column: ImportColumn, samples: readonly Cell[], header: string): boolean {
  const read = READERS[column];
  const texts = samples.filter((cell) => !isEmpty(cell)).map((cell) => dollarText(column, cell, header));
  return !read || texts.filter((text) => read(text) !== undefined).length >= MOST * texts.length;
}
