import { Label } from '@primer/react';
import { memo } from 'react';
import { IMPORT_COLUMNS, type ColumnInfo, type ImportColumn } from '../../domain/import/columns.ts';
import { isEqual } from '../ui/equality.ts';
import { CellRow } from './cell-row.tsx';
import { factsOf, RowFacts } from './row-facts.tsx';
import type { Edit, ImportedRow, Judged } from './use-import.ts';
import type { Replacement } from './use-imported-register.ts';

interface PreviewRowProps {
  readonly row: ImportedRow;
  /** The columns beside the name. */
  readonly columns: readonly ColumnInfo[];
  readonly replacement: Replacement | undefined;
  readonly onEdit: Edit;
  readonly onReplaceAll: (replacement: Replacement) => void;
}

const NAME = { column: 'name', header: 'Name', isWide: true } as const;

/** A row of the import on one line, and below it what is wrong with it across the whole width. */
export const PreviewRow = memo(
  function PreviewRow({ row, columns, replacement, onEdit, onReplaceAll }: PreviewRowProps) {
    const { line, cells, judged } = row;
    const facts = factsOf(row);
    const { errors = {}, warnings = {} } = judged ?? {};
    const messages = [...messagesOf(errors), ...messagesOf(warnings), ...row.notes];
    const all = columns.map(({ column, header }) => ({ column, header, isWide: column === 'entity' }));
    return (
      <CellRow
        line={line}
        result={<Result judged={judged} notes={row.notes} />}
        columns={[NAME, ...all]}
        cells={cells}
        isWrong={(column) => isWrong(errors, column)}
        facts={facts.length > 0 ? <RowFacts facts={facts} /> : null}
        reason={
          messages.length > 0 || replacement ? (
            <>
              {messages.join(' ')}
              {replacement && (
                <button type="button" className="link-button" onClick={() => onReplaceAll(replacement)}>
                  {replacement.label}
                </button>
              )}
            </>
          ) : null
        }
        isRefused={judged?.action !== 'create'}
        onEdit={onEdit}
      />
    );
  },
  (before, now) =>
    isEqual([before.row, before.columns, before.replacement], [now.row, now.columns, now.replacement]),
);

/** The terms as a whole are wrong in their first pair. */
const isWrong = (errors: Judged['errors'], column: ImportColumn): boolean =>
  errors[column] !== undefined || (column === 'terms.0.qty' && errors['terms'] !== undefined);

/** Each message with the column that it is about. */
function messagesOf(errors: Judged['errors']): string[] {
  return Object.entries(errors).map(([column, texts]) => {
    const header = IMPORT_COLUMNS.find((each) => each.column === column)?.header;
    return `${header === undefined ? '' : `${header}: `}${texts.join(' ')}`;
  });
}

function Result({ judged, notes }: Pick<ImportedRow, 'judged' | 'notes'>) {
  if (!judged) return <span className="muted">Checking…</span>;
  if (judged.action === 'duplicate') return <Label variant="attention">Duplicate</Label>;
  if (judged.action === 'error') return <Label variant="danger">Refused</Label>;
  return notes.length > 0 || Object.keys(judged.warnings).length > 0 ? (
    <Label variant="attention">Look at</Label>
  ) : (
    <Label variant="success">Ready</Label>
  );
}
