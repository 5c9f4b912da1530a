/** Rows of amounts in columns: what stands below each other in blocks of rows, joined over pages. */
import { columnAt, columnsOf, moved, type Column } from './columns-of-rows.ts';
import { isCertain, type RowPart } from './row-parts.ts';
import { phrasesOf, type Phrase, type Word } from './lines.ts';
import { roleNamed } from './column-names.ts';
import type { Value } from './values.ts';

export interface GridRow {
  readonly part: RowPart;
  /** Cents by column; null where the column is empty. */
  readonly cells: readonly (number | null)[];
}

/** One table before its columns have a meaning. */
export interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly GridRow[];
  readonly openings: readonly GridRow[];
  readonly totals: readonly GridRow[];
}

/** A run of rows below one heading, with the lines between them. Its columns are measured from the anchor. */
interface Block {
  readonly parts: readonly RowPart[];
  readonly anchor: number;
  readonly columns: Column[];
}

const MATCH = 0.7;
/** The lines above the first row that may name its columns, in font sizes. */
const HEADING_HEIGHT = 9;

/** A name stands at most so far from its column, in font sizes. */
const NAME_DISTANCE = 2;
/** A block of fewer rows may lack a column, so that a name comes to stand at its neighbour. */
const FEW_ROWS = 3;

/** The grids of a document. */
export function gridsOf(parts: readonly RowPart[]): Grid[] {
  const groups: { columns: Column[]; members: { block: Block; map: readonly number[] }[] }[] = [];
  for (const block of blocksOf(parts)) {
    const group = groups.findLast(({ columns }) => matchOf(columns, block) !== undefined);
    const map = group && matchOf(group.columns, block);
    if (group && map) group.members.push({ block, map: extended(group.columns, block, map) });
    else
      groups.push({
        columns: block.columns.map((column) => ({ ...column })),
        members: [{ block, map: block.columns.map((_c, i) => i) }],
      });
  }
  return groups.map(({ columns, members }) => {
    const rows = members.flatMap(({ block, map }) =>
      block.parts.map((part) => ({ part, cells: cellsOf(part, block, map, columns) })),
    );
    const of = (kind: RowPart['kind']) => rows.filter(({ part }) => part.kind === kind);
    return { columns, rows: of('payment'), openings: of('opening'), totals: of('total') };
  });
}

const blockKey = ({ line, half }: RowPart): string => `${line.page}/${line.turns}/${half}`;

/** Halves of a page are blocks, and a heading within a half begins another one. */
function blocksOf(parts: readonly RowPart[]): Block[] {
  const halves = Map.groupBy(parts, blockKey);
  return [...halves.values()].flatMap((half) => {
    const runs: RowPart[][] = [[]];
    for (const part of half) {
      if (part.kind === 'other' && isHeading(part) && runs.at(-1)?.some(({ kind }) => kind === 'payment'))
        runs.push([]);
      runs.at(-1)?.push(part);
    }
    return runs.filter((run) => run.some(({ kind }) => kind === 'payment')).map(blockOf);
  });
}

const NAME = /\b(?:date|due|balance|interest|principal|payment|repayment|instalment|rental|fee|charges)\b/gi;

const isHeading = ({ words, values }: RowPart): boolean =>
  !values.some(isCertain) &&
  new Set(words.filter(({ text }) => text.match(NAME)).map(({ left }) => left)).size >= 2;

function blockOf(parts: readonly RowPart[]): Block {
  const payments = parts.filter(({ kind }) => kind === 'payment');
  const anchor = Math.min(...payments.map((part) => part.anchor));
  const columns = columnsOf(payments).map(({ left, right }) => ({
    left: left - anchor,
    right: right - anchor,
    name: '',
  }));
  nameColumns(columns, parts, anchor, payments[0]);
  return { parts, anchor, columns };
}

