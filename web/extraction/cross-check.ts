/** Checks of a table beyond its balances: further columns, totals and the rate of interest. */
import { dayNumber, type CalendarDate } from '../../domain/calendar.ts';
import { isGstName, roleNamed } from './column-names.ts';
import type { GridRow } from './grid.ts';
import { isAlone, TOLERANCE, type ColumnRoles, type Figures, type Meaning } from './judge.ts';

/** A figure of a further column that differs from the one it repeats; cents. */
export interface Mismatch {
  readonly row: number;
  readonly field: string;
  readonly stated: number;
  readonly computed: number;
}

const NEARLY_ALL = 0.9;
/** Enough for a column that has the figure's name. */
const MOST = 0.6;

/** A column that repeats a figure in 90 % of the rows, or in most under the figure's name, must repeat it in all. */
export function crossCheck(
  { columns, names }: Figures,
  roles: ColumnRoles,
  meaning: Meaning,
  loan: number,
  feeAt: number,
): Mismatch[] {
  const gst = columns.filter((_column, index) => roles[index] === null && isGstName(names[index] ?? ''));
  const repeated = figuresOf(meaning, loan, columns[feeAt], gst);
  // Balances beside payments and interest, such as those of each 30 June.
  if (!isAlone(roles) && !roles.includes('balance')) repeated.push(['balance', meaning.balance]);
  return columns.flatMap((column, index) => {
    if (roles[index] !== null || index === feeAt) return [];
    const filled = column.flatMap((value, row) => (Number.isNaN(value) ? [] : [row]));
    const named = roleNamed(names[index] ?? '');
    // The header of a column decides which figure it can repeat.
    const nearest = repeated
      .filter(([field]) => named === undefined || field === (named ?? 'openingBalance'))
      .map(([field, expected]) => ({
        field,
        expected,
        wrong: filled.filter((row) => Math.abs((column[row] ?? NaN) - (expected[row] ?? NaN)) > TOLERANCE),
        unknown: filled.filter((row) => Number.isNaN(expected[row] ?? NaN)).length,
      }))
      .toSorted((one, other) => one.wrong.length + one.unknown - other.wrong.length - other.unknown)
      .find(({ field, wrong, unknown }) => {
        const share = named === field ? MOST : NEARLY_ALL;
        return filled.length >= 2 && filled.length - wrong.length - unknown >= share * filled.length;
      });
    if (!nearest) return [];
    const { field, expected, wrong } = nearest;
    return wrong.map((row) => ({ row, field, stated: column[row] ?? 0, computed: expected[row] ?? 0 }));
  });
}

function figuresOf(
  meaning: Meaning,
  loan: number,
  fees: readonly number[] | undefined,
  gst: readonly (readonly number[])[],
): [string, readonly number[]][] {
  const { payment, interest, balance, fee, extra } = meaning;
  const usual = payment.map((amount, row) => amount - (extra[row] ?? 0));
  return [
    ['principal', payment.map((amount, row) => amount - (interest[row] ?? NaN))],
    ['principal', usual.map((amount, row) => amount - (interest[row] ?? NaN))],
    ['interest', interest],
    ['payment', payment],
    ['payment', usual],
    ['payment', payment.map((amount, row) => amount + (fees?.[row] || fee[row] || 0))],
    ...gst.map((tax): [string, readonly number[]] => [
      'payment',
      payment.map((amount, row) => amount + (tax[row] ?? NaN)),
    ]),
    ['openingBalance', payment.map((_amount, row) => (row === 0 ? loan : (balance[row - 1] ?? NaN)))],
  ];
}

/** A payment whose interest is compared with its neighbours'; cents. */
interface Charged {
  readonly date: CalendarDate | null;
  readonly interest: number;
  readonly balance: number;
}

/** Rows whose interest is off the rate of both neighbours, which share one. */
export function irregularInterest(rows: readonly Charged[], loan: number): number[] {
  const interest = rows.map((row) => row.interest);
  const before = rows.map((_each, row) => (row === 0 ? loan : (rows[row - 1]?.balance ?? NaN)));
  const days = rows.map(({ date }) => (date ? dayNumber(date) : NaN));
  const isSame = (one: number, other: number, length: (row: number) => number): boolean => {
    const [base, otherBase] = [(before[one] ?? NaN) * length(one), (before[other] ?? NaN) * length(other)];
    const gap = (interest[one] ?? NaN) * otherBase - (interest[other] ?? NaN) * base;
    return Math.abs(gap) <= 2 * (Math.abs(base) + Math.abs(otherBase));
  };
  const byPeriod = (): number => 1;
  const byDay = (row: number): number => (days[row] ?? NaN) - (days[row - 1] ?? NaN);
  const countSame = (length: (row: number) => number): number =>
    interest.filter((_each, row) => row > 1 && isSame(row, row - 1, length)).length;
  const length = countSame(byPeriod) >= countSame(byDay) ? byPeriod : byDay;
  return interest.flatMap((_each, row) => {
    if (row < 2 || row > interest.length - 3) return [];
    const isOff = !isSame(row, row - 1, length) && !isSame(row, row + 1, length);
    return isOff && isSame(row - 1, row + 1, length) ? [row] : [];
  });
}

/** A line of totals: whether its figures are sums of rows above it, and which one is not; cents. */
export function checkTotals(
  totals: readonly GridRow[],
  rows: readonly GridRow[],
  columns: readonly number[],
): { readonly agrees: boolean; readonly wrong: readonly Omit<Mismatch, 'row'>[] } {
  let agrees = false;
  const wrong: Omit<Mismatch, 'row'>[] = [];
  for (const [index, { part, cells }] of totals.entries()) {
    const since = totals[index - 1]?.part.at ?? -1;
    const groups = [
      rows,
      rows.filter((row) => row.part.at < part.at),
      rows.filter((row) => row.part.at < part.at && row.part.at > since),
      rows.filter((row) => row.part.at < part.at && row.part.line.page === part.line.page),
    ];
    for (const column of columns) {
      const stated = cells[column];
      if (stated == null) continue;
      const sums = groups.map((group) => group.reduce((sum, row) => sum + (row.cells[column] ?? 0), 0));
      const tolerance = Math.max(TOLERANCE, rows.length / 2);
      if (sums.some((sum) => Math.abs(Math.abs(sum) - Math.abs(stated)) <= tolerance)) agrees = true;
      else wrong.push({ field: String(column), stated, computed: sums[1] ?? 0 });
    }
  }
  return { agrees, wrong };
}
