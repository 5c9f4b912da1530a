/** Tables that people sort by clicking a heading, and filter by typing. */
import { useMemo, useState } from 'react';
import { SearchIcon } from '@primer/octicons-react';
import type { Column } from './table.tsx';
import './sorting.css';

export interface SortableColumn<Row> extends Column {
  readonly label: string;
  /** The value to compare rows by; a column without it doesn't sort. Null comes last. */
  readonly sortBy?: (row: Row) => string | number | null;
}

interface Order {
  readonly label: string;
  readonly isDescending: boolean;
}

/** Names with numbers in the order that people expect: "Unit 2" before "Unit 10". */
const TEXTS = new Intl.Collator('en-AU', { numeric: true, sensitivity: 'base' });

/** The rows in the order of a heading, at first that of `first`, and the headings that change it. */
export function useSorting<Row>(
  rows: readonly Row[],
  columns: readonly SortableColumn<Row>[],
  first = columns[0]?.label ?? '',
): { readonly sorted: readonly Row[]; readonly heads: readonly Column[] } {
  const [order, setOrder] = useState<Order>({ label: first, isDescending: false });
  const { sortBy } = columns.find(({ label }) => label === order.label) ?? {};
  const sorted = useMemo(
    () => (sortBy ? rows.toSorted((a, b) => compare(sortBy(a), sortBy(b), order.isDescending)) : rows),
    [rows, sortBy, order.isDescending],
  );
  const heads = columns.map(({ sortBy: sortable, ...column }): Column => {
    if (!sortable) return column;
    const isChosen = column.label === order.label;
    const direction = order.isDescending ? 'descending' : 'ascending';
    return {
      ...column,
      ...(isChosen && { sort: direction }),
      label: (
        <button
          type="button"
          className="sort-button"
          onClick={() => setOrder({ label: column.label, isDescending: isChosen && !order.isDescending })}
        >
          {column.label}
        </button>
      ),
    };
  });
  return { sorted, heads };
}

function compare(a: string | number | null, b: string | number | null, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : TEXTS.compare(String(a), String(b));
  return isDescending ? -order : order;
}

/** From so many rows on there is a filter above them. */
export const ENOUGH_TO_FILTER = 6;

interface FilterProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function Filter({ label, text, onChange }: FilterProps) {
  return (
    <div className="filter">
      <SearchIcon />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

/** Stands below the headings when the filter leaves no row. */
export const NothingMatches = ({ typed }: { readonly typed: string }) => (
  <p className="filter-nothing muted">
    {typed.trim() === '' ? 'Nothing matches.' : `Nothing matches “${typed}”`}
  </p>
);

/** Whether texts together hold every word of what was typed. */
export function holdsWords(typed: string, ...texts: readonly string[]): boolean {
  const searched = texts.join('\n').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
