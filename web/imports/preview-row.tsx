import { Label } from '@primer/react';
import { memo, useId } from 'react';
import { IMPORT_COLUMNS, type ColumnInfo, type ImportColumn } from '../../domain/import/columns.ts';
import { Facts, factsOf } from './row-facts.tsx';
import type { Edit, ImportedRow, Judged } from './use-import.ts';
import type { Replacement } from './use-register.ts';

interface PreviewRowProps {
  readonly row: ImportedRow;
  /** The columns beside the name. */
  readonly columns: readonly ColumnInfo[];
  readonly replacement: Replacement | undefined;
  readonly onEdit: Edit;
  readonly onReplaceAll: (replacement: Replacement) => void;
}

/** The columns that stand on a line before the others. */
const COLUMNS_BEFORE = 3;

/** A row of the import on one line, and below it what is wrong with it across the whole width. */
export const PreviewRow = memo(
  function PreviewRow({ row, columns, replacement, onEdit, onReplaceAll }: PreviewRowProps) {
    const { line, cells, judged } = row;
    const reasonId = useId();
    const facts = factsOf(row);
    const { errors = {}, warnings = {} } = judged ?? {};
    const messages = [...messagesOf(errors), ...messagesOf(warnings), ...row.notes];
    const cell = (column: ImportColumn, header: string) => (
      <input
        className="input cell-input"
        aria-label={`${header}, line ${line}`}
        aria-invalid={isWrong(errors, column) ? true : undefined}
        aria-describedby={isWrong(errors, column) ? reasonId : undefined}
        value={cells[column] ?? ''}
        onChange={({ currentTarget }) => onEdit(line, column, currentTarget.value)}
      />
    );
    return (
      <tbody className="import-row">
        <tr>
          <td className="number">{line}</td>
          <td>
            <Result judged={judged} notes={row.notes} />
          </td>
          <td className="import-name">{cell('name', 'Name')}</td>
          {columns.map(({ column, header }) => (
            <td key={column} className={column === 'entity' ? 'import-name' : undefined}>
              {cell(column, header)}
            </td>
          ))}
        </tr>
        {(facts.length > 0 || messages.length > 0 || replacement) && (
          <tr className="import-reason">
            <td colSpan={COLUMNS_BEFORE + columns.length}>
              <Facts facts={facts} />
              <p id={reasonId} className={judged?.action === 'create' ? 'reason-warning' : 'reason-error'}>
                {messages.join(' ')}
                {replacement && (
                  <button type="button" className="link-button" onClick={() => onReplaceAll(replacement)}>
                    {replacement.label}
                  </button>
                )}
              </p>
            </td>
          </tr>
        )}
      </tbody>
    );
  },
  (before, now) =>
    JSON.stringify([before.row, before.columns, before.replacement]) ===
    JSON.stringify([now.row, now.columns, now.replacement]),
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
