/** The text of a register's cell as its column takes it, with what the header adds. */
import type { ImportColumn } from '../../domain/import/columns.ts';
import type { Cell } from './cell.ts';
import { isPercentHeader, isPerYearHeader, unitOfHeader } from './header-words.ts';

const DATES: ReadonlySet<ImportColumn> = new Set(['startDate', 'firstPaymentDate', 'endDate']);
const MONEY: ReadonlySet<ImportColumn> = new Set([
  'loanAmount',
  'administrationFee',
  'balloon',
  'totalInterest',
]);

/**
 * The text of a cell for a column: a number of a date column is the day of the workbook's date system, a bare number
 * has the unit of its header: `48` under `Term (months)`, `20` under `Balloon %`, `12` under `Payments per year`.
 */
export function registerText(column: ImportColumn, cell: Cell, header: string): string {
  if (cell.kind === 'number' && DATES.has(column) && cell.asDate !== null) return cell.asDate;
  const isMoney = MONEY.has(column) || column.endsWith('.amount');
  const text =
    cell.kind === 'number' && isMoney && cell.format !== 'percent' ? moneyText(cell.value) : cell.text;
  if (!/^\d+(?:\.\d+)?$/.test(text)) return text;
  if (column === 'balloon' && isPercentHeader(header)) return `${text} %`;
  if (column === 'frequency' && isPerYearHeader(header)) return `${text} a year`;
  const unit = column.endsWith('.qty') ? unitOfHeader(header) : '';
  return unit === '' ? text : `${text} ${unit}`;
}

/** Dollars without the noise of binary fractions; further decimals stay, so that they are refused. */
function moneyText(value: number): string {
  const dollars = Number(value.toPrecision(15));
  const cents = Math.round(dollars * 100);
  return String(Math.abs(dollars * 100 - cents) < 1e-6 ? cents / 100 : dollars);
}
