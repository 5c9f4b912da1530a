/** Rows of a table that people pick by checkboxes, for actions on several rows. */
import { useState } from 'react';
import { Pick } from './pick.tsx';
import type { Column } from './table.tsx';

interface Picking<Row> {
  /** The picked rows among those shown; while they are kept, those from its beginning. */
  readonly picked: readonly Row[];
  /** Keeps the picked rows for an action that may take some of them out of the list, until it is over. */
  readonly keep: (isKept: boolean) => void;
  readonly isKept: boolean;
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
  const [kept, setKept] = useState<readonly Row[] | null>(null);
  const shown = rows.filter(({ id }) => ids.has(id));
  const hasAll = shown.length > 0 && shown.length === rows.length;
  const all: Column = {
    ...first,
    label: (
      <Pick
        label={label}
        checked={hasAll}
        onToggle={() => setIds(new Set(hasAll ? [] : rows.map(({ id }) => id)))}
      >
        {first?.label}
      </Pick>
    ),
  };
  return {
    picked: kept ?? shown,
    keep: (isKept) => setKept(isKept ? shown : null),
    isKept: kept !== null,
    isPicked: (id) => ids.has(id),
    toggle: (id) => setIds(ids.symmetricDifference(new Set([id]))),
    clear: () => setIds(new Set()),
    heads: [all, ...others],
  };
}
