/** Columns of amounts: ranges that the amounts of a block of rows share. */
import { isCertain, type RowPart } from './row-parts.ts';
import type { Value } from './values.ts';

/** The edges of something on a line. */
export interface Range {
  readonly left: number;
  readonly right: number;
}

/** A column, measured from the anchor of its rows. */
export interface Column {
  left: number;
  right: number;
  name: string;
}

/** Edges of one column differ by less, in font sizes. */
const EDGE_TOLERANCE = 0.6;
/** The ranges of a block's certain amounts, from left to right. */
export function columnsOf(rows: readonly RowPart[]): Range[] {
  const amounts = rows.flatMap((row) => row.values.filter(isCertain).map((value) => ({ row, value })));
  const size = rows[0]?.line.size ?? 10;
  const overlapping = clusters(
    amounts,
    ({ value }) => value.left,
    ({ value }) => value.right,
    0,
  );
  return overlapping
    .flatMap((cluster) => split(cluster, size * EDGE_TOLERANCE))
    .map((cluster) => ({
      left: Math.min(...cluster.map(({ value }) => value.left)),
      right: Math.max(...cluster.map(({ value }) => value.right)),
    }))
    .toSorted((one, other) => one.left - other.left);
}

interface Amount {
  readonly row: RowPart;
  readonly value: Value;
}

/** Where ranges overlap although a row has two amounts there, an edge tells the columns apart. */
function split(cluster: readonly Amount[], tolerance: number): (readonly Amount[])[] {
  if (!hasTwoOfARow(cluster)) return [cluster];
  const edges = [
    ({ value }: Amount) => value.right,
    ({ value }: Amount) => value.left,
    ({ value }: Amount) => (value.left + value.right) / 2,
  ];
  for (const edge of edges) {
    const parts = clusters(cluster, edge, edge, tolerance);
    if (!parts.some(hasTwoOfARow)) return parts;
  }
  return [cluster];
}

const hasTwoOfARow = (cluster: readonly Amount[]): boolean =>
  new Set(cluster.map(({ row }) => row)).size < cluster.length;

/** Runs of things whose ranges come within the tolerance of each other. */
function clusters<T>(
  all: readonly T[],
  left: (one: T) => number,
  right: (one: T) => number,
  tolerance: number,
): T[][] {
  const found: { right: number; members: T[] }[] = [];
  for (const one of all.toSorted((a, b) => left(a) - left(b))) {
    const last = found.at(-1);
    if (last && left(one) <= last.right + tolerance) {
      last.members.push(one);
      last.right = Math.max(last.right, right(one));
    } else {
      found.push({ right: right(one), members: [one] });
    }
  }
  return found.map(({ members }) => members);
}

/** The range seen from an anchor. */
export const moved = ({ left, right }: Range, by: number): Range => ({ left: left - by, right: right - by });

const overlap = (one: Range, other: Range): number =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left);

/** The column that a range overlaps most, or the nearest one within a distance. */
export function columnAt(columns: readonly Column[], range: Range, distance: number): Column | undefined {
  const best = columns.toSorted((one, other) => overlap(other, range) - overlap(one, range))[0];
  return best && overlap(best, range) > -distance ? best : undefined;
}
