import type { Row } from 'write-excel-file/node';
import type { Cents } from '../../domain/money.ts';
import type { PaymentTotals } from '../../domain/reports/financial-years.ts';
import { columnLetters } from '../../domain/text.ts';
import {
  countCell,
  dateCell,
  formulaCell,
  headCell,
  indented,
  moneyCell,
  rateCell,
  textCell,
  workbookOf,
} from '../lib/workbook.ts';
import type { ExportCell, ExportTable, ExportYear } from './export-table.ts';

/** Columns that are added up, by their places. */
const SUMMED = [
  [2, 'amount'],
  [3, 'administrationFee'],
  [4, 'interest'],
  [5, 'principal'],
] as const satisfies readonly (readonly [number, keyof PaymentTotals])[];
const BALANCE = 6;
/** Beside the subtotal of a financial year: how its closing balance splits. */
const splitAt = (yearEnd: string): string[] => [`Current at ${yearEnd}`, `Non-current at ${yearEnd}`];

const SUBTOTAL = { fontWeight: 'bold', topBorderStyle: 'thin' } as const;

/**
 * A workbook with real dates and numbers: payments and events by financial year, each year and all of them added up by the
 * workbook itself. The header of the payments stays in view.
 */
export function exportXlsx(table: ExportTable): Promise<Uint8Array> {
  const { about, columns, years, allYears, yearEnd } = table;
  const heads = [...columns, ...splitAt(yearEnd)];
  const sheet: Row[] = [
    ...about.map(([label, cell]): Row => [
      { value: label, fontWeight: 'bold' },
      null,
      { ...cellOf(cell), align: 'left' },
    ]),
    [],
    heads.map((head, index) => apart(headCell(head, index > 0 && head !== 'Synced'), index)),
  ];
  const stickyRows = sheet.length;
  for (const year of years) {
    const first = sheet.length + 1;
    for (const row of year.rows) sheet.push(row.map((cell, index) => apart(cellOf(cell), index)));
    sheet.push(yearRow(year, first, sheet.length));
  }
  sheet.push(totalRow('Total', allYears, stickyRows + 1, sheet.length));
  const widths = heads.map(() => 18);
  return workbookOf([{ name: 'Payments', rows: sheet, widths, stickyRows }]);
}

function yearRow({ year, totals, closingBalance, split }: ExportYear, first: number, last: number): Row {
  const row = totalRow(`FY${year}`, totals, first, last);
  row[BALANCE] = { ...moneyCell(closingBalance), ...SUBTOTAL };
  return [...row, ...[split.current.net, split.nonCurrent.net].map((net) => strong(net))];
}

/** Subtotals don't count subtotals, so the same formula adds up years and all. */
function totalRow(label: string, totals: PaymentTotals, first: number, last: number): Row {
  const row: Row = [label, '', '', '', '', '', '', ''].map((text) => ({ ...textCell(text), ...SUBTOTAL }));
  for (const [index, name] of SUMMED) {
    const column = columnLetters(index);
    const sum = totals[name];
    // A year without payments has no rows to add up.
    const cell =
      last < first ? moneyCell(sum) : formulaCell(`SUBTOTAL(9,${column}${first}:${column}${last})`, sum);
    row[index] = { ...cell, ...SUBTOTAL };
  }
  return row;
}

const strong = (amount: Cents) => ({ ...moneyCell(amount), ...SUBTOTAL });

/** The text after the balance begins where the amount ends. */
const apart = <Cell extends object>(cell: Cell, index: number) =>
  index === BALANCE + 1 ? indented(cell) : cell;

function cellOf(cell: ExportCell) {
  if ('money' in cell) return moneyCell(cell.money);
  if ('date' in cell) return dateCell(cell.date);
  if ('count' in cell) return countCell(cell.count);
  if ('rate' in cell) return rateCell(cell.rate);
  return textCell(cell.text);
}
