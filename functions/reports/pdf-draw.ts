/** Draws texts, lines and bands on a page of the PDF. */
import type PDFDocument from 'pdfkit';

export const INK = '#1f2328';
export const FAINT = '#59636e';
export const RULE = '#d1d9e0';
const MARK = '#eef4fb';

export type Pdf = InstanceType<typeof PDFDocument>;

interface Style {
  readonly bold?: boolean;
  readonly size: number;
  readonly color?: string;
  /** Longer text is cut and ends with an ellipsis. */
  readonly width?: number;
}

/** Draws a text with its left edge at `x`. */
export function put(pdf: Pdf, text: string, x: number, y: number, style: Style): void {
  const shown = printable(text);
  draw(pdf, style.width === undefined ? shown : fitted(pdf, shown, style, style.width), x, y, style);
}

/** Draws a text with its right edge at `right`. */
export function putRight(pdf: Pdf, text: string, right: number, y: number, style: Style): void {
  const shown = printable(text);
  draw(pdf, shown, right - widthOf(pdf, shown, style), y, style);
}

export function line(pdf: Pdf, from: number, to: number, y: number, color: string): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.5).stroke(color);
}

/** Fills the background of a row. */
export function band(pdf: Pdf, x: number, y: number, width: number, height: number): void {
  pdf.rect(x, y, width, height).fill(MARK);
  colors.delete(pdf.page);
}

/** Draws a tick, which the fonts lack. */
export function drawTick(pdf: Pdf, middle: number, y: number): void {
  pdf
    .moveTo(middle - 3, y + 3)
    .lineTo(middle - 1, y + 5.5)
    .lineTo(middle + 3.5, y)
    .lineWidth(1)
    .stroke('#1a7f37');
}

/** The characters of Windows-1252 beyond Latin 1, which the fonts of every PDF reader have too. */
const BEYOND_LATIN = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Returns the text in the characters that the fonts have; each other one becomes a question mark. */
export function printable(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const characters = Array.from(text.normalize('NFC'));
  return characters
    .map((each) => (/^[\x20-\x7e\xa1-\xff]$/.test(each) || BEYOND_LATIN.includes(each) ? each : '?'))
    .join('');
}

function draw(pdf: Pdf, text: string, x: number, y: number, style: Style): void {
  apply(pdf, style);
  pdf.text(text, x, y, { lineBreak: false });
}

/** The current text colour of each page: to set it again with every text would take a third of the file. */
const colors = new WeakMap<object, string>();

function apply(pdf: Pdf, { bold = false, size, color = INK }: Style): void {
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  if (colors.get(pdf.page) === color) return;
  pdf.fillColor(color);
  colors.set(pdf.page, color);
}

/** Widths of texts at size 1: the same texts are on thousands of pages. */
const measured = new Map<string, number>();
const MOST_MEASURED = 5000;

/** Characters of figures have the same width in both fonts, and none of them are kerned. */
const FIGURE_WIDTHS: Readonly<Record<string, number>> = { ',': 0.278, '.': 0.278, '(': 0.333, ')': 0.333 };
const DIGIT_WIDTH = 0.556;

function widthOf(pdf: Pdf, text: string, { bold = false, size }: Style): number {
  if (/^[\d.,()]*$/.test(text)) {
    let width = 0;
    for (const character of text) width += FIGURE_WIDTHS[character] ?? DIGIT_WIDTH;
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
  // No character is narrower than a fifth of the size.
  let length = Math.min(text.length, Math.floor((width * 5) / style.size));
  while (length > 0 && widthOf(pdf, `${text.slice(0, length)}…`, style) > width) length--;
  return `${text.slice(0, length).trimEnd()}…`;
}
