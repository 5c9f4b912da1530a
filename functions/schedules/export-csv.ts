import { toDollars } from '../../domain/money.ts';
import type { ExportCell, ExportTable } from './export-table.ts';

/** Text as spreadsheets open it: a byte order mark for Excel, CRLF by RFC 4180. */
export function exportCsv({ about, columns, years, totals }: ExportTable): Uint8Array {
  const lines = [
    ...about.map(([label, value]) => [quoted(label), field(value)]),
    [],
    columns.map(quoted),
    ...years.flatMap(({ rows }) => rows.map((row) => row.map(field))),
    totals.map(field),
  ];
  return Buffer.from(`\ufeff${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`);
}

function field(cell: ExportCell): string {
  if ('money' in cell) return toDollars(cell.money).toFixed(2);
  if ('date' in cell) return cell.date;
  if ('count' in cell) return String(cell.count);
  if ('rate' in cell) return cell.rate.toFixed(6);
  return quoted(inert(cell.text));
}

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
