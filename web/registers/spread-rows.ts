/** A workbook of spreads as the rows that the service takes. A text that can't be read is sent as it is, and refused. */
import { dateOfCell, moneyOfCell, plain } from '../../domain/import/cells.ts';
import { toDollars } from '../../domain/money.ts';
import { EMPTY, isEmpty, type SheetCells } from '../extraction/cell.ts';
import { dateInOrder, doubtOf, type DateDoubt, type DateOrder } from '../extraction/date-doubts.ts';
import type { Sheet } from '../extraction/hidden.ts';
import { currencyColumn, currencyIn, moneyUnit } from '../extraction/money-unit.ts';
import { registerText } from '../extraction/register-text.ts';
import { linesOf, textsOf, type SheetLine } from '../extraction/register.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';

interface ColumnWords {
  readonly header: string;
  /** Headers that stand for it, without spaces and marks. */
  readonly words: readonly string[];
  readonly isRequired?: boolean;
}

export const SPREAD_COLUMNS = {
  name: {
    header: 'Name',
    words: ['name', 'description', 'prepayment', 'item', 'details'],
    isRequired: true,
  },
  amount: {
    header: 'Amount',
    words: ['amount', 'total', 'exgst', 'amountexgst', 'net', 'netamount', 'value'],
    isRequired: true,
  },
  from: {
    header: 'First day',
    words: ['firstday', 'from', 'start', 'startdate', 'periodstart', 'coverfrom', 'fromdate'],
    isRequired: true,
  },
  to: {
    header: 'Last day',
    words: ['lastday', 'to', 'end', 'enddate', 'periodend', 'coverto', 'todate', 'expiry', 'expirydate'],
  },
  purpose: { header: 'Kind', words: ['kind', 'type', 'purpose'] },
  method: { header: 'Spread', words: ['spread', 'method'] },
  frequency: { header: 'Journals', words: ['journals', 'frequency'] },
  deferred: {
    header: 'Balance sheet account',
    words: ['balancesheetaccount', 'prepaidaccount', 'prepaymentaccount', 'deferredaccount', 'assetaccount'],
  },
  recognised: {
    header: 'Income or expense account',
    words: ['incomeorexpenseaccount', 'expenseaccount', 'incomeaccount', 'account', 'code', 'expense'],
  },
  deductibleShare: {
    header: 'Deductible share, %',
    words: ['deductibleshare', 'deductible', 'businessshare', 'businessuse'],
  },
  postFrom: { header: 'Post from', words: ['postfrom'] },
  supplier: { header: 'Supplier', words: ['supplier', 'vendor', 'insurer', 'customer', 'contact', 'payee'] },
  reference: {
    header: 'Reference',
    words: [
      'reference',
      'ref',
      'policy',
      'policyno',
      'policynumber',
      'invoice',
      'invoiceno',
      'invoicenumber',
    ],
  },
} as const satisfies Readonly<Record<string, ColumnWords>>;

export type SpreadColumn = keyof typeof SPREAD_COLUMNS;

const COLUMNS = Object.keys(SPREAD_COLUMNS) as readonly SpreadColumn[];

/** The column of each cell of the header line; null for other information. */
export type SpreadMapping = readonly (SpreadColumn | null)[];

export interface SpreadSheet {
  readonly header: SheetLine;
  readonly lines: readonly SheetLine[];
  readonly mapping: SpreadMapping;
  /** The unit of the amounts by the titles above; '' for dollars. */
  readonly unit: string;
}

/** Titles above the headers take at most so many lines. */
const MAX_TITLE_LINES = 30;

/** The header line is the one that names most columns. Totals and empty lines below it are left out. */
export function readSpreadSheet(cells: SheetCells): SpreadSheet {
  const all = linesOf(cells);
  const header = all
    .slice(0, MAX_TITLE_LINES)
    .reduce<SheetLine>((best, line) => (named(line) > named(best) ? line : best), all[0] ?? NO_LINE);
  const lines = all.filter(
    (line) => line.line > header.line && line.cells.some((cell) => !isEmpty(cell)) && !isTotal(line),
  );
  const titles = all.filter(({ line }) => line < header.line).flatMap(textsOf);
  return { header, lines, mapping: mappingOf(header), unit: moneyUnit(titles.join(' ')) };
}

