/** Cells of a workbook, whatever it is about: real dates and numbers, live sums, and text that stays text. */
import writeXlsxFile, { type Row } from 'write-excel-file/node';
import type { CalendarDate } from '../../domain/calendar.ts';
import { type Cents, toDollars } from '../../domain/money.ts';
import { cutText } from '../../domain/text.ts';
import { escapeHtml } from './escape-html.ts';

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

/** The month of a date, by which programs sort and group. */
export const monthCell = (date: CalendarDate) => ({ ...dateCell(date), format: 'mmm yyyy' }) as const;

export const countCell = (count: number) =>
  ({ type: Number, value: count, format: '0', align: 'left' }) as const;

/** A cell with a rate in percent. */
export const rateCell = (rate: number) => ({ type: Number, value: rate / 100, format: '0.00 %' }) as const;

/** Text is never read as a formula. */
export const textCell = (text: string) => ({ type: String, value: text }) as const;

/** Sets a cell apart from the amount before it, which ends where the cell begins. Only an aligned cell is indented. */
export const indented = <Cell extends object>(cell: Cell) => ({ ...cell, align: 'left', indent: 1 }) as const;

/**
 * An amount that the workbook works out itself: `SUM(B2:B9)`, with its result as it is now, for programs that don't
 * calculate: previews, and Excel before editing is enabled.
 */
export const formulaCell = (formula: string, result: Cents) =>
  ({ type: 'Formula', value: `${formula}${RESULT}${toDollars(result)}`, format: MONEY }) as const;

type Options = NonNullable<Parameters<typeof writeXlsxFile>[1]>;

/** Between a formula and its result, until the sheet is written. */
const RESULT = '#=';

type Feature = NonNullable<Options['features']>[number];

/** The library writes formulas without their results. */
const withResults = (sheet: string): string =>
  sheet.replaceAll(/<f>([^<]*)#=([^<]*)<\/f>/g, '<f>$1</f><v>$2</v>');

/** The characters of 10 points that stay readable when they are shrunk to the width of A4. */
const PAGE_WIDTH = 220;

const pagesAcross = ({ widths }: Sheet): number =>
  Math.ceil(widths.reduce((sum, width) => sum + width, 0) / PAGE_WIDTH);

/** A4 across, as long as the rows, with the sheet's name and the page's number below. */
const withPage = (content: string, across: number): string =>
  content
    .replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    .replace(
      '</worksheet>',
      '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
        `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${across}" fitToHeight="0"/>` +
        '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>',
    );

/** Names the font and its size, which programs choose differently where they are missing. */
const withFont = (styles: string): string =>
  styles.replaceAll(
    /<font>(.*?)<\/font>/g,
    (_, font: string) =>
      `<font>${font.includes('<b/>') ? '<b/>' : ''}<sz val="10"/><color theme="1"/><name val="Arial"/><family val="2"/></font>`,
  );

/** Repeats the row of heads on every printed page, and the first columns where a sheet is wider than a page. */
const withTitles = (workbook: string, sheets: readonly Sheet[]): string => {
  const names = sheets.map((sheet, index) => {
    const { name, stickyRows } = sheet;
    const quoted = escapeHtml(`'${sheetName(name).replaceAll("'", "''")}'`);
    const columns = pagesAcross(sheet) > 1 ? `${quoted}!$A:$B,` : '';
    return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${columns}${quoted}!$${stickyRows}:$${stickyRows}</definedName>`;
  });
  return workbook.replace('<definedNames/>', () => `<definedNames>${names.join('')}</definedNames>`);
};

const layoutOf = (sheets: readonly Sheet[]): Feature => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (content, _, { sheetIndex }) => {
          const sheet = sheets[sheetIndex];
          return withPage(withResults(content), sheet ? pagesAcross(sheet) : 1);
        },
      },
      'xl/styles.xml': { transform: withFont },
      'xl/workbook.xml': { transform: (content) => withTitles(content, sheets) },
    },
  },
});

const sheetName = (name: string): string => cutText(name, SHEET_NAME_LENGTH);

export const headCell = (value: string, isNumber: boolean) =>
  ({
    type: String,
    value,
    fontWeight: 'bold',
    align: isNumber ? 'right' : 'left',
    bottomBorderStyle: 'thin',
    wrap: true,
  }) as const;

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
      sheet: sheetName(name),
      stickyRowsCount: stickyRows,
      columns: widths.map((width) => ({ width })),
    })),
    { features: [layoutOf(sheets)] },
  ).toBuffer();
}
