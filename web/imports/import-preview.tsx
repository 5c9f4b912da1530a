import { Button, Label } from '@primer/react';
import { memo, useState } from 'react';
import { IMPORT_COLUMNS, type ColumnInfo, type ImportColumn } from '../../domain/import/columns.ts';
import { useDrawnRows } from '../contract/drawn-rows.ts';
import { showDate } from '../ui/dates.ts';
import { Flag } from '../ui/flag.tsx';
import { formatDollars, formatRate } from '../ui/money.tsx';
import { Table } from '../ui/table.tsx';
import type { ImportedRow } from './use-import.ts';
import { importTexts } from './texts.ts';

interface ImportPreviewProps {
  readonly rows: readonly ImportedRow[];
  readonly mapping: readonly (ImportColumn | null)[];
  readonly isBusy: boolean;
  readonly edit: (line: number, column: ImportColumn, text: string) => void;
  readonly create: (createEntities: boolean) => Promise<void>;
}

/** Every row with what becomes of it; its cells can be mended in place. */
export function ImportPreview({ rows, mapping, isBusy, edit, create }: ImportPreviewProps) {
  const [createsEntities, setCreatesEntities] = useState(true);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const columns = IMPORT_COLUMNS.filter(
    ({ column, required }) =>
      mapping.includes(column) && (required || rows.some(({ cells }) => Boolean(cells[column]))),
  );
  const isCreated = ({ judged }: ImportedRow): boolean =>
    judged?.action === 'create' && (createsEntities || judged.entityId !== null);
  const ready = rows.filter(isCreated);
  const shown = onlyProblems ? rows.filter((row) => !isCreated(row)) : rows;
  const drawn = useDrawnRows(shown.length);
  const newEntities = new Set(
    rows
      .filter(({ judged }) => judged?.action === 'create' && judged.entityId === null)
      .map(({ cells }) => cells.entity?.trim().toLowerCase()),
  );
  const isChecked = rows.every(({ judged }) => judged !== undefined);
  return (
    <>
      <div className="card">
        <Table
          label="Rows"
          columns={[
            { label: 'Line', kind: 'number' },
            { label: 'Result' },
            ...columns.map(({ header }) => ({ label: header })),
            { label: 'Interest Rate', kind: 'number' },
            { label: 'End Date' },
            { label: 'Total Interest', kind: 'number' },
          ]}
          className="table-dense table-wide import-table"
        >
          <tbody>
            {shown.slice(0, drawn).map((row) => (
              <PreviewRow key={row.line} row={row} columns={columns} onEdit={edit} />
            ))}
          </tbody>
        </Table>
      </div>
      <div className="import-actions">
        {newEntities.size > 0 && (
          <Flag
            label={newEntities.size === 1 ? 'Create 1 new entity' : `Create ${newEntities.size} new entities`}
            checked={createsEntities}
            disabled={isBusy}
            onChange={setCreatesEntities}
          />
        )}
        {ready.length < rows.length && isChecked && (
          <Flag
            label={importTexts.onlyProblems(rows.length - ready.length)}
            checked={onlyProblems}
            disabled={isBusy}
            onChange={setOnlyProblems}
          />
        )}
        <Button
          variant="primary"
          loading={isBusy}
          disabled={!isChecked || ready.length === 0}
          onClick={() => void create(createsEntities)}
        >
          {ready.length === rows.length
            ? `Create ${rows.length}`
            : `Create ${ready.length} of ${rows.length}`}
        </Button>
      </div>
    </>
  );
}

interface PreviewRowProps {
  readonly row: ImportedRow;
  readonly columns: readonly ColumnInfo[];
  readonly onEdit: ImportPreviewProps['edit'];
}

const PreviewRow = memo(
  function PreviewRow({ row: { line, cells, judged }, columns, onEdit }: PreviewRowProps) {
    const errors = judged?.errors ?? {};
    return (
      <tr>
        <td className="number">{line}</td>
        <td>
          <Result action={judged?.action} />
        </td>
        {columns.map(({ column, header }) => {
          const messages = errors[column] ?? (column === 'terms.0.qty' ? errors['terms'] : undefined);
          return (
            <td key={column}>
              <input
                className="input cell-input"
                aria-label={`${header}, line ${line}`}
                aria-invalid={messages ? true : undefined}
                aria-describedby={messages ? `${column}-${line}` : undefined}
                value={cells[column] ?? ''}
                onChange={({ currentTarget }) => onEdit(line, column, currentTarget.value)}
              />
              {messages && (
                <span className="cell-error" id={`${column}-${line}`}>
                  {messages.join(' ')}
                </span>
              )}
            </td>
          );
        })}
        <td className="number">{judged?.interestRate == null ? '' : formatRate(judged.interestRate)}</td>
        <td className="date">{judged?.endDate == null ? '' : showDate(judged.endDate)}</td>
        <td className="number">{judged?.totalInterest == null ? '' : formatDollars(judged.totalInterest)}</td>
      </tr>
    );
  },
  (before, now) =>
    before.columns.length === now.columns.length &&
    JSON.stringify([before.row, before.columns]) === JSON.stringify([now.row, now.columns]),
);

function Result({ action }: { readonly action: 'create' | 'duplicate' | 'error' | undefined }) {
  if (action === 'create') return <Label variant="success">Create</Label>;
  if (action === 'duplicate') return <Label variant="attention">Duplicate</Label>;
  if (action === 'error') return <Label variant="danger">Error</Label>;
  return <span className="muted">Checking…</span>;
}
