/** A file's cells as the rows that the service takes. */
import {
  type ColumnInfo,
  IMPORT_COLUMNS,
  MAX_TERM_PAIRS,
  type ImportColumn,
  type ImportRow,
} from '../../domain/import/columns.ts';
import { balloonOfPercent } from '../../domain/amortisation/stated-balloon.ts';
import { dateOfCell, moneyOfCell } from '../../domain/import/cells.ts';
import { formatMoney, toDollars } from '../../domain/money.ts';
import { dateOfText, isAmbiguousDate, withDayFirst } from '../../domain/written-date.ts';
import { EMPTY, type Cell } from '../extraction/cell.ts';
import {
  frequencyOfHeader,
  isBareFee,
  isPaidOnce,
  isPercentHeader,
  isPriceHeader,
} from '../extraction/header-words.ts';
import { registerText } from '../extraction/register-text.ts';
import { textsOf, type Register } from '../extraction/register.ts';

export interface Row extends ImportRow {
  readonly line: number;
  readonly terms: { qty: string; amount: string }[];
}

/** Text by column; what is missing is ''. */
export type Cells = Partial<Readonly<Record<ImportColumn, string>>>;

export type Mapping = readonly (ImportColumn | null)[];

/** A row of the file by its columns. */
export interface ContractRow {
  /** As the spreadsheet numbers it. */
  readonly line: number;
  readonly cells: Cells;
  /** Other information of the row that a person should see. */
  readonly notes: readonly string[];
}

/** Which part of a date in digits stands first: asked once for a file that shows both. */
export type DateOrder = 'day-first' | 'month-first' | 'unknown';

/**
 * The contracts of a register by the columns that its headers stand for. An empty client is the one above, or that of
 * the heading; an empty name is the asset or the contract number; a bare term has the unit of its header.
 * @param constants text for the empty cells of a column.
 */
export function contractRows(
  { header, rows }: Register,
  mapping: Mapping,
  constants: Cells,
  order: DateOrder = 'unknown',
): ContractRow[] {
  const names = textsOf(header);
  let above = { heading: '', entity: '' };
  return rows.map(({ line, cells, heading }) => {
    const own = Object.fromEntries(
      mapping.flatMap((column, index) =>
        column ? [[column, textOf(column, index, cells, names, order)] as const] : [],
      ),
    ) as Cells;
    const filled = Object.fromEntries(Object.entries(own).filter(([, text]) => text !== ''));
    const given: Cells = { ...own, ...constants, ...filled };
    const inherited = above.heading === heading ? above.entity : heading;
    const entity =
      own.entity === undefined || own.entity === '' ? inherited || (given.entity ?? '') : own.entity;
    above = { heading, entity };
    const name = given.name || given.asset || given.contractNumber || '';
    return { line, cells: { ...given, entity, name }, notes: notesOf(cells, names, mapping) };
  });
}

const DATES: ReadonlySet<ImportColumn> = new Set(['startDate', 'firstPaymentDate', 'endDate']);

function textOf(
  column: ImportColumn,
  index: number,
  cells: readonly Cell[],
  names: readonly string[],
  order: DateOrder,
): string {
  const name = names[index] ?? '';
  const text = registerText(column, cells[index] ?? EMPTY, name);
  if (DATES.has(column)) return inOrder(text, order);
  return column === 'balloon' && text.endsWith('%') && isPriceHeader(name)
    ? shareOfPrice(text, cells, names)
    : text;
}

/** A date of two readings in the order that a person chose. */
function inOrder(text: string, order: DateOrder): string {
  if (order === 'unknown') return text;
  const asked = order === 'month-first' ? withDayFirst(text) : text;
  return isAmbiguousDate(text) || asked !== text ? (dateOfCell(asked) ?? text) : text;
}

/** A percentage of the price as an amount, where the file has that column. */
function shareOfPrice(text: string, cells: readonly Cell[], names: readonly string[]): string {
  const at = names.findIndex((name) => isPriceHeader(name) && !isPercentHeader(name));
  const price = moneyOfCell(registerText('loanAmount', cells[at] ?? EMPTY, ''));
  const share = price === undefined ? undefined : balloonOfPercent(text, price);
  return share === undefined ? `${text} of the price` : toDollars(share).toFixed(2);
}

/** Fees that no column takes: those that are paid once, and those that don't say how often. */
function notesOf(cells: readonly Cell[], names: readonly string[], mapping: Mapping): string[] {
  return names.flatMap((name, index) => {
    const amount = moneyOfCell(registerText('loanAmount', cells[index] ?? EMPTY, name));
    if (mapping[index] !== null || amount === undefined || amount === 0) return [];
    const fee = `${name} ${formatMoney(amount)}:`;
    if (isPaidOnce(name)) return [`${fee} paid once, not part of the payments. Is it in the loan amount?`];
    return isBareFee(name) ? [`${fee} not used. Is it paid once, or with each payment?`] : [];
  });
}