/** The visible sheet with rows whose header names most columns of spreads. */
export const spreadSheetOf = (sheets: readonly Sheet[]): Sheet | undefined =>
  sheets
    .filter(({ isHidden }) => !isHidden)
    .map((sheet) => ({ sheet, read: readSpreadSheet(sheet.cells) }))
    .toSorted((one, other) => likeness(other.read) - likeness(one.read))[0]?.sheet;

const likeness = ({ lines, header }: SpreadSheet): number => (lines.length > 0 ? named(header) : 0);

/** The other sheets with rows whose headers name the required columns that the chosen one names; large ones may. */
export function otherSpreadSheets(sheets: readonly Sheet[], chosen: Sheet): readonly Sheet[] {
  const required = readSpreadSheet(chosen.cells).mapping.filter(
    (column) => column !== null && 'isRequired' in SPREAD_COLUMNS[column],
  );
  return sheets.filter((sheet) => {
    if (sheet === chosen || sheet.isTooLarge) return sheet !== chosen;
    const { lines, mapping } = readSpreadSheet(sheet.cells);
    return lines.length > 0 && required.every((column) => mapping.includes(column));
  });
}

const NO_LINE: SheetLine = { line: 1, cells: [] };

const named = (line: SheetLine): number => mappingOf(line).filter((column) => column !== null).length;

const isTotal = (line: SheetLine): boolean =>
  /^(?:grand ?|sub-?)?totals?\b/i.test(textsOf(line).find((text) => text !== '') ?? '');

/** Each column once, for the first header that names it. */
function mappingOf(line: SheetLine): SpreadMapping {
  const taken = new Set<SpreadColumn>();
  return textsOf(line).map((text) => {
    const word = plain(text).replace(/[^a-z]/g, '');
    const column = COLUMNS.find(
      (each) => !taken.has(each) && (SPREAD_COLUMNS[each].words as readonly string[]).includes(word),
    );
    if (column === undefined || word === '') return null;
    taken.add(column);
    return column;
  });
}

/** The values of rows that have none of their own. */
export interface SameInAll {
  /** Ids of accounts; empty without one. */
  readonly deferred: string;
  readonly recognised: string;
  readonly postFrom: string;
  readonly autoPost: boolean;
}

/** A row of the import. */
export interface SpreadRow {
  readonly line: number;
  readonly name: string;
  readonly facts: {
    readonly direction: 'expense' | 'income';
    readonly purpose: string;
    readonly amount: number | string;
    readonly from: string;
    readonly to: string | null;
    readonly method?: string;
    readonly frequency: string;
    readonly deductibleShare: number | string | null;
    readonly supplier: string;
    readonly reference: string;
  };
  readonly accounts: Readonly<Record<string, string>>;
  readonly postFrom?: string;
  readonly autoPost: boolean;
}

/** Text by column; what is missing is ''. */
export type SpreadCells = Partial<Readonly<Record<SpreadColumn, string>>>;

/** A line of the file by its columns. */
export interface SpreadLine {
  /** As the spreadsheet numbers it. */
  readonly line: number;
  readonly cells: SpreadCells;
}

export type SpreadEdits = ReadonlyMap<number, SpreadCells>;

/**
 * @param edits the cells that people corrected, by line
 * @param order of day and month, as a person chose it
 */
export function spreadLines(
  { header, lines, unit }: SpreadSheet,
  mapping: SpreadMapping,
  edits: SpreadEdits,
  order: DateOrder = 'unknown',
): SpreadLine[] {
  const names = textsOf(header);
  const currency = currencyColumn(names);
  const doubts = doubtsOf(lines, mapping);
  return lines.map(({ line, cells }) => {
    const rowUnit = currencyIn(cells[currency]?.text ?? '') || unit;
    const textOf = (column: SpreadColumn, index: number): string => {
      const cell = cells[index] ?? EMPTY;
      if (DATES.has(column)) return dateText(dateInOrder(cell, doubts[index], order));
      return column === 'amount' ? registerText('loanAmount', cell, names[index] ?? '', rowUnit) : cell.text;
    };
    const own = mapping.flatMap((column, index) =>
      column ? [[column, textOf(column, index)] as const] : [],
    );
    return { line, cells: { ...Object.fromEntries(own), ...edits.get(line) } };
  });
}

