import { csvText, csvLines } from '../../domain/csv.ts';
import { toDollars } from '../../domain/money.ts';
import type { ExportCell, ExportTable } from './export-table.ts';

/** Text as spreadsheets open it: a byte order mark for Excel, CRLF by RFC 4180. */
export function exportCsv({ about, columns, years, totals }: ExportTable): Uint8Array {
  const lines = [
    ...about.map(([label, value]) => [csvText(label), field(value)]),
    [],
    columns.map(csvText),
    ...years.flatMap(({ rows }) => rows.map((row) => row.map(field))),
    totals.map(field),
  ];
  return Buffer.from(csvLines(lines));
}

function field(cell: ExportCell): string {
  if ('money' in cell) return toDollars(cell.money).toFixed(2);
  if ('date' in cell) return cell.date;
  if ('count' in cell) return String(cell.count);
  if ('rate' in cell) return cell.rate.toFixed(6);
  return csvText(cell.text);
}