/** A date of a register that can only be one with the month first, as it stands there; undefined without one. */
export function monthFirstDate({ rows }: Register, mapping: Mapping): string | undefined {
  const texts = rows.flatMap(({ cells }) =>
    mapping.flatMap((column, index) => (column && DATES.has(column) ? [cells[index]?.text ?? ''] : [])),
  );
  return texts.find((text) => dateOfText(text) === 'month-first');
}

/** The constants that headers state, such as the frequency of a `Monthly repayment`. */
export function statedConstants({ header }: Register, mapping: Mapping): Cells {
  const amount = mapping.indexOf('terms.0.amount');
  const frequency = frequencyOfHeader(header.cells[amount]?.text ?? '');
  return frequency !== '' && !mapping.includes('frequency') ? { frequency } : {};
}

export function rowOf(line: number, cells: Cells): Row {
  const text = (column: ImportColumn): string => cells[column] ?? '';
  const terms = Array.from({ length: MAX_TERM_PAIRS }, (_each, index) => ({
    qty: text(`terms.${index}.qty`),
    amount: text(`terms.${index}.amount`),
  }));
  const last = terms.findLastIndex(({ qty, amount }) => qty !== '' || amount !== '');
  return {
    line,
    entity: text('entity'),
    name: text('name'),
    loanAmount: text('loanAmount'),
    startDate: text('startDate'),
    frequency: text('frequency'),
    firstPaymentOnStartDate: text('firstPaymentOnStartDate'),
    firstPaymentDate: text('firstPaymentDate'),
    paymentsAtMonthEnd: text('paymentsAtMonthEnd'),
    administrationFee: text('administrationFee'),
    terms: terms.slice(0, Math.max(last + 1, 1)),
    balloon: text('balloon'),
    balloonDue: text('balloonDue'),
    lender: text('lender'),
    contractNumber: text('contractNumber'),
    asset: text('asset'),
    kind: text('kind'),
    contractRate: text('contractRate'),
    totalInterest: text('totalInterest'),
    endDate: text('endDate'),
  };
}

/** Required columns that hold nothing in every row. */
export function missingColumns(rows: readonly ContractRow[]): readonly ColumnInfo[] {
  return IMPORT_COLUMNS.filter(
    ({ column, required }) => required && rows.every(({ cells }) => (cells[column] ?? '') === ''),
  );
}

/** The template: every column, and three contracts of different kinds. */
export const TEMPLATE: readonly (readonly string[])[] = [
  IMPORT_COLUMNS.map(({ header }) => header),
  ...[
    {
      entity: 'Riverbend Orchards',
      name: 'Harvester',
      loanAmount: '120000.00',
      startDate: '15/1/2026',
      frequency: 'Monthly',
      'terms.0.qty': '60',
      'terms.0.amount': '2410.00',
      lender: 'Westpac',
      contractNumber: 'WBC-20481',
      asset: 'Grape harvester',
      kind: 'Hire purchase',
    },
    {
      entity: 'Riverbend Orchards',
      name: 'Delivery van',
      loanAmount: '$48,500.00',
      startDate: '2026-02-01',
      frequency: 'Monthly',
      firstPaymentOnStartDate: 'Yes',
      administrationFee: '5.00',
      'terms.0.qty': '47',
      'terms.0.amount': '980.00',
      balloon: '12500.00',
      lender: 'Toyota Finance',
      contractNumber: 'TF-77310',
      asset: 'Toyota HiAce',
      kind: 'Chattel mortgage',
    },
    {
      entity: 'Coastline Transport',
      name: 'Insurance 2026',
      loanAmount: '18600.00',
      startDate: '1/3/2026',
      frequency: 'Monthly',
      'terms.0.qty': '10',
      'terms.0.amount': '1935.00',
      lender: 'Hunter Premium Funding',
      contractNumber: 'HPF-5512',
      kind: 'Premium funding',
    },
  ].map((row: Cells) => IMPORT_COLUMNS.map(({ column }) => row[column] ?? '')),
];

/** Rows that were not created, under their own headers, with the reason in a last column. */
export function failedRows(
  rows: readonly { readonly cells: Cells; readonly reason: string }[],
): readonly (readonly string[])[] {
  return [
    [...IMPORT_COLUMNS.map(({ header }) => header), 'Reason'],
    ...rows.map(({ cells, reason }) => [...IMPORT_COLUMNS.map(({ column }) => cells[column] ?? ''), reason]),
  ];
}

/** The messages of a row in one line, each with the column that it is about. */
export function reasonOf(errors: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(errors)
    .map(([column, messages]) => {
      const header = IMPORT_COLUMNS.find((each) => each.column === column)?.header;
      return `${header === undefined ? '' : `${header}: `}${messages.join(' ')}`;
    })
    .join(' ');
}
