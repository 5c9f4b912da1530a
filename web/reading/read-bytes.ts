/** Reads a file's bytes as a lender's document in this thread, as the command `read-document` does. */
import type { TextItem } from '../extraction/document-text.ts';
import { readDocument, refusedReading, type Choices, type Reading } from '../extraction/read-document.ts';
import { typeOf } from './file-type.ts';
import { openPdf } from './read-pdf.ts';
import { readSheets } from './read-sheets.ts';
import { sheetsText } from './sheets-text.ts';
import { Unreadable } from './unreadable.ts';

/** Returns the reading, or the reason why there is none. */
export async function readBytes(
  bytes: Uint8Array,
  options: { readonly password?: string | undefined; readonly choices?: Choices },
): Promise<Reading> {
  const type = typeOf(bytes);
  if (type !== 'pdf' && type !== 'sheet') return refusedReading(type);
  try {
    if (type === 'sheet') return readDocument(sheetsText(readSheets(bytes)), options.choices);
    const pdf = await openPdf(bytes, options.password);
    const pages: TextItem[][] = [];
    for await (const items of pdf.pages()) pages.push(items);
    await pdf.close();
    return readDocument({ kind: 'pdf', pages }, options.choices);
  } catch (error) {
    return refusedReading(error instanceof Unreadable ? error.outcome : 'damaged');
  }
}
