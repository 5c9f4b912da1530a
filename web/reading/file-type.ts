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
  const isText = encodingOf(bytes) !== 'utf-8' || !bytes.includes(0);
  return bytes.length > 0 && isText ? 'sheet' : 'other-type';
}

/** Enough characters to see that every other byte is zero. */
const CHARACTERS = 200;

/** The encoding of a text by its mark, or by the zero bytes of Latin letters in UTF-16. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 2 * CHARACTERS);
  const zeros = (from: 0 | 1): number =>
    start.filter((byte, index) => index % 2 === from && byte === 0).length / (start.length / 2);
  if (start.length < 4 || bytes.length % 2 === 1) return 'utf-8';
  if (zeros(1) > 0.8 && zeros(0) < 0.1) return 'utf-16le';
  return zeros(0) > 0.8 && zeros(1) < 0.1 ? 'utf-16be' : 'utf-8';
}

/** The archive of a workbook names its parts in plain text. */
const isWorkbook = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes).includes('xl/w');
