/** Rows of a table that people pick by checkboxes, for actions on several rows. */
import { useState } from 'react';
import type { Column } from './table.tsx';

interface Picking<Row> {
  /** The picked rows among those shown. */
  readonly picked: readonly Row[];
  readonly isPicked: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  /** The headings; the first one has the checkbox that picks all shown rows. */
  readonly heads: readonly Column[];
}

/** `label` names the checkbox of all rows. A picked row that is filtered out stays picked. */
export function usePicking<Row extends { readonly id: string }>(
  rows: readonly Row[],
  [first, ...others]: readonly Column[],
  label: string,
): Picking<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const picked = rows.filter(({ id }) => ids.has(id));
  const hasAll = picked.length > 0 && picked.length === rows.length;
  const all: Column = {
    ...first,
    label: (
      <span className="pick">
        <input
          type="checkbox"
          aria-label={label}
          checked={hasAll}
          onChange={() => setIds(new Set(hasAll ? [] : rows.map(({ id }) => id)))}
        />
        {first?.label}
      </span>
    ),
  };
  return {
    picked,
    isPicked: (id) => ids.has(id),
    toggle: (id) => setIds(ids.symmetricDifference(new Set([id]))),
    clear: () => setIds(new Set()),
    heads: [all, ...others],
  };
}
