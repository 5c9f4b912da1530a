/** The hidden parts of a workbook: rows and columns, which are read as the others are, and sheets, which are named. */
import { columnLetters } from '../../domain/text.ts';
import { EMPTY, isEmpty, type Cell, type SheetCells } from './cell.ts';

/** The hidden rows and columns with anything in them. */
export interface Hidden {
  /** As the spreadsheet numbers them. */
  readonly lines: readonly number[];
  /** From 0. */
  readonly columns: readonly number[];
}

/** A sheet of a file. */
export interface Sheet {
  /** '' for that of a text file. */
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether it is hidden and too large: it has no cells then. */
  readonly isTooLarge: boolean;
  readonly cells: SheetCells;
  readonly hidden: Hidden;
}

export const NONE_HIDDEN: Hidden = { lines: [], columns: [] };

/** The hidden ones among the rows of a table and the columns of its header. */
export function hiddenAmong(
  { lines, columns }: Hidden,
  rows: readonly { readonly line: number }[],
  header: { readonly cells: readonly Cell[] },
): Hidden {
  const read = new Set(rows.map(({ line }) => line));
  return {
    lines: lines.filter((line) => read.has(line)),
    columns: columns.filter((column) => !isEmpty(header.cells[column] ?? EMPTY)),
  };
}

/** `rows 5–7 and 9, column C`; '' where nothing is hidden. */
export const hiddenText = ({ lines, columns }: Hidden): string =>
  [listed('row', lines, String), listed('column', columns, columnLetters)]
    .filter((text) => text !== '')
    .join(', ');

/** More runs than these aren't named. */
const MOST_RUNS = 6;

function listed(name: string, numbers: readonly number[], shown: (number: number) => string): string {
  if (numbers.length === 0) return '';
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  const texts = runs.map(([from, to]) => (from === to ? shown(from) : `${shown(from)}–${shown(to)}`));
  const more = runs.slice(MOST_RUNS).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const all = more > 0 ? [...texts.slice(0, MOST_RUNS), `${more} more`] : texts;
  const end = all.length > 1 ? ` and ${all.at(-1) ?? ''}` : '';
  return `${numbers.length === 1 ? name : `${name}s`} ${all.length > 1 ? all.slice(0, -1).join(', ') : (all[0] ?? '')}${end}`;
}
