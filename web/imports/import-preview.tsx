import { Button } from '@primer/react';
import { useState } from 'react';
import { IMPORT_COLUMNS } from '../../domain/import/columns.ts';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { Flag } from '../ui/flag.tsx';
import { Table } from '../ui/table.tsx';
import { PreviewRow } from './preview-row.tsx';
import type { Edit, ImportedRow } from './use-import.ts';
import type { Replacement } from './use-imported-register.ts';
import { importTexts } from './texts.ts';

interface ImportPreviewProps {
  readonly rows: readonly ImportedRow[];
  readonly replacement: Replacement | undefined;
  /** Whether the rows are judged as they read now. */
  readonly isJudged: boolean;
  readonly isBusy: boolean;
  readonly edit: Edit;
  readonly replaceAll: (replacement: Replacement) => void;
  readonly create: (createEntities: boolean) => void;
}

/** Every row with what becomes of it; its cells can be mended in place. */
export function ImportPreview({
  rows,
  isJudged,
  replacement,
  isBusy,
  edit,
  replaceAll,
  create,
}: ImportPreviewProps) {
  const [createsEntities, setCreatesEntities] = useState(true);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const columns = IMPORT_COLUMNS.filter(
    ({ column, required }) =>
      column !== 'name' && (required || rows.some(({ cells }) => Boolean(cells[column]))),
  );
  const isCreated = ({ judged }: ImportedRow): boolean =>
    judged?.action === 'create' && (createsEntities || judged.entityId !== null);
  const ready = rows.filter(isCreated);
  const shown = onlyProblems ? rows.filter((row) => !isCreated(row)) : rows;
  const drawn = useDrawnRows(shown.length);
  const offered = [replacement, monthlyForAll(rows)].filter((one) => one !== undefined);
  const newEntities = new Set(
    rows
      .filter(({ judged }) => judged?.action === 'create' && judged.entityId === null)
      .map(({ cells }) => cells.entity?.trim().toLowerCase()),
  );
  const isChecked = rows.every(({ judged }) => judged !== undefined);
  return (
    <>
      <div className="import-counts">
        <p role="status">{isJudged ? importTexts.counts(countsOf(rows)) : 'Checking…'}</p>
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
      </div>
      {/* Before the table, whose cells are hundreds of stops for the Tab key; it stays at the bottom of the page. */}
      <div className="import-actions">
        <Button
          variant="primary"
          loading={isBusy}
          disabled={!isJudged || ready.length === 0}
          onClick={() => create(createsEntities)}
        >
          {ready.length === rows.length
            ? `Create ${rows.length}`
            : `Create ${ready.length} of ${rows.length}`}
        </Button>
      </div>
      <div className="card">
        <Table
          label="Rows"
          columns={[
            { label: 'Line', kind: 'number' },
            { label: 'Result' },
            { label: 'Name' },
            ...columns.map(({ header }) => ({ label: header })),
          ]}
          className="table-dense table-wide import-table"
        >
          {shown.slice(0, drawn).map((row) => (
            <PreviewRow
              key={row.line}
              row={row}
              columns={columns}
              replacement={offered.find(({ line }) => line === row.line)}
              onEdit={edit}
              onReplaceAll={replaceAll}
            />
          ))}
        </Table>
      </div>
    </>
  );
}

/** Offers one frequency at the first row whose own is not understood. */
function monthlyForAll(rows: readonly ImportedRow[]): Replacement | undefined {
  const row = rows.find(({ judged }) => judged?.errors['frequency'] !== undefined);
  if (!row) return undefined;
  const from = row.cells.frequency ?? '';
  const count = rows.filter(({ cells }) => (cells.frequency ?? '') === from).length;
  return { line: row.line, column: 'frequency', from, to: 'Monthly', label: importTexts.useMonthly(count) };
}

function countsOf(rows: readonly ImportedRow[]) {
  const count = (action: string): number => rows.filter(({ judged }) => judged?.action === action).length;
  const look = rows.filter(
    ({ judged, notes }) =>
      judged?.action === 'create' && (notes.length > 0 || Object.keys(judged.warnings).length > 0),
  ).length;
  return { ready: count('create') - look, look, duplicate: count('duplicate'), refused: count('error') };
}
