/** A page of the PDF: its size, its head and its foot. */
import PDFDocument from 'pdfkit';
import { addFonts, FAINT, INK, line, type Pdf, put, putRight, RULE } from './pdf-draw.ts';

export const PAGE = { width: 841.89, height: 595.28, margin: 36 } as const;
/** The top and the bottom of the space between head and foot. */
export const BODY = { top: 84, bottom: PAGE.height - 58 } as const;

/** A page that is laid out and waits to be drawn. */
export interface PlannedPage {
  readonly title: string;
  readonly draw: (pdf: Pdf) => void;
}

export interface PageFrame {
  readonly owner: string;
  /** The kind of report, at the right. */
  readonly report: string;
  readonly title: string;
  readonly subtitle: string;
  /** In the foot: the sign-offs of the pack of one entity, such as `Prepared by Ada Byron, 3 July 2026`; lines for signatures else. */
  readonly signatures: readonly [prepared: string, reviewed: string];
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
export function startPage(
  pdf: Pdf,
  { owner, report, title, subtitle, signatures, number, count }: PageFrame,
): void {
  pdf.addPage();
  addFonts(pdf);
  const { width, height, margin } = PAGE;
  const right = width - margin;
  put(pdf, owner, margin, 32, { bold: true, size: 11, width: right - margin - 200 });
  put(pdf, title, margin, 48, { bold: true, size: 9.5, width: right - margin - 200 });
  put(pdf, subtitle, margin, 62, { size: 8, color: FAINT, width: right - margin });
  putRight(pdf, report, right, 34, { size: 8, color: FAINT });
  putRight(pdf, 'AUD', right, 48, { size: 8, color: FAINT });
  line(pdf, margin, right, 76, INK);
  const foot = height - 40;
  line(pdf, margin, right, foot - 8, RULE);
  for (const [at, signature] of signatures.entries()) {
    put(pdf, signature, margin + 300 * at, foot, { size: 7.5, color: FAINT, width: 290 });
  }
  putRight(pdf, `Page ${number} of ${count}`, right, foot, { size: 7.5, color: FAINT });
}
