/** Cells of a workbook, whatever it is about: real dates and numbers, live sums, and text that stays text. */
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import type { CalendarDate } from '../../domain/calendar.ts';
import { type Cents, toDollars } from '../../domain/money.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const MONEY = '#,##0.00';
const DATE = 'dd/mm/yyyy';
/** Excel refuses longer names of sheets. */
const SHEET_NAME_LENGTH = 31;

export const moneyCell = (amount: Cents) =>
  ({ type: Number, value: toDollars(amount), format: MONEY }) as const;

/** Excel's dates have no time zone: a calendar date is its midnight in UTC. */
export const dateCell = (date: CalendarDate) =>
  ({ type: Date, value: new Date(`${date}T00:00:00Z`), format: DATE }) as const;

export const countCell = (count: number) =>
  ({ type: Number, value: count, format: '0', align: 'left' }) as const;

/** A cell with a rate in percent. */
export const rateCell = (rate: number) => ({ type: Number, value: rate / 100, format: '0.00%' }) as const;

/** Text is never read as a formula. */
export const textCell = (text: string) => ({ type: String, value: text }) as const;

/**
 * An amount that the workbook works out itself: `SUM(B2:B9)`, with its result as it is now, for programs that don't
 * calculate: previews, and Excel before editing is enabled.
 */
export const formulaCell = (formula: string, result: Cents) =>
  ({ type: 'Formula', value: `${formula}${RESULT}${toDollars(result)}`, format: MONEY }) as const;

type Options = NonNullable<Parameters<typeof writeXlsxFile>[1]>;

/** Between a formula and its result, until the sheet is written. */
const RESULT = '#=';

/** The library writes formulas without their results. */
const results: NonNullable<Options['features']>[number] = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (content) => content.replaceAll(/<f>([^<]*)#=([^<]*)<\/f>/g, '<f>$1</f><v>$2</v>'),
      },
    },
  },
};

export const headCell = (value: string, isNumber: boolean) =>
  ({
    type: String,
    value,
    fontWeight: 'bold',
    align: isNumber ? 'right' : 'left',
    bottomBorderStyle: 'thin',
    wrap: true,
  }) as const;

/** The letters of a column, counted from 0: A … Z, AA … */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

export interface Sheet {
  readonly name: string;
  readonly rows: readonly Row[];
  /** In characters, column by column. */
  readonly widths: readonly number[];
  /** Rows that stay in view. */
  readonly stickyRows: number;
}

export async function workbookOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  return writeXlsxFile(
    sheets.map(({ name, rows, widths, stickyRows }) => ({
      data: [...rows],
      sheet: name.slice(0, SHEET_NAME_LENGTH),
      stickyRowsCount: stickyRows,
      columns: widths.map((width) => ({ width })),
    })),
    { features: [results] },
  ).toBuffer();
}
