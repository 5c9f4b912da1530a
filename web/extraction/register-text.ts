/** The text of a register's cell as its column takes it, with what the header adds. */
import type { ImportColumn } from '../../domain/import/columns.ts';
import type { Cell } from './cell.ts';
import { moneyUnit } from './money-unit.ts';
import { isPercentHeader, isPerYearHeader, unitOfHeader } from './header-words.ts';

const DATES: ReadonlySet<ImportColumn> = new Set(['startDate', 'firstPaymentDate', 'endDate']);
const MONEY: ReadonlySet<ImportColumn> = new Set([
  'loanAmount',
  'administrationFee',
  'balloon',
  'totalInterest',
]);

const isMoney = (column: ImportColumn): boolean => MONEY.has(column) || column.endsWith('.amount');

/**
 * The text of a cell for a column, with the unit of its amount where that isn't Australian dollars, so that it is
 * refused: `50 thousand` under `Loan ($000)`, `50000 USD` by the number's format.
 * @param unit of the whole row or register.
 */
export function registerText(column: ImportColumn, cell: Cell, header: string, unit = ''): string {
  const text = dollarText(column, cell, header);
  if (!isMoney(column) || !/\d/.test(text) || text.endsWith('%')) return text;
  const own = unit || moneyUnit(header) || (cell.kind === 'number' ? (cell.currency ?? '') : '');
  return own === '' ? text : `${text} ${own}`;
}

/**
 * The text of a cell for a column whose amounts are dollars: a number of a date column is the day of the workbook's date system, a bare number
 * has the unit of its header: `48` under `Term (months)`, `20` under `Balloon %`, `12` under `Payments per year`.
 */
export function dollarText(column: ImportColumn, cell: Cell, header: string): string {
  if (cell.kind === 'number' && DATES.has(column) && cell.asDate !== null) return cell.asDate;
  const isAmount = cell.kind === 'number' && isMoney(column) && cell.format !== 'percent';
  const text = isAmount ? moneyText(cell.value) : cell.text;
  // A small balloon may be a percentage where nothing says that it is money.
  if (isAmount && column === 'balloon' && cell.format === 'money') return `$${text}`;
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
