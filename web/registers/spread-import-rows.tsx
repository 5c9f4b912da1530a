/** The rows of an import of spreads. */
import { Label } from '@primer/react';
import { memo } from 'react';
import type { Answer } from '../data/api.ts';
import { counted } from '../data/counted.ts';
import { CellRow } from '../imports/cell-row.tsx';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { isEqual } from '../ui/equality.ts';
import { Table } from '../ui/table.tsx';
import { SPREAD_COLUMNS, type SpreadColumn, type SpreadLine, type SpreadMapping } from './spread-rows.ts';

export type Judged = Answer<'POST /v1/entities/{entityId}/registers/import/preview'>[number];

export const COLUMN_CHOICES = Object.entries(SPREAD_COLUMNS).map(([column, { header }]) => ({
  column: column as SpreadColumn,
  header,
}));

interface RowsProps {
  readonly lines: readonly SpreadLine[];
  readonly mapping: SpreadMapping;
  readonly judged: ReadonlyMap<number, Judged>;
  readonly onEdit: (line: number, column: SpreadColumn, text: string) => void;
}

/** Every row with what becomes of it; its cells can be corrected in place. */
export function SpreadImportRows({ lines, mapping, judged, onEdit }: RowsProps) {
  const drawn = useDrawnRows(lines.length);
  const columns = CELL_COLUMNS.filter(
    ({ column, isRequired }) => isRequired || column === 'to' || mapping.includes(column),
  );
  return (
    <div className="card">
      <Table
        label="Rows"
        columns={[
          { label: 'Line', kind: 'number' },
          { label: 'Result' },
          ...columns.map(({ header }) => ({ label: header })),
        ]}
        className="table-dense table-wide import-table"
      >
        {lines.slice(0, drawn).map(({ line, cells }) => (
          <Row
            key={line}
            line={line}
            cells={cells}
            columns={columns}
            judgement={judged.get(line)}
            onEdit={onEdit}
          />
        ))}
      </Table>
    </div>
  );
}

const CELL_COLUMNS = COLUMN_CHOICES.map(({ column, header }) => ({
  column,
  header,
  isWide: column === 'name',
  isRequired: 'isRequired' in SPREAD_COLUMNS[column],
}));

interface RowProps extends SpreadLine {
  readonly columns: typeof CELL_COLUMNS;
  readonly judgement: Judged | undefined;
  readonly onEdit: RowsProps['onEdit'];
}

const Row = memo(
  function Row({ line, cells, columns, judgement, onEdit }: RowProps) {
    const { action = 'create', errors = {} } = judgement ?? {};
    const wrong = new Set(Object.keys(errors).map(columnOf));
    return (
      <CellRow
        line={line}
        result={<Result judgement={judgement} />}
        columns={columns}
        cells={cells}
        isWrong={(column) => wrong.has(column)}
        reason={action === 'create' ? null : reasonOf(errors)}
        isRefused
        onEdit={onEdit}
      />
    );
  },
  (before, now) =>
    isEqual([before.cells, before.columns, before.judgement], [now.cells, now.columns, now.judgement]),
);

function Result({ judgement }: { readonly judgement: Judged | undefined }) {
  if (!judgement) return <span className="muted">Checking…</span>;
  if (judgement.action === 'duplicate') return <Label variant="attention">Duplicate</Label>;
  if (judgement.action === 'error') return <Label variant="danger">Refused</Label>;
  return (
    <>
      <Label variant="success">Ready</Label>
      <span className="cell-detail">{counted(judgement.entries, 'entry', 'entries')}</span>
    </>
  );
}

const columnOf = (field: string): string => field.replace(/^(?:facts|accounts)\./, '');

/** The messages of a row, each with the column that it is about. */
function reasonOf(errors: Judged['errors']): string {
  return Object.entries(errors)
    .map(([field, messages]) => {
      const column = columnOf(field);
      const header = column in SPREAD_COLUMNS ? SPREAD_COLUMNS[column as SpreadColumn].header : null;
      return `${header === null ? '' : `${header}: `}${messages.join(' ')}`;
    })
    .join(' ');
}
