import { IMPORT_COLUMNS, type ImportColumn } from '../../domain/import/columns.ts';
import { Notice } from '../ui/notice.tsx';

interface ColumnMappingProps {
  readonly headers: readonly string[];
  readonly mapping: readonly (ImportColumn | null)[];
  /** Headers of the required columns that no column of the file stands for. */
  readonly missing: readonly string[];
  readonly onMap: (index: number, column: ImportColumn | null) => void;
}

/** Which column of the file stands for what. Open as long as a required one is missing. */
export function ColumnMapping({ headers, mapping, missing, onMap }: ColumnMappingProps) {
  const ignored = headers.filter((header, index) => header !== '' && mapping[index] === null);
  return (
    <details className="card card-body column-mapping" open={missing.length > 0 || undefined}>
      <summary>
        Columns
        {ignored.length > 0 && <span className="muted"> · not imported: {ignored.join(', ')}</span>}
      </summary>
      {missing.length > 0 && (
        <Notice tone="warning">Please choose the column for {missing.join(', ')}.</Notice>
      )}
      <div className="column-grid">
        {headers.map(
          (header, index) =>
            header !== '' && (
              // oxlint-disable-next-line react/no-array-index-key -- columns don't move
              <label key={index} className="field">
                <span className="field-label">{header}</span>
                <select
                  className="input"
                  value={mapping[index] ?? ''}
                  onChange={({ currentTarget }) =>
                    onMap(
                      index,
                      IMPORT_COLUMNS.find(({ column }) => column === currentTarget.value)?.column ?? null,
                    )
                  }
                >
                  <option value="">Not imported</option>
                  {IMPORT_COLUMNS.map((column) => (
                    <option key={column.column} value={column.column}>
                      {column.header}
                    </option>
                  ))}
                </select>
              </label>
            ),
        )}
      </div>
    </details>
  );
}
