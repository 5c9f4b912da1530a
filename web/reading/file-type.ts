/** The type of a file by its first bytes. */
import type { Outcome } from '../extraction/read-document.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The type of a file by its first bytes, or why it is refused. */
export function typeOf(bytes: Uint8Array): 'pdf' | 'sheet' | Outcome {
  if (bytes.length > MAX_FILE_BYTES) return 'too-large';
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) return 'old-xls';
  if (start.startsWith('PK')) return isWorkbook(bytes) ? 'sheet' : 'other-type';
  return bytes.length > 0 && !bytes.includes(0) ? 'sheet' : 'other-type';
}

/** The archive of a workbook names its parts in plain text. */
const isWorkbook = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes).includes('xl/w');
