/** Draws texts, lines and bands on a page of the PDF. */
import { cutText } from '../../domain/text.ts';
import PDFDocument from 'pdfkit';

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
  draw(pdf, style.width === undefined ? shown : fitted(shown, style, style.width), x, y, style);
}

/** Draws a text with its right edge at `right`. */
export function putRight(pdf: Pdf, text: string, right: number, y: number, style: Style): void {
  const shown = printable(text);
  draw(pdf, shown, right - widthOf(shown, style), y, style);
}

export function line(pdf: Pdf, from: number, to: number, y: number, color: string): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.5).stroke(color);
}

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

/** Windows-1252 from 0x80 to 0x9f, which the fonts of every PDF reader have; a space where it has no character. */
const BEYOND_LATIN = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Returns the text in the characters that the fonts have; each other one becomes a question mark. */
export function printable(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const characters = Array.from(text.normalize('NFC'));
  return characters
    .map((each) => (/^[\x20-\x7e\xa1-\xff]$/.test(each) || BEYOND_LATIN.includes(each) ? each : '?'))
    .join('');
}

const FONTS = ['Helvetica', 'Helvetica-Bold'] as const;
/** The height above the baseline of both fonts, at size 1. */
const ASCENDER = 0.718;

/** Makes both fonts known to a new page, which `draw` relies on. */
export function addFonts(pdf: Pdf): void {
  for (const font of FONTS) pdf.font(font).text(' ', 0, 0, { lineBreak: false });
}

/**
 * Writes the operators of a text itself: the library measures each text three times with its kerning, which is most of
 * the time of a pack of thousands of loans.
 */
function draw(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  { bold = false, size, color = INK }: Style,
): void {
  if (colors.get(pdf.page) !== color) {
    pdf.fillColor(color);
    colors.set(pdf.page, color);
  }
  const font = Object.keys(pdf.page.fonts as object)[bold ? 1 : 0];
  // The page's axis points down.
  const place = `1 0 0 -1 ${x.toFixed(2)} ${(y + ASCENDER * size).toFixed(2)} Tm`;
  pdf.addContent(`BT /${font} ${size} Tf ${place} (${encoded(text)}) Tj ET`);
}

/** A text as a string of a PDF, a character for each byte. */
const encoded = (text: string): string =>
  text.replaceAll(/[()\\]|[^\x20-\x7e\xa1-\xff]/g, (each) =>
    each < '\x7f' ? `\\${each}` : String.fromCharCode(0x80 + BEYOND_LATIN.indexOf(each)),
  );

/** The current text colour of each page: to set it again with every text would take a third of the file. */
const colors = new WeakMap<object, string>();

/** Widths of characters at size 1, in the plain and the bold font. */
const widths = [new Map<string, number>(), new Map<string, number>()] as const;
/** A document that is never written. */
let ruler: Pdf | undefined;

function widthOf(text: string, { bold = false, size }: Style): number {
  const known = widths[bold ? 1 : 0];
  let width = 0;
  for (const character of text) {
    let own = known.get(character);
    if (own === undefined) {
      ruler ??= new PDFDocument({ autoFirstPage: false });
      own = ruler
        .font(FONTS[bold ? 1 : 0])
        .fontSize(1)
        .widthOfString(character);
      known.set(character, own);
    }
    width += own;
  }
  return width * size;
}

/** Breaks a text into lines that fit, after spaces and hyphens. */
export function wrapped(text: string, style: Style, width: number): string[] {
  const lines: string[] = [];
  let open = '';
  for (const word of printable(text).split(/(?<=[ -])/)) {
    if (open !== '' && widthOf(`${open}${word}`.trimEnd(), style) > width) {
      lines.push(open.trimEnd());
      open = '';
    }
    open += word;
  }
  return [...lines, open.trimEnd()];
}

/** Returns the text, shortened to fit. */
function fitted(text: string, style: Style, width: number): string {
  if (widthOf(text, style) <= width) return text;
  // No character is narrower than a fifth of the size.
  let length = Math.min(text.length, Math.floor((width * 5) / style.size));
  while (length > 0 && widthOf(`${cutText(text, length)}…`, style) > width) length--;
  return `${cutText(text, length)}…`;
}
