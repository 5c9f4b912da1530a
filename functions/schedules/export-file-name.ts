/** What Windows, macOS and Linux refuse in names, and what people's eyes can't see. */
// oxlint-disable-next-line no-control-regex -- control characters are among them
const UNSAFE = /[<>:"/\\|?*\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\ufeff]/g;
/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const LONGEST = 120;

/** `Entity - Schedule.xlsx`, safe on any file system. */
export function exportFileName(entity: string, schedule: string, extension: 'xlsx' | 'csv'): string {
  const name = `${entity} - ${schedule}`
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST)
    .replace(/^[ .]+|[ .]+$/g, '');
  return `${DEVICE.test(name) ? `_${name}` : name || 'Schedule'}.${extension}`;
}
