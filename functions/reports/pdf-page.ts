/** The layout of a workpaper: page heads and feet, and tables with aligned figures. */
import PDFDocument from 'pdfkit';
import type { Cents } from '../../domain/money.ts';

export const PAGE = { width: 841.89, height: 595.28, margin: 36 } as const;
const ROW_HEIGHT = 13;
const TOP = 84;
const BOTTOM = PAGE.height - 58;
const HEAD_HEIGHT = 26;
const TEXT_SIZE = 7.5;
const PADDING = 4;
const LEAST_STRETCHED = 640;
const INK = '#1f2328';
const FAINT = '#59636e';
const RULE = '#d1d9e0';
const MARK = '#eef4fb';

/** Rows that fit below a table's head on a page that holds nothing else. */
export const ROWS_A_PAGE = Math.floor((BOTTOM - TOP - HEAD_HEIGHT) / ROW_HEIGHT);

export type Pdf = InstanceType<typeof PDFDocument>;

export interface PdfColumn {
  readonly label: string;
  /** In points; the widths of a table add up to at most 769. */
  readonly width: number;
  readonly isNumber?: boolean;
}

export interface PdfRow {
  readonly cells: readonly string[];
  readonly kind?: 'heading' | 'subtotal' | 'total' | 'marked';
  /** The column that gets a tick. */
  readonly tick?: number;
}

/** A page that is laid out and waits to be drawn. */
export interface PlannedPage {
  readonly title: string;
  readonly draw: (pdf: Pdf) => void;
}

/** The texts in a page's head and foot. */
export interface PageFrame {
  readonly owner: string;
  readonly title: string;
  readonly subtitle: string;
  readonly number: number;
  readonly count: number;
}

export function createPdf(title: string, created: Date): Pdf {
  return new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    info: { Title: title, Creator: 'Paydown', Producer: 'Paydown', CreationDate: created },
    lang: 'en-AU',
    displayTitle: true,
  });
}

/** The whole document, once it has ended. */
export async function bytesOf(pdf: Pdf): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** Starts a page with its head and its foot. */
export function startPage(pdf: Pdf, { owner, title, subtitle, number, count }: PageFrame): void {
  pdf.addPage();
  const { width, height, margin } = PAGE;
  const right = width - margin;
  put(pdf, owner, margin, 32, { bold: true, size: 11, width: right - margin - 200 });
  put(pdf, title, margin, 48, { bold: true, size: 9.5, width: right - margin - 200 });
  put(pdf, subtitle, margin, 62, { size: 8, color: FAINT, width: right - margin });
  putRight(pdf, 'Year-end loans', right, 34, { size: 8, color: FAINT });
  putRight(pdf, 'AUD', right, 48, { size: 8, color: FAINT });
  line(pdf, margin, right, 76, INK);
  const foot = height - 40;
  line(pdf, margin, right, foot - 8, RULE);
  put(pdf, 'Prepared by ____________________  Date __________', margin, foot, { size: 7.5, color: FAINT });
  put(pdf, 'Reviewed by ____________________  Date __________', margin + 260, foot, {
    size: 7.5,
    color: FAINT,
  });
  putRight(pdf, `Page ${number} of ${count}`, right, foot, { size: 7.5, color: FAINT });
}

/** Draws a table with its head and returns its bottom edge in points. One that is nearly as wide as the page is made as wide. */
export function drawTable(
  pdf: Pdf,
  given: readonly PdfColumn[],
  rows: readonly PdfRow[],
  top: number = TOP,
): number {
  const columns = stretched(given);
  const lefts = leftsOf(columns);
  const right = PAGE.margin + columns.reduce((sum, { width }) => sum + width, 0);
  drawHead(pdf, columns, lefts, top);
  line(pdf, PAGE.margin, right, top + HEAD_HEIGHT - 4, INK);
  let y = top + HEAD_HEIGHT;
  for (const row of rows) {
    drawRow(pdf, row, columns, lefts, y, right);
    y += ROW_HEIGHT;
  }
  return y;
}

function stretched(columns: readonly PdfColumn[]): readonly PdfColumn[] {
  const full = PAGE.width - 2 * PAGE.margin;
  const own = columns.reduce((sum, { width }) => sum + width, 0);
  if (own < LEAST_STRETCHED) return columns;
  return columns.map((column) => ({ ...column, width: (column.width * full) / own }));
}

function drawHead(pdf: Pdf, columns: readonly PdfColumn[], lefts: readonly number[], top: number): void {
  for (const [index, { label, width, isNumber }] of columns.entries()) {
    const left = lefts[index] ?? 0;
    const lines = label.split('\n');
    for (const [at, text] of lines.entries()) {
      const y = top + (2 - lines.length + at) * 9;
      const style = { bold: true, size: 7, width: width - PADDING };
      if (isNumber) putRight(pdf, text, left + width - PADDING, y, style);
      else put(pdf, text, left, y, style);
    }
  }
}

