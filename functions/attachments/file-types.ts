/** Returns a file's type by its first bytes; its name and declared type are not trusted. */
import type { Attachment } from '../records/schedules/attachments.ts';

type FileType = Attachment['contentType'];

const HEIC_BRANDS = new Set(['heic', 'heix', 'heif', 'mif1', 'msf1', 'hevc']);

/** Null for every other kind of file. */
export function fileTypeOf(head: Uint8Array): FileType | null {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(text.slice(8, 12))) return 'image/heic';
  return null;
}
