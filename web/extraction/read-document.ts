/** Reads a lender's document: its repayment tables, the contract's terms, and whether they agree. */
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import { isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { nameSome } from '../../domain/text.ts';
import { withDayFirst } from '../../domain/written-date.ts';
import {
  figureCandidates,
  figuresOf,
  termCandidates,
  termsOf,
  type PurchaseFigure,
  type Term,
} from './contract-terms.ts';
import { doubtOf, doubtOfRhythm, mayBeConverted, turnedCell } from './date-doubts.ts';
import { hasDecimalCommas, withDecimalPoints } from './decimal-commas.ts';
import { textCell, type Cell } from './cell.ts';
import type { DocumentText, Place, TextItem } from './document-text.ts';
import { hiddenText } from './hidden.ts';
import { gridsOf } from './grid.ts';
import { isAlone, type ColumnRoles } from './judge.ts';
import { linesOf, linePlace, textOf, type NumberedLine, type Word } from './lines.ts';
import { unitOfLine } from './money-unit.ts';
import { tablesOf, type RepaymentTable, type TableHints } from './repayment-table.ts';
import { isCertain, rowPartsOf, withSingleAmounts, type RowPart } from './row-parts.ts';
import { roleNamed, type ColumnRole } from './column-names.ts';
import { withStatedBalances } from './stated-balances.ts';
import { dollars, type Note } from './table-rows.ts';
import type { TermField } from './term-labels.ts';
import { compareWithTable } from './table-verdict.ts';
import { judgeTerms } from './verdict.ts';

/** Why a document can't be read; `read` where something was found. */
export type Outcome =
  | 'read'
  | 'no-text'
  | 'password'
  | 'unreadable-text'
  | 'damaged'
  | 'too-large'
  | 'old-xls'
  | 'other-type'
  | 'nothing-found'
  | 'whole-dollars'
  | 'month-first'
  | 'swapped-dates'
  | 'time-limit';

/** A table with the terms that stand beside it. */
export interface ReadTable extends RepaymentTable {
  readonly terms: readonly Term[];
  readonly purchase: readonly PurchaseFigure[];
  readonly leftOut: readonly { readonly text: string; readonly place: Place }[];
}

export interface Reading {
  readonly outcome: Outcome;
  readonly tables: readonly ReadTable[];
  /** The terms of the only or first contract. */
  readonly terms: readonly Term[];
  /** The figures of its purchase, which are no terms. */
  readonly purchase: readonly PurchaseFigure[];
  readonly findings: readonly Note[];
}

/** A person's choice for a document. */
export interface Choices {
  /** The meaning of the columns. */
  readonly columns?: ColumnRoles;
  /** In dates of digits the month stands before the day; a spreadsheet has then turned the others. */
  readonly isMonthFirst?: boolean;
  /** A spreadsheet has read the dates of its cells with the month first, though the day stood first. */
  readonly areSwapped?: boolean;
  /** The dates of payments where the document states none. */
  readonly firstPaymentDate?: CalendarDate;
  readonly frequency?: Frequency;
}

const dayFirst = (item: TextItem): TextItem => ({ ...item, text: withDayFirst(item.text) });

/** An item with the date of its cell turned, be it typed or written as programs do. */
function turnedItem(item: TextItem): TextItem {
  const cell = item.cell && turnedCell(item.cell);
  return cell && cell !== item.cell ? { ...item, cell, text: cell.text } : item;
}

/** A reading of nothing, with the reason. */
export const refusedReading = (outcome: Outcome): Reading => ({
  outcome,
  tables: [],
  terms: [],
  purchase: [],
  findings: [],
});

/**
 * Reads a document's text: the arithmetic chooses what a person didn't choose.
 */
export function readDocument(document: DocumentText, choices: Choices = {}): Reading {
  const { columns, firstPaymentDate, frequency } = choices;
  const unreadable = textProblem(document);
  if (unreadable) return refusedReading(unreadable);
  const isDecimalComma = hasDecimalCommas(document);
  const stated = partsOf(document, (item) => (isDecimalComma ? withDecimalPoints(item) : item));
  const order = orderOf(stated, choices);
  if (typeof order === 'string') return refusedReading(order);
  const parts =
    order.turnsTexts || order.turnsCells
      ? partsOf(document, (item) => {
          const own = isDecimalComma ? withDecimalPoints(item) : item;
          const typed = order.turnsCells ? turnedItem(own) : own;
          return order.turnsTexts ? dayFirst(typed) : typed;
        })
      : stated;
  const outside = termLines(parts);
  const candidates = termCandidates(outside, document.kind);
  const figures = figureCandidates(outside, document.kind);
  const hints: TableHints = {
    ...hintsOf(termsOf(candidates)),
    ...(firstPaymentDate && { firstPaymentDate }),
    ...(frequency && { frequency }),
    isUnrounded: document.kind === 'sheet',
  };
  const tablesIn = (all: readonly RowPart[]): RepaymentTable[] =>
    gridsOf(all)
      .flatMap((grid) => tablesOf(grid, hints, columns))
      .filter(({ rows }) => rows.length > 1 || columns !== undefined)
      .toSorted((one, other) => Math.min(...one.lines) - Math.min(...other.lines));
  const proven = withoutSummaries(tablesIn(parts));
  const tables = isMinor(proven, parts) ? orElse(aloneIn(tablesIn, parts), proven) : proven;
  const withTerms = tables.map((table, index) => ({
    ...table,
    notes: withStatedBalances(table, parts, hints.startDate),
    terms: tables.length > 1 ? termsOf(between(candidates, tables[index - 1], table)) : termsOf(candidates),
    purchase: figuresOf(tables.length > 1 ? between(figures, tables[index - 1], table) : figures),
    leftOut: leftOut(parts, table),
  }));
  const terms = withTerms[0]?.terms ?? termsOf(candidates);
  const purchase = withTerms[0]?.purchase ?? figuresOf(figures);
  const isAsked = choices.isMonthFirst !== undefined;
  const outcome = outcomeOf(document.kind, parts, tables, { terms: terms.length, isAsked });
  if (outcome !== 'read') return refusedReading(outcome);
  const findings = withTerms.length > 0 ? findingsOf(withTerms, terms) : findingsWithoutTable(parts, terms);
  const notes = isDecimalComma ? [{ code: 'decimal-commas' }] : [];
  return {
    outcome,
    tables: withTerms,
    terms,
    purchase,
    findings: [
      ...unitNotes(parts),
      ...hiddenNotes(document, withTerms, terms),
      ...hiddenSheetNotes(document),
      ...notes,
      ...findings,
    ],
  };
}

const partsOf = (document: DocumentText, read: (item: TextItem) => TextItem): RowPart[] =>
  rowPartsOf(
    document.pages.flatMap((items, index) => linesOf(items.map(read), index + 1)),
    document.kind,
  );

/** Which dates are turned, or what a person is asked first. */
function orderOf(
  parts: readonly RowPart[],
  { isMonthFirst, areSwapped }: Choices,
): 'month-first' | 'swapped-dates' | { readonly turnsTexts: boolean; readonly turnsCells: boolean } {
  const columns = dateColumns(parts);
  const found = columns.flatMap(
    (cells) =>
      doubtOf(
        cells.map((cell) => ({ cells: [cell] })),
        0,
      ) ?? [],
  );
  const doubts = [...found, ...columns.flatMap((cells) => doubtOfRhythm(cells) ?? [])];
  const isDoubted = (kind: 'month-first' | 'converted'): boolean => doubts.some((each) => each.kind === kind);
  if (isMonthFirst === undefined && areSwapped === undefined) {
    if (isDoubted('converted')) return 'swapped-dates';
    if (columns.some((cells) => doubtOfRhythm(cells) !== undefined)) return 'month-first';
  }
  const dates = columns.filter((cells) => cells.some(({ kind }) => kind === 'date'));
  return {
    turnsTexts: isMonthFirst === true,
    turnsCells: areSwapped === true || (isMonthFirst === true && dates.every(mayBeConverted)),
  };
}

/** The cells of each column of dates beside payments, page by page; those of a PDF are its first dates. */
function dateColumns(parts: readonly RowPart[]): readonly (readonly Cell[])[] {
  const columns = new Map<string, Cell[]>();
  for (const { kind, line, words, values } of parts) {
    if (kind !== 'payment') continue;
    const dates = values.filter((value) => value.kind === 'date' || value.kind === 'month-first');
    for (const [index, { from, to, column }] of dates.entries()) {
      const key = `${line.page} ${column ?? `of ${index}`}`;
      const typed = words[from]?.cell;
      const cells = columns.get(key) ?? [];
      cells.push(typed ?? textCell(textOf(words.slice(from, to))));
      columns.set(key, cells);
    }
  }
  return [...columns.values()];
}

/** Says which rows and columns of the sheets that were read the workbook hides. */
function hiddenNotes(
  { hidden = [] }: DocumentText,
  tables: readonly RepaymentTable[],
  terms: readonly Term[],
): readonly Note[] {
  const places = [
    ...tables.flatMap(({ rows }) => rows.map(({ place }) => place)),
    ...terms.map(({ place }) => place),
  ];
  const read = new Set(places.map(({ page }) => page));
  return hidden.flatMap((own, index) => {
    const text = hiddenText(own);
    if (text === '' || !read.has(index + 1)) return [];
    return [{ code: 'hidden', stated: hidden.length > 1 ? `${text} of sheet ${index + 1}` : text }];
  });
}

/** Says which hidden sheets have payments or contracts. */
const hiddenSheetNotes = ({ hiddenSheets = [] }: DocumentText): readonly Note[] =>
  hiddenSheets.length === 0
    ? []
    : [{ code: 'hidden-sheets', stated: nameSome(hiddenSheets.map((name) => `“${name}”`)) }];

/** Says that the document names another currency, or thousands, which are read as dollars. */
function unitNotes(parts: readonly RowPart[]): readonly Note[] {
  const named = parts
    .map(({ words }) => unitOfLine(words.map((word) => `${word.text}${currencyOf(word)}`).join(' ')))
    .find((unit) => unit !== '');
  return named === undefined ? [] : [{ code: 'other-unit', stated: named }];
}

const currencyOf = ({ cell }: Word): string =>
  cell?.kind === 'number' && cell.currency !== undefined ? ` ${cell.currency}` : '';

/** Whether most lines of a date and an amount are in no table, or there is none. */
function isMinor(tables: readonly RepaymentTable[], parts: readonly RowPart[]): boolean {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const before = parts.filter(({ kind }) => kind === 'payment').length;
  const after = withSingleAmounts(parts).filter(({ kind }) => kind === 'payment').length;
  return after - before >= 2 * rows;
}

const aloneIn = (
  tablesIn: (all: readonly RowPart[]) => readonly RepaymentTable[],
  parts: readonly RowPart[],
): readonly RepaymentTable[] => tablesIn(withSingleAmounts(parts)).filter(({ roles }) => isAlone(roles));

const orElse = <T>(first: readonly T[], second: readonly T[]): readonly T[] =>
  first.length > 0 ? first : second;

const FEWEST_CHARACTERS = 20;
const UNREADABLE_SHARE = 0.3;

function textProblem({ pages }: DocumentText): Outcome | undefined {
  let [visible, unreadable] = [0, 0];
  for (const { text } of pages.flat()) {
    visible += text.trim().length;
    unreadable += text.match(/[\p{Co}\p{Cn}\u{fffd}]|(?!\s)\p{Cc}/gu)?.length ?? 0;
  }
  if (visible < FEWEST_CHARACTERS) return 'no-text';
  return unreadable > UNREADABLE_SHARE * visible ? 'unreadable-text' : undefined;
}

/** Leaves out tables that sum up another one, such as the payments of each year. */
function withoutSummaries(tables: readonly RepaymentTable[]): readonly RepaymentTable[] {
  const sums = tables.map(({ rows }) => ({
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
    interest: rows.reduce((sum, { interest }) => sum + interest, 0),
  }));
  return tables.filter((table, index) => {
    const own = sums[index];
    return !tables.some(
      ({ rows, loan }, other) =>
        2 * table.rows.length < rows.length &&
        table.loan === loan &&
        own?.amount === sums[other]?.amount &&
        own?.interest === sums[other]?.interest,
    );
  });
}

const COLUMN_NAME =
  /^(?:date|due|balance|interest|principal|(?:re)?payment|instal?ment|rental|fee|charges|total|owing)s?$/i;

/** The lines outside tables: neither rows nor the names of columns. */
function termLines(parts: readonly RowPart[]): NumberedLine[] {
  const firstRow = parts.findIndex(({ kind }) => kind === 'payment');
  return parts.flatMap(({ kind, line, at, half, words, values }, index) => {
    if (kind === 'payment' || kind === 'total' || half > 0) return [];
    const names = words.filter(({ text }) => COLUMN_NAME.test(text)).length;
    const isHeading = firstRow >= 0 && values.length === 0 && names >= 2 && names >= words.length / 4;
    return isHeading && nearRow(parts, index) ? [] : [{ line, at }];
  });
}

const nearRow = (parts: readonly RowPart[], index: number): boolean =>
  parts.slice(index, index + 8).some(({ kind }) => kind === 'payment');

function hintsOf(terms: readonly Term[]): Omit<TableHints, 'isUnrounded'> {
  const text = (field: TermField): string | null => {
    const value = terms.find((term) => term.field === field)?.value;
    return typeof value === 'string' ? value : null;
  };
  const date = (field: TermField) => {
    const value = text(field);
    return value !== null && isCalendarDate(value) ? value : null;
  };
  const loan = text('amountFinanced');
  return {
    startDate: date('startDate'),
    firstPaymentDate: date('firstPaymentDate'),
    frequency: text('frequency') as Frequency | null,
    loan: loan === null ? null : Math.round(Number(loan) * 100),
  };
}

/** With several tables, a table's terms stand between the previous table and its own. */
function between<Found extends { readonly at: number }>(
  candidates: readonly Found[],
  previous: RepaymentTable | undefined,
  own: RepaymentTable,
): Found[] {
  const [from, to] = [previous ? Math.max(...previous.lines) : -1, Math.min(...own.lines)];
  return candidates.filter(({ at }) => at > from && at < to);
}

/** The lines among a table's rows that are no payments. */
function leftOut(parts: readonly RowPart[], { lines }: RepaymentTable): ReadTable['leftOut'] {
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return parts
    .filter(
      ({ at, half, words }) =>
        at >= first - 1 && at <= last + 2 && half === 0 && !lines.has(at) && words.length > 0,
    )
    .map(({ line, words }) => ({ text: textOf(words).slice(0, 200), place: linePlace(line, words) }));
}

function outcomeOf(
  kind: DocumentText['kind'],
  parts: readonly RowPart[],
  tables: readonly RepaymentTable[],
  { terms, isAsked }: { readonly terms: number; readonly isAsked: boolean },
): Outcome {
  const rows = parts.filter((part) => part.kind === 'payment');
  const monthFirst = rows.filter(({ isMonthFirst }) => isMonthFirst).length;
  const isDayFirst = rows.some(({ date }) => (date?.day ?? 0) > 12);
  if (!isAsked && monthFirst > 0 && !isDayFirst && monthFirst >= rows.length / 5) return 'month-first';
  const amounts = rows.flatMap(({ values }) => values.filter(isCertain));
  const hasCents = amounts.some(({ text }) => text?.includes('.') === true);
  const isProven = tables.some(
    ({ roles }) => roles.includes('balance') && roles.filter((role) => role !== null).length > 2,
  );
  const isBare = rows.length > 2 && !hasCents;
  if (kind === 'pdf' && ((isBare && !isProven) || (tables.length === 0 && bareLines(parts) > 2)))
    return 'whole-dollars';
  // A sheet keeps 900.00 as 900: only rows that don't add up show that figures were rounded.
  if (isBare && tables.some(isRounded)) return 'whole-dollars';
  return tables.length > 0 || terms > 0 ? 'read' : 'nothing-found';
}

/** Cents: sums of three figures that were rounded to dollars. */
const MOST_BY_ROUNDING = 200;

/** Whether the named interest fits no row, or several rows don't add up, and none by more than rounding to dollars. */
function isRounded({ rows, roles, columnNames }: RepaymentTable): boolean {
  const isSplit = (role: ColumnRole | null | undefined): boolean =>
    role === 'interest' || role === 'principal';
  if (!roles.some(isSplit) && columnNames.some((name) => isSplit(roleNamed(name)))) return true;
  const off = rows.filter(({ difference }) => difference !== 0);
  return off.length > 1 && off.every(({ difference }) => Math.abs(difference) <= MOST_BY_ROUNDING);
}

/** Lines of a date and two whole numbers without separators or a currency. */
const bareLines = (parts: readonly RowPart[]): number =>
  parts.filter(
    ({ date, values }) => date !== null && values.filter(({ kind }) => kind === 'count').length > 1,
  ).length;

/** So many lines of amounts are a table. */
const LINES_OF_TABLE = 6;

function findingsWithoutTable(parts: readonly RowPart[], terms: readonly Term[]): Note[] {
  const lines = parts.filter(({ values, date }) => values.filter(isCertain).length > (date ? 0 : 1));
  const unread: Note[] = lines.length >= LINES_OF_TABLE ? [{ code: 'table-unread' }] : [];
  return [...unread, ...judgeTerms(terms)];
}

function findingsOf(tables: readonly ReadTable[], terms: readonly Term[]): Note[] {
  const [only, ...more] = tables;
  if (!only) return [];
  if (more.length > 0) return [{ code: 'several-tables' }, ...tables.flatMap(({ notes }) => notes)];
  const left = only.rows.at(-1)?.balance ?? 0;
  const balloon: Note[] = left > 0 ? [{ code: 'balloon-left', stated: dollars(left) }] : [];
  return [...only.notes, ...balloon, ...compareWithTable(terms, only)];
}