function drawRow(
  pdf: Pdf,
  { cells, kind, tick }: PdfRow,
  columns: readonly PdfColumn[],
  lefts: readonly number[],
  y: number,
  right: number,
): void {
  if (kind === 'marked') {
    pdf.rect(PAGE.margin - 2, y - 3, right - PAGE.margin + 4, ROW_HEIGHT).fill(MARK);
    colors.delete(pdf.page);
  }
  if (kind === 'subtotal') line(pdf, PAGE.margin, right, y - 4, RULE);
  if (kind === 'total') {
    line(pdf, PAGE.margin, right, y - 4, INK);
    line(pdf, PAGE.margin, right, y + ROW_HEIGHT - 4, INK);
  }
  const bold = kind !== undefined && kind !== 'marked';
  for (const [index, { width, isNumber }] of columns.entries()) {
    const cell = cells[index] ?? '';
    const left = lefts[index] ?? 0;
    if (tick === index) drawTick(pdf, left + width / 2, y);
    if (cell === '') continue;
    if (isNumber) putRight(pdf, cell, left + width - PADDING, y, { bold, size: TEXT_SIZE });
    else put(pdf, cell, left, y, { bold, size: TEXT_SIZE, width: roomFor(kind, width, right - left) });
  }
}

/** A heading has the whole row for itself. */
const roomFor = (kind: PdfRow['kind'], width: number, rest: number): number =>
  kind === 'heading' ? rest : width - PADDING;

function leftsOf(columns: readonly PdfColumn[]): readonly number[] {
  let left: number = PAGE.margin;
  return columns.map(({ width }) => {
    const own = left;
    left += width;
    return own;
  });
}

interface Style {
  readonly bold?: boolean;
  readonly size: number;
  readonly color?: string;
  /** Longer text is cut and ends with an ellipsis. */
  readonly width?: number;
}

export function put(pdf: Pdf, text: string, x: number, y: number, style: Style): void {
  const shown = printable(text);
  draw(pdf, style.width === undefined ? shown : fitted(pdf, shown, style, style.width), x, y, style);
}

function putRight(pdf: Pdf, text: string, right: number, y: number, style: Style): void {
  const shown = printable(text);
  draw(pdf, shown, right - widthOf(pdf, shown, style), y, style);
}

function draw(pdf: Pdf, text: string, x: number, y: number, style: Style): void {
  apply(pdf, style);
  pdf.text(text, x, y, { lineBreak: false });
}

/** The color that each page draws text in now: setting it anew with every text would take a third of the file. */
const colors = new WeakMap<object, string>();

function apply(pdf: Pdf, { bold = false, size, color = INK }: Style): void {
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  if (colors.get(pdf.page) === color) return;
  pdf.fillColor(color);
  colors.set(pdf.page, color);
}

/** Widths of texts at size 1, which come again on thousands of pages. */
const measured = new Map<string, number>();
const MOST_MEASURED = 5000;

/** Signs of figures: those of both fonts are as wide, and none of them are kerned. */
const FIGURE_WIDTHS: Readonly<Record<string, number>> = { ',': 0.278, '.': 0.278, '(': 0.333, ')': 0.333 };
const DIGIT_WIDTH = 0.556;

function widthOf(pdf: Pdf, text: string, { bold = false, size }: Style): number {
  if (/^[\d.,()]*$/.test(text)) {
    let width = 0;
    for (const sign of text) width += FIGURE_WIDTHS[sign] ?? DIGIT_WIDTH;
    return width * size;
  }
  const key = `${bold} ${text}`;
  const known = measured.get(key);
  if (known !== undefined) return known * size;
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(1);
  const width = pdf.widthOfString(text);
  if (measured.size >= MOST_MEASURED) measured.clear();
  measured.set(key, width);
  return width * size;
}

/** Returns the text, shortened to fit. */
function fitted(pdf: Pdf, text: string, style: Style, width: number): string {
  if (widthOf(pdf, text, style) <= width) return text;
  // No sign is narrower than a fifth of the size.
  let length = Math.min(text.length, Math.floor((width * 5) / style.size));
  while (length > 0 && widthOf(pdf, `${text.slice(0, length)}…`, style) > width) length--;
  return `${text.slice(0, length).trimEnd()}…`;
}

/** The characters of Windows-1252 beyond Latin 1, which the fonts of every PDF reader have too. */
const BEYOND_LATIN = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Text in the characters that the fonts have; each other one is a question mark. */
export function printable(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const signs = Array.from(text.normalize('NFC'));
  return signs
    .map((sign) => (/^[\x20-\x7e\xa1-\xff]$/.test(sign) || BEYOND_LATIN.includes(sign) ? sign : '?'))
    .join('');
}

/** Drawn, since the font has none. */
function drawTick(pdf: Pdf, middle: number, y: number): void {
  pdf
    .moveTo(middle - 3, y + 3)
    .lineTo(middle - 1, y + 5.5)
    .lineTo(middle + 3.5, y)
    .lineWidth(1)
    .stroke('#1a7f37');
}

function line(pdf: Pdf, from: number, to: number, y: number, color: string): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.5).stroke(color);
}

/** `1,234.50`; negative in brackets and nothing as a dash, as workpapers have it. */
export function figure(amount: Cents): string {
  return amount === 0 ? '–' : exactFigure(amount);
}

/** Formats an amount; zero is `0.00`. */
export function exactFigure(amount: Cents): string {
  const [dollars = '', decimals = ''] = (Math.abs(amount) / 100).toFixed(2).split('.');
  const text = `${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
  return amount < 0 ? `(${text})` : text;
}
