/** The worker that reads a document's text, page by page as it arrives. One document a worker. */
import type { TextItem } from '../extraction/document-text.ts';
import { readDocument, refusedReading, type Reading } from '../extraction/read-document.ts';
import type { ColumnRoles } from '../extraction/judge.ts';
import { Unreadable } from './unreadable.ts';

/** A page of a PDF, the bytes of a spreadsheet, or the order to read. */
export type ToReader =
  | { readonly page: TextItem[] }
  | { readonly sheet: Uint8Array }
  | { readonly columns: ColumnRoles | undefined };

const pages: (readonly TextItem[])[] = [];
let kind: 'pdf' | 'sheet' = 'pdf';

async function answerTo(message: ToReader): Promise<Reading | null> {
  if ('page' in message) {
    pages.push(message.page);
    return null;
  }
  if ('columns' in message) return readDocument({ kind, pages }, message.columns);
  kind = 'sheet';
  const { sheetsText } = await import('./sheets-text.ts');
  pages.push(...(await sheetsText(message.sheet)).pages);
  return readDocument({ kind, pages });
}

const answer = (reading: Reading | null): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  if (reading) self.postMessage(reading);
};

self.addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  answerTo(data).then(answer, (error: unknown) =>
    answer(refusedReading(error instanceof Unreadable ? error.outcome : 'damaged')),
  );
});