const doubtsOf = (lines: SpreadSheet['lines'], mapping: SpreadMapping): (DateDoubt | undefined)[] =>
  mapping.map((column, index) => (column && DATES.has(column) ? doubtOf(lines, index) : undefined));

/** The first doubt about day and month in the date columns; undefined without one. */
export const spreadDoubt = ({ lines }: SpreadSheet, mapping: SpreadMapping): DateDoubt | undefined =>
  doubtsOf(lines, mapping).find((doubt) => doubt !== undefined);

/** @param accounts null without a link to Xero: rows have no accounts then */
export function spreadRow(
  { line, cells }: SpreadLine,
  accounts: readonly LedgerAccount[] | null,
  same: SameInAll,
): SpreadRow {
  const text = (column: SpreadColumn): string => cells[column]?.trim() ?? '';
  const date = (column: SpreadColumn): string => dateOfCell(text(column)) ?? text(column);
  const purpose = wordOf(PURPOSES, text('purpose'));
  const isIncome = purpose === 'income';
  const postFrom = date('postFrom') || same.postFrom;
  const share = text('deductibleShare').replace(/\s*%$/, '');
  const amount = moneyOfCell(text('amount'));
  return {
    line,
    name: text('name'),
    facts: {
      direction: isIncome ? 'income' : 'expense',
      purpose: isIncome ? 'prepayment' : purpose,
      amount: amount === undefined ? text('amount') : toDollars(amount),
      from: date('from'),
      to: date('to') || null,
      ...(text('method') !== '' && { method: wordOf(METHODS, text('method')) }),
      frequency: wordOf(FREQUENCIES, text('frequency')),
      deductibleShare: share === '' ? null : numberOr(share),
      supplier: text('supplier'),
      reference: text('reference'),
    },
    accounts: accounts
      ? {
          ...accountOf('deferred', text('deferred'), accounts, same.deferred),
          ...accountOf('recognised', text('recognised'), accounts, same.recognised),
        }
      : {},
    ...(postFrom !== '' && { postFrom }),
    autoPost: same.autoPost,
  };
}

type Words = readonly (readonly [pattern: RegExp, value: string])[];

const PURPOSES: Words = [
  [/borrow|loan|establish/i, 'borrowing-costs'],
  [/income|revenue|retainer|unearned|deferred rent/i, 'income'],
  [/^$|prepaid|prepayment|expense|insurance|subscription/i, 'prepayment'],
];

const METHODS: Words = [
  [/day/i, 'days'],
  [/month/i, 'months'],
  [/equal|even|straight/i, 'equal'],
];

const FREQUENCIES: Words = [
  [/^$|month/i, 'monthly'],
  [/quarter/i, 'quarterly'],
  [/year|annual/i, 'yearly'],
];

const wordOf = (words: Words, text: string): string =>
  words.find(([pattern]) => pattern.test(text))?.[1] ?? text;

const numberOr = (text: string): number | string => {
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? text : number;
};

const DATES: ReadonlySet<SpreadColumn> = new Set(['from', 'to', 'postFrom']);

/** `15/3/2027`; the text where it is no date. */
function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date) ?? [];
  return year === undefined ? date : `${Number(day)}/${Number(month)}/${year}`;
}

/** An account by its code, its name, or both as Paydown shows them. */
function accountOf(
  role: 'deferred' | 'recognised',
  text: string,
  accounts: readonly LedgerAccount[],
  otherwise: string,
): Readonly<Record<string, string>> {
  if (text === '') return otherwise === '' ? {} : { [role]: otherwise };
  const wanted = plain(text);
  const known = accounts.find(({ code, name }) =>
    [code, name, `${code} ${name}`].some((each) => each !== '' && plain(each) === wanted),
  );
  return { [role]: known?.id ?? text };
}

const EXAMPLES = [
  'Farm insurance|12000.00|15/3/2027|14/3/2028|Prepaid expense|By months|Monthly|620|433|||Hunter Insurance|P-20481',
  'Costs of the harvester loan|1670.00|17/7/2026||Borrowing costs|By days|Yearly|620|404|81.339713||Westpac|WBC-11',
];

/** The first lines of a workbook to fill in. */
export const SPREAD_TEMPLATE: readonly (readonly string[])[] = [
  COLUMNS.map((column) => SPREAD_COLUMNS[column].header),
  ...EXAMPLES.map((row) => row.split('|')),
];
