/** Characters that Windows, macOS or Linux refuse in names, and invisible ones. */
// oxlint-disable-next-line no-control-regex -- control characters are among them
const UNSAFE = /[<>:"/\\|?*\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\ufeff]/g;
/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** File systems take 255 bytes, of which the browser may need some to tell a second download from the first. */
const MOST_BYTES = 200;

export type FileExtension = 'xlsx' | 'csv' | 'pdf' | 'json' | 'zip';

/** `Entity - Schedule.xlsx`, safe on any file system. */
export function fileNameOf(parts: readonly string[], extension: FileExtension): string {
  return `${safeNameOf(parts)}.${extension}`;
}

/** `Entity - Schedule`, the same without an extension. */
export function safeNameOf(parts: readonly string[]): string {
  const whole = parts.join(' - ').replace(UNSAFE, ' ').replace(/\s+/g, ' ');
  const name = firstBytes(whole, MOST_BYTES).replace(/^[ .]+|[ .]+$/g, '');
  return DEVICE.test(name) ? `_${name}` : name || 'Schedule';
}

/** Returns the whole characters that fit into a number of bytes of UTF-8. */
function firstBytes(text: string, most: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most));
  return text.slice(0, read);
}
