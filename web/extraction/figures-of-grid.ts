/** The figures of a grid's columns, as the arithmetic takes them: closing balances, and charges apart from payments. */
import { dayNumber, type CalendarDate } from '../../domain/calendar.ts';
import { isOpeningName, roleNamed } from './column-names.ts';
import type { GridRow } from './grid.ts';
import type { Figures } from './judge.ts';

/** The figures, and the balances before each payment where they alone are stated. */
export interface GridFigures extends Figures {
  readonly openings: readonly number[] | null;
}

export function figuresOfGrid(
  names: readonly string[],
  rows: readonly GridRow[],
  dates: readonly (CalendarDate | null)[],
): GridFigures {
  const columns = names.map((_name, index) => rows.map(({ cells }) => cells[index] ?? NaN));
  const days = dates.map((date) => (date ? dayNumber(date) : NaN));
  return withClosingBalances(withSignsApart({ names, columns, days }));
}

/** A sign that so many figures of a column have is no correction. */
const SHARE_OF_SIGN = 0.2;

/** A ledger's column of both signs becomes two: what was added to the debt, and what was taken off. */
function withSignsApart({ names, columns, days }: Figures): Figures {
  const isMixed = columns.map((column) => {
    const filled = column.filter((value) => value !== 0 && !Number.isNaN(value));
    const negative = filled.filter((value) => value < 0).length / Math.max(filled.length, 1);
    return filled.length > 3 && negative >= SHARE_OF_SIGN && negative <= 1 - SHARE_OF_SIGN;
  });
  const one =
    (sign: number) =>
    (value: number): number =>
      value * sign > 0 ? value * sign : NaN;
  const mixed = columns.filter((_column, index) => isMixed[index]);
  return {
    names: [
      ...names.map((name, index) => (isMixed[index] ? `${name} +` : name)),
      ...names.filter((_name, index) => isMixed[index]).map((name) => `${name} −`),
    ],
    columns: [
      ...columns.map((column, index) => (isMixed[index] ? column.map(one(1)) : signed(column))),
      ...mixed.map((column) => column.map(one(-1))),
    ],
    days,
  };
}

/** A column that is mostly negative is negated. */
function signed(column: readonly number[]): number[] {
  const negative = column.filter((value) => value < 0).length;
  return negative > column.filter((value) => value > 0).length ? column.map((value) => -value) : [...column];
}

/** Where balances before the payments alone are stated, each is the closing balance of the row above. */
function withClosingBalances(figures: Figures): GridFigures {
  const { names, columns } = figures;
  const at = names.findIndex(isOpeningName);
  const openings = columns[at];
  if (!openings || names.some((name) => roleNamed(name) === 'balance')) return { ...figures, openings: null };
  return {
    ...figures,
    names: names.with(at, 'Balance'),
    columns: columns.with(at, [...openings.slice(1), NaN]),
    openings,
  };
}
