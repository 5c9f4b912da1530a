/** A file's cells as the rows that the service takes. */
import {
  type ColumnInfo,
  IMPORT_COLUMNS,
  MAX_TERM_PAIRS,
  type ImportColumn,
  type ImportRow,
} from '../../domain/import/columns.ts';
import { balloonOfPercent } from '../../domain/amortisation/stated-balloon.ts';
import { civilOf } from '../../domain/calendar.ts';
import { amountOrNoneOfCell, dateOfCell, frequencyOfCell, moneyOfCell } from '../../domain/import/cells.ts';
import { formatMoney, toDollars } from '../../domain/money.ts';
import { EMPTY, type Cell } from '../extraction/cell.ts';
import { dateInOrder, doubtOf, type DateDoubt, type DateOrder } from '../extraction/date-doubts.ts';
import {
  frequencyOfHeader,
  includesFees,
  isBareFee,
  isFinalPayment,
  isNoTerm,
  isOtherTerm,
  isOver,
  isPaidDown,
  isPaidOnce,
  isPaymentDay,
  isPercentHeader,
  isPriceHeader,
  isStatusHeader,
} from '../extraction/header-words.ts';
import { columnsMeant, readAs } from '../extraction/map-headers.ts';
import { currencyColumn, currencyIn } from '../extraction/money-unit.ts';
import { dollarText, registerText } from '../extraction/register-text.ts';
import { textsOf, type Register, type RegisterRow } from '../extraction/register.ts';

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

/**
 * The contracts of a register by the columns that its headers stand for. An empty client is the one above, or that of
 * the heading; an empty name is the asset or the contract number; a bare term has the unit of its header.
 * @param constants text for the empty cells of a column.
 */
export function contractRows(
  register: Register,
  mapping: Mapping,
  constants: Cells,
  order: DateOrder = 'unknown',
): ContractRow[] {
  const { header, rows } = register;
  const names = textsOf(header);
  const doubts = mapping.map((column, index) =>
    column && DATES.has(column) ? doubtOf(rows, index) : undefined,
  );
  const currency = currencyColumn(names);
  let above: Above = { section: 0, cells: {}, isRepeated: false };
  return rows.map((row) => {
    const { line, cells, heading, section } = row;
    const unit = currencyIn(cells[currency]?.text ?? '') || register.unit;
    const own = Object.fromEntries(
      mapping.flatMap((column, index) => {
        if (!column) return [];
        const name = names[index] ?? '';
        const cell = cells[index] ?? EMPTY;
        const text = DATES.has(column)
          ? dateInOrder(cell, doubts[index], order)
          : isDitto(cell)
            ? (above.cells[column] ?? '')
            : textOf(column, index, { cells, names, unit });
        return [[column, column === 'administrationFee' ? feeOf(text, name, cells, mapping) : text]];
      }),
    ) as Cells;
    const filled = Object.fromEntries(Object.entries(own).filter(([, text]) => text !== ''));
    const given: Cells = { ...own, ...constants, ...filled };
    const isBelow = above.section === section && !above.isRepeated;
    const inherited = (isBelow && above.cells.entity) || heading;
    const entity = own.entity || inherited || (constants.entity ?? '');
    const all: Cells = { ...given, entity, name: given.name || given.asset || given.contractNumber || '' };
    const isRepeated = own.entity !== undefined && own.entity !== '' && own.entity === above.cells.entity;
    above = { section, cells: all, isRepeated };
    return { line, cells: all, notes: notesOf(row, names, mapping, all) };
  });
}

const DATES: ReadonlySet<ImportColumn> = new Set(['startDate', 'firstPaymentDate', 'endDate']);

