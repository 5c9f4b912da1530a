/** A section of the year-end pack: a table in the PDF and a sheet in the workbook, from the same columns. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { type Cents, sumCents, ZERO } from '../../domain/money.ts';
import type { Pack } from './pack.ts';

export type Format = 'pdf' | 'xlsx';

/** A value for each format; a format without a value leaves the section or the column out. */
type ByFormat<Value> = { readonly [Each in Format]?: Value };

/**
 * Rows are loans or anything else. Methods, unlike properties, let sections with different rows stand in one list, as
 * `Section<unknown>`.
 */
export interface Section<Row> {
  readonly id: string;
  readonly title: ByFormat<string>;
  /** Follows the title in the PDF: the standard in force at the date. */
  reference?(pack: Pack): string;
  rows(pack: Pack): readonly Row[];
  columns(pack: Pack): readonly Column<Row>[];
  /** The entity of a row: a heading with a subtotal in the PDF, the first column in the workbook. */
  entityOf?(row: Row): { readonly entityId: string; readonly entityName: string };
  /** Whether the pack has the section. Without this condition each pack has it. */
  isIncluded?(pack: Pack): boolean;
  /** Leaves rows without any amount out of the PDF. */
  readonly pdfOmitsEmptyRows?: boolean;
}

interface Values {
  readonly text: string;
  readonly date: CalendarDate;
  /** In percent. */
  readonly rate: number;
  /** The year in which an income year ends. */
  readonly year: number;
  readonly tick: boolean;
  readonly money: Cents;
}

interface ColumnOf<Row, Kind extends keyof Values> {
  /** Unique in its section: formulas name columns by it. */
  readonly id: string;
  readonly label: string;
  /** The label in the PDF where it differs: `\n` breaks the line. */
  readonly pdfLabel?: string;
  readonly kind: Kind;
  /** In points (PDF) and characters (workbook). */
  readonly width: ByFormat<number>;
  value(row: Row): Values[Kind] | null;
}

export interface MoneyColumn<Row> extends ColumnOf<Row, 'money'>, MoneyOptions {}

export interface MoneyOptions {
  readonly pdfLabel?: string;
  readonly total?: 'sum' | undefined;
  /** Leaves the total out of the PDF. */
  readonly pdfTotal?: 'none';
  /** -1: the PDF shows the amount with the opposite sign. */
  readonly pdfSign?: -1;
  /** Stands where there is no amount; without it the cell is empty. */
  readonly missing?: string;
  /** The result of a comparison: the PDF shows zero as `0.00` instead of a dash. */
  readonly isCheck?: boolean;
  /**
   * The workbook's formula of the amount, without `=`.
   * @param cell returns the address of another column's cell in the same row.
   */
  readonly formula?: (cell: (id: string) => string) => string;
}

interface TextColumn<Row> extends ColumnOf<Row, 'text'> {
  /** Breaks a long text into lines in the PDF, instead of cutting it. */
  readonly pdfWraps?: boolean;
}

export type Column<Row> =
  | TextColumn<Row>
  | ColumnOf<Row, 'date'>
  | ColumnOf<Row, 'rate'>
  | ColumnOf<Row, 'year'>
  | ColumnOf<Row, 'tick'>
  | MoneyColumn<Row>;

/** The columns that a format shows, with their widths. */
export function columnsIn<Row>(
  format: Format,
  columns: readonly Column<Row>[],
): readonly { readonly column: Column<Row>; readonly width: number }[] {
  return columns.flatMap((column) => {
    const width = column.width[format];
    return width === undefined ? [] : [{ column, width }];
  });
}

export const hasTotal = <Row>(format: Format, column: Column<Row>): column is MoneyColumn<Row> =>
  column.kind === 'money' && column.total === 'sum' && !(format === 'pdf' && column.pdfTotal === 'none');

export const totalOf = <Row>(column: MoneyColumn<Row>, rows: readonly Row[]): Cents =>
  sumCents(rows.map((row) => column.value(row) ?? ZERO));
