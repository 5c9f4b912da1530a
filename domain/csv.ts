/** Text as spreadsheets open it: a byte order mark for Excel, CRLF by RFC 4180. The cells are in CSV already. */
export function csvLines(lines: readonly (readonly string[])[]): string {
  return `\ufeff${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** Returns a cell with a text that no spreadsheet reads as a formula. */
export const csvText = (text: string): string => quoted(inert(text));

/**
 * A leading apostrophe keeps spreadsheets from reading a user's text as a formula. This covers fullwidth characters, and
 * text after a semicolon, where the spreadsheets of many countries begin the next cell.
 */
function inert(text: string): string {
  return /(?:^|;)[\s'"]*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text.replaceAll(';', ',')}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
