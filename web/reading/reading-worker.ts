/** The worker that reads a document's text, page by page as it arrives, or a spreadsheet. One file a worker. */
import type { DocumentText, TextItem } from '../extraction/document-text.ts';
import {
  readDocument,
  refusedReading,
  type Choices,
  type Outcome,
  type Reading,
} from '../extraction/read-document.ts';
import type { Spreadsheet } from './read-spreadsheet.ts';
import { Unreadable } from './unreadable.ts';

/** A page of a PDF, the bytes of a spreadsheet, the order to read, or the bytes of a register or a spreadsheet. */
export type ToReader =
  | { readonly page: TextItem[] }
  | { readonly sheet: Uint8Array }
  | { readonly choices: Choices }
  | { readonly register: Uint8Array };

/** The answer to `register`: the spreadsheet, or why there is none. */
export type ReadRegister = { readonly spreadsheet: Spreadsheet } | { readonly outcome: Outcome };

const pages: (readonly TextItem[])[] = [];
let workbook: DocumentText | null = null;

async function answerTo(message: ToReader): Promise<Reading | ReadRegister | null> {
  if ('page' in message) {
    pages.push(message.page);
    return null;
  }
  if ('choices' in message) return readDocument(workbook ?? { kind: 'pdf', pages }, message.choices);
  if ('register' in message) {
    const { readSpreadsheet } = await import('./read-spreadsheet.ts');
    return { spreadsheet: readSpreadsheet(message.register) };
  }
  const [{ readSheets }, { sheetsText }] = await Promise.all([
    import('./read-sheets.ts'),
    import('./sheets-text.ts'),
  ]);
  workbook = sheetsText(readSheets(message.sheet));
  return null;
}

const answer = (result: Reading | ReadRegister | null): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  if (result) self.postMessage(result);
};

/** Messages are answered one after the other: the order to read follows the bytes. */
let work = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  work = work
    .then(async () => answer(await answerTo(data)))
    .catch((error: unknown) =>
      answer(refusedReading(error instanceof Unreadable ? error.outcome : 'damaged')),
    );
});