/** Names the columns by the words above the first row. */
function nameColumns(
  columns: readonly Column[],
  parts: readonly RowPart[],
  anchor: number,
  first: RowPart | undefined,
): void {
  if (!first) return;
  const limit = first.line.y - HEADING_HEIGHT * first.line.size;
  const above = parts
    .slice(0, parts.indexOf(first))
    .filter(({ line, kind }) => line.y > limit && kind !== 'opening');
  for (const { words, line } of headingOf(above)) {
    for (const phrase of phrasesOf(words, line.size).flatMap((each) => namesIn(each, columns, anchor))) {
      const column = columnAt(columns, moved(phrase, anchor), NAME_DISTANCE * line.size);
      if (column) column.name = `${column.name} ${phrase.text}`.trim();
    }
  }
}

/** The lines of names above a first row: those without amounts, which a line of sums may part from it. */
function headingOf(above: readonly RowPart[]): readonly RowPart[] {
  const lastWithAmount = above.findLastIndex(({ values }) => values.some(isCertain));
  const below = above.slice(lastWithAmount + 1);
  const heading = above.findLastIndex(isHeading);
  return below.length > 0 || heading < 0 ? below : above.slice(heading, heading + 1);
}

/** A phrase above several columns is several names, printed close together: each word names the nearest column. */
function namesIn(phrase: Phrase, columns: readonly Column[], anchor: number): readonly (Phrase | Word)[] {
  const own = moved(phrase, anchor);
  const above = columns.filter(({ left, right }) => left < own.right && right > own.left);
  return above.length > 1 ? phrase.words : [phrase];
}

/** For each column of a block the column of the table with the same range; undefined if too few have one. */
function matchOf(columns: readonly Column[], block: Block): number[] | undefined {
  const base = columns.length > 0 ? 0 : undefined;
  if (base === undefined) return undefined;
  const map = block.columns.map((column) => {
    const best = columnAt(columns, column, 0);
    return best ? columns.indexOf(best) : -1;
  });
  const known = map.filter((index) => index >= 0);
  const isDistinct = new Set(known).size === known.length;
  const share = known.length / Math.max(block.columns.length, 1);
  const isSimilar = known.length >= MATCH * Math.min(columns.length, block.columns.length) && share >= MATCH;
  return isDistinct && isSimilar && namesAgree(columns, block, map) ? map : undefined;
}

/** Columns whose names state different roles are no match. */
function namesAgree(columns: readonly Column[], block: Block, map: readonly number[]): boolean {
  const isShort = block.parts.filter(({ kind }) => kind === 'payment').length < FEW_ROWS;
  return (
    isShort ||
    block.columns.every(({ name }, index) => {
      const [one, other] = [roleNamed(name), roleNamed(columns[map[index] ?? -1]?.name ?? '')];
      return one === undefined || other === undefined || one === other;
    })
  );
}

/** Adds a block's further columns to those of its table. */
function extended(columns: Column[], block: Block, map: readonly number[]): number[] {
  return map.map((index, position) => {
    const column = block.columns[position];
    if (!column) return index;
    const known = columns[index];
    if (!known) return columns.push({ ...column }) - 1;
    known.left = Math.min(known.left, column.left);
    known.right = Math.max(known.right, column.right);
    known.name ||= column.name;
    return index;
  });
}

/** The cents of a line by column. Numbers without cents and dashes join a column where it is empty. */
function cellsOf(
  part: RowPart,
  block: Block,
  map: readonly number[],
  columns: readonly Column[],
): (number | null)[] {
  const cells = columns.map((): number | null => null);
  const place = (index: number, value: Value): void => {
    if (index < 0 || cells[index] !== null) return;
    cells[index] = value.kind === 'count' ? (value.number ?? 0) * 100 : (value.number ?? 0);
  };
  const size = part.line.size;
  for (const value of part.values.filter(isCertain)) {
    const own = columnAt(block.columns, moved(value, block.anchor), size);
    place(own ? (map[block.columns.indexOf(own)] ?? -1) : -1, value);
  }
  for (const value of part.values) {
    if (value.kind !== 'zero' && value.kind !== 'count') continue;
    const near = columnAt(columns, moved(value, block.anchor), value.kind === 'zero' ? 1.5 * size : 0);
    place(near ? columns.indexOf(near) : -1, value);
  }
  return cells;
}
