import writeXlsxFile, { type Row } from 'write-excel-file/node';
import { toDollars } from '../../domain/money.ts';
import type { ExportCell, ExportTable } from './export-table.ts';

const MONEY = '#,##0.00';
const DATE = 'dd/mm/yyyy';

/** A workbook with real dates and numbers; the header of the payments stays in view. */
export async function exportXlsx({ about, columns, rows, totals }: ExportTable): Promise<Uint8Array> {
  const header: Row = columns.map((value, index) => ({
    value,
    fontWeight: 'bold',
    align: index === 0 || index === columns.length - 1 ? 'left' : 'right',
    bottomBorderStyle: 'thin',
  }));
  const above: Row[] = [
    ...about.map(([label, cell]): Row => [
      { value: label, fontWeight: 'bold' },
      null,
      { ...cellOf(cell), align: 'left' },
    ]),
    [],
    header,
  ];
  const total: Row = totals.map((cell) => ({ ...cellOf(cell), fontWeight: 'bold', topBorderStyle: 'thin' }));
  const sheet = [...above, ...rows.map((row): Row => row.map(cellOf)), total];
  return writeXlsxFile(sheet, {
    sheet: 'Payments',
    stickyRowsCount: above.length,
    columns: columns.map(() => ({ width: 18 })),
  }).toBuffer();
}

/** Excel's dates have no time zone: a calendar date is its midnight in UTC. Text is never read as a formula. */
function cellOf(cell: ExportCell) {
  if ('money' in cell) return { type: Number, value: toDollars(cell.money), format: MONEY } as const;
  if ('date' in cell) return { type: Date, value: new Date(`${cell.date}T00:00:00Z`), format: DATE } as const;
  if ('count' in cell) return { type: Number, value: cell.count, format: '0', align: 'left' } as const;
  if ('rate' in cell) return { type: Number, value: cell.rate / 100, format: '0.00%' } as const;
  return { type: String, value: cell.text } as const;
}
