/** Reads the text of PDFs with their positions, and draws their pages. The only importer of pdfjs-dist. */
import {
  getDocument,
  PasswordException,
  PDFWorker,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MAX_ITEMS_ON_PAGE, MAX_PAGES, type TextItem } from '../extraction/document-text.ts';
import { Unreadable } from './unreadable.ts';

/** A canvas, by its type of pdfjs: this file also runs in Node, which has none. */
type Canvas = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvas']>;

/** An open PDF. */
export interface Pdf {
  readonly count: number;
  /** The text of each page. @throws Unreadable for too many items on a page, `damaged` where it can't be parsed. */
  pages(): AsyncGenerator<TextItem[]>;
  /** Draws a page, counted from 1, in so many device pixels of width; returns pixels a point. */
  draw(page: number, canvas: Canvas, width: number): Promise<number>;
  close(): Promise<void>;
}

/** No WebAssembly, no forms, no fonts of the system, no fetches: all that the site's policy and a stranger's file allow. */
const OPTIONS = {
  useWasm: false,
  enableXfa: false,
  useSystemFonts: false,
  useWorkerFetch: false,
  disableFontFace: true,
  isEvalSupported: false,
  stopAtErrors: false,
  verbosity: VerbosityLevel.ERRORS,
} as const;

/**
 * Opens a PDF.
 * @param port the worker that parses it; without one, as in Node, it is parsed in this thread.
 * @throws Unreadable `password` for a missing or wrong one, `damaged`, or `too-large` for too many pages.
 */
export async function openPdf(data: Uint8Array, password?: string, port?: object): Promise<Pdf> {
  // The package's types know null only, where its documentation names a Worker.
  const worker = port === undefined ? undefined : new PDFWorker({ port: port as never });
  const task = getDocument({
    ...OPTIONS,
    data,
    ...(password !== undefined && { password }),
    ...(worker && { worker }),
  });
  const document = await task.promise.catch((error: unknown) => {
    throw new Unreadable(error instanceof PasswordException ? 'password' : 'damaged');
  });
  const close = async (): Promise<void> => task.destroy();
  if (document.numPages > MAX_PAGES) {
    await close();
    throw new Unreadable('too-large');
  }
  return {
    count: document.numPages,
    pages: () => pagesOf(document),
    draw: (page, canvas, width) => draw(document, page, canvas, width),
    close,
  };
}

async function* pagesOf(document: PDFDocumentProxy): AsyncGenerator<TextItem[]> {
  for (let number = 1; number <= document.numPages; number++) yield await textOfPage(document, number);
}

async function textOfPage(document: PDFDocumentProxy, number: number): Promise<TextItem[]> {
  const page = await document.getPage(number);
  const view = page.getViewport({ scale: 1 }).transform;
  const items: TextItem[] = [];
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    items.push(...(value as TextChunk).items.flatMap((item) => itemOf(item, view)));
    if (items.length > MAX_ITEMS_ON_PAGE) {
      await reader.cancel();
      throw new Unreadable('too-large');
    }
  }
  page.cleanup();
  return items;
}

interface TextChunk {
  readonly items: readonly {
    readonly str?: string;
    readonly transform?: readonly number[];
    readonly width?: number;
  }[];
}

/** An item in the page's coordinates, as the page is shown. */
function itemOf({ str, transform, width }: TextChunk['items'][number], view: readonly number[]): TextItem[] {
  if (str === undefined || str.trim() === '' || !transform || width === undefined) return [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = view;
  const [ta = 1, tb = 0, tc = 0, td = 1, te = 0, tf = 0] = transform;
  const along = [a * ta + c * tb, b * ta + d * tb] as const;
  const up = [a * tc + c * td, b * tc + d * td] as const;
  const angle = (Math.atan2(along[1], along[0]) * 180) / Math.PI;
  return [
    { text: str, x: a * te + c * tf + e, y: b * te + d * tf + f, width, size: Math.hypot(...up) || 1, angle },
  ];
}

async function draw(
  document: PDFDocumentProxy,
  number: number,
  canvas: Canvas,
  width: number,
): Promise<number> {
  const page = await document.getPage(number);
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport, annotationMode: 0 }).promise;
  return scale;
}