const isDitto = ({ kind, text }: Cell): boolean =>
  kind === 'text' && /^(?:["“”〃]|''|ditto|do\.?|as above)$/i.test(text);

/** The row above. */
interface Above {
  readonly section: number;
  readonly cells: Cells;
  /** Whether the client stands in several of its rows: it isn't left out on purpose then. */
  readonly isRepeated: boolean;
}

/** A fee of another period than the payments has that period, and is refused: `48.00 annual`. */
function feeOf(text: string, name: string, cells: readonly Cell[], mapping: Mapping): string {
  const stated = frequencyOfHeader(name);
  const period = frequencyOfCell(cells[mapping.indexOf('frequency')]?.text ?? '');
  const isOther = stated !== '' && period !== undefined && frequencyOfCell(stated) !== period;
  return isOther && (amountOrNoneOfCell(text) ?? 1) !== 0 ? `${text} ${stated}` : text;
}

interface RowTexts {
  readonly cells: readonly Cell[];
  readonly names: readonly string[];
  /** Of the row's amounts; '' for dollars. */
  readonly unit: string;
}

function textOf(column: ImportColumn, index: number, { cells, names, unit }: RowTexts): string {
  const name = names[index] ?? '';
  const text = registerText(column, cells[index] ?? EMPTY, name, unit);
  return column === 'balloon' && text.endsWith('%') && isPriceHeader(name)
    ? shareOfPrice(text, cells, names)
    : text;
}

/** A percentage of the price as an amount, where the file has that column. */
function shareOfPrice(text: string, cells: readonly Cell[], names: readonly string[]): string {
  const at = names.findIndex((name) => isPriceHeader(name) && !isPercentHeader(name));
  const price = moneyOfCell(registerText('loanAmount', cells[at] ?? EMPTY, ''));
  const share = price === undefined ? undefined : balloonOfPercent(text, price);
  return share === undefined ? `${text} of the price` : toDollars(share).toFixed(2);
}

/** Notes on a row for a person: figures that no column takes, and those that another column contradicts. */
function notesOf(
  { cells, sectionName }: RegisterRow,
  names: readonly string[],
  mapping: Mapping,
  own: Cells,
): string[] {
  const over = isOver(sectionName) ? [`Below “${sectionName}”: is the contract over?`] : [];
  const amounts = names[mapping.indexOf('terms.0.amount')] ?? '';
  const [stated, period] = [
    frequencyOfCell(frequencyOfHeader(amounts)),
    frequencyOfCell(own.frequency ?? ''),
  ];
  const isOther = stated !== undefined && period !== undefined && stated !== period;
  const other = isOther ? [`${amounts}: is it the amount of each ${period} payment?`] : [];
  const hasFee = (amountOrNoneOfCell(own.administrationFee ?? '') ?? 0) > 0;
  const twice = hasFee && includesFees(amounts) ? [`${amounts}: is the fee a part of it?`] : [];
  return [
    ...over,
    ...other,
    ...twice,
    ...otherDays(cells, names, mapping, own),
    ...paidDown(cells, names, mapping, own),
    ...names.flatMap((_name, index) => unusedOf(index, cells, names, mapping)),
  ];
}

/** Notes on the days of the month on which payments fall, where the first one falls on another. */
function otherDays(
  cells: readonly Cell[],
  names: readonly string[],
  mapping: Mapping,
  { firstPaymentDate, startDate = '' }: Cells,
): string[] {
  const first = dateOfCell(firstPaymentDate || startDate);
  if (first === undefined) return [];
  return names.flatMap((name, index) => {
    const day = cells[index]?.text ?? '';
    const isOther = /^\d{1,2}(?:st|nd|rd|th)?$/i.test(day) && parseInt(day, 10) !== civilOf(first).day;
    return mapping[index] === null && isPaymentDay(name) && isOther
      ? [`${name} “${day}” isn’t used: payments fall on the day of the first.`]
      : [];
  });
}

/** Notes on deposits and trade-ins, unless the loan amount is a price less all of them. */
function paidDown(
  cells: readonly Cell[],
  names: readonly string[],
  mapping: Mapping,
  { loanAmount = '' }: Cells,
): string[] {
  const unused = names.flatMap((name, index) => (mapping[index] === null ? [{ name, index }] : []));
  const unsigned = (index: number): string =>
    dollarText('loanAmount', cells[index] ?? EMPTY, '').replaceAll(/^[-–−(]\s*|\s*\)$/g, '');
  const found = unused.flatMap(({ name, index }) => {
    const text = unsigned(index);
    return !isPaidDown(name) || text === '' || isNoTerm(text)
      ? []
      : [{ name, text, amount: moneyOfCell(text) }];
  });
  const down = found.reduce((sum, { amount }) => sum + (amount ?? Number.NaN), 0);
  const loan = moneyOfCell(loanAmount);
  const isTakenOff = unused.some(
    ({ name, index }) => isPriceHeader(name) && Number(moneyOfCell(unsigned(index))) - down === loan,
  );
  return isTakenOff
    ? []
    : found.map(({ name, text, amount }) => {
        const shown = amount === undefined ? `“${text.slice(0, 40)}”` : formatMoney(amount);
        return `${name} ${shown}: not used. Has it been taken off the loan amount?`;
      });
}

/** The note about a cell of a column that isn't used. */
function unusedOf(
  index: number,
  cells: readonly Cell[],
  names: readonly string[],
  mapping: Mapping,
): string[] {
  const [name = '', cell = EMPTY] = [names[index], cells[index]];
  if (mapping[index] !== null || cell.text === '') return [];
  const quoted = `${name} “${cell.text.slice(0, 40)}”`;
  if (isStatusHeader(name)) return isOver(cell.text) ? [`${quoted}: is the contract over?`] : [];
  const amount = moneyOfCell(dollarText('loanAmount', cell, name));
  if (amount === 0) return [];
  if (amount !== undefined) {
    const fee = `${name} ${formatMoney(amount)}:`;
    if (isPaidOnce(name)) return [`${fee} paid once, not part of the payments. Is it in the loan amount?`];
    if (isBareFee(name)) return [`${fee} not used. Is it paid once, or with each payment?`];
    if (isFinalPayment(name)) return [`${fee} not used. Is the last payment another amount, or a balloon?`];
  }
  if (isOtherTerm(name)) {
    return isNoTerm(cell.text) ? [] : [`${quoted} isn’t used. Does it change the payments?`];
  }
  const meant = columnsMeant(name).filter((column) => NOTED.has(column));
  return meant.slice(0, 1).flatMap((column) => {
    const at = mapping.indexOf(column);
    const found = readAs(column, dollarText(column, cell, name));
    if (at < 0) return found === undefined ? [`${quoted} can’t be read as it stands, and isn’t used.`] : [];
    const used = readAs(column, dollarText(column, cells[at] ?? EMPTY, names[at] ?? ''));
    return found === undefined || used === undefined || found === used || isUnlike(column, found, used)
      ? []
      : [`${quoted} isn’t used: ${names[at] ?? ''} says “${cells[at]?.text ?? ''}”.`];
  });
}

/** The columns with figures of which a file may have two. */
const NOTED: ReadonlySet<ImportColumn> = new Set([
  'loanAmount',
  'startDate',
  'firstPaymentDate',
  'endDate',
  'paymentsAtMonthEnd',
  'totalInterest',
  'firstPaymentOnStartDate',
  'administrationFee',
  'terms.0.amount',
  'balloon',
  'balloonDue',
  'contractRate',
]);

/** Many figures are named as payments are: those of another size are none. */
const isUnlike = (column: ImportColumn, found: unknown, used: unknown): boolean =>
  column === 'terms.0.amount' && !(Number(found) < 2 * Number(used) && 2 * Number(found) > Number(used));

/** The first doubt about day and month in the date columns of a register; undefined without one. */
export function dateDoubt(register: Register, mapping: Mapping): DateDoubt | undefined {
  return mapping
    .map((column, index) => (column && DATES.has(column) ? doubtOf(register.rows, index) : undefined))
    .find((doubt) => doubt !== undefined);
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
