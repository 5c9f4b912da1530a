import { IMPORT_COLUMNS, type ColumnInfo, type ImportColumn } from '../../domain/import/columns.ts';
import type { SheetCells } from '../extraction/cell.ts';
import { linesOf, textsOf, type Register } from '../extraction/register.ts';
import { Notice } from '../ui/notice.tsx';
import { ColumnGrid } from './column-grid.tsx';
import type { Cells, Mapping } from './import-rows.ts';
import { importTexts } from './texts.ts';

interface ColumnMappingProps {
  readonly cells: SheetCells;
  readonly register: Register;
  readonly mapping: Mapping;
  readonly constants: Cells;
  /** The required columns that hold nothing. */
  readonly missing: readonly ColumnInfo[];
  readonly onHeader: (line: number) => void;
  readonly onMap: (index: number, column: ImportColumn | null) => void;
  readonly onConstant: (column: ImportColumn, text: string) => void;
}

/** Columns that many registers leave out because they are the same for every contract. */
const OFTEN_CONSTANT: ReadonlySet<ImportColumn> = new Set([
  'entity',
  'frequency',
  'firstPaymentOnStartDate',
  'balloonDue',
  'lender',
  'kind',
]);

/** Lines that can be chosen as the headers. */
const HEADER_CHOICES = 20;

/** Takes the focus from the button that chose the file, which is gone. */
function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/** The meaning of the columns of the file, and the values of every row. Open until it is closed. */
export function ColumnMapping({ cells, register, mapping, constants, missing, ...does }: ColumnMappingProps) {
  const { header, rows, leftOut } = register;
  const names = textsOf(header);
  const ignored = names.filter((name, index) => name !== '' && mapping[index] === null);
  const same = IMPORT_COLUMNS.filter(
    ({ column }) =>
      !mapping.includes(column) &&
      (OFTEN_CONSTANT.has(column) || missing.some((each) => each.column === column) || constants[column]),
  );
  const lines = linesOf(cells).slice(0, HEADER_CHOICES);
  return (
    <details className="card card-body column-mapping" open>
      <summary ref={focusIfLost}>
        Columns
        {ignored.length > 0 && (
          <span className="muted"> · other information, not used: {ignored.join(', ')}</span>
        )}
      </summary>
      {missing.length > 0 && (
        <Notice tone="warning">
          Please choose the column for {missing.map((each) => each.header).join(', ')}, or enter what stands
          in every row.
        </Notice>
      )}
      <label className="field header-line">
        <span className="field-label">Line with the column names</span>
        <select
          className="input"
          value={header.line}
          onChange={({ currentTarget }) => does.onHeader(Number(currentTarget.value))}
        >
          {[...lines, ...(lines.some(({ line }) => line === header.line) ? [] : [header])].map((line) => (
            <option key={line.line} value={line.line}>
              {line.line}:{' '}
              {textsOf(line)
                .filter((text) => text !== '')
                .join(' · ')
                .slice(0, 80)}
            </option>
          ))}
        </select>
      </label>
      <ColumnGrid
        names={names}
        columns={IMPORT_COLUMNS}
        mapping={mapping}
        samplesOf={(index) => samplesOf(rows, index)}
        onMap={does.onMap}
      />
      {same.length > 0 && (
        <fieldset className="field-group">
          <legend className="field-label">The same in every row</legend>
          <div className="column-grid">
            {same.map(({ column, header: label }) => (
              <label key={column} className="field">
                <span>{label}</span>
                <input
                  className="input"
                  autoComplete="off"
                  value={constants[column] ?? ''}
                  placeholder={PLACEHOLDERS[column]}
                  onChange={({ currentTarget }) => does.onConstant(column, currentTarget.value)}
                />
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {leftOut.length > 0 && (
        <p className="field-hint">
          {importTexts.leftOut(leftOut.length)}{' '}
          {leftOut
            .map((line) => `${line.line} (${textsOf(line).find((text) => text !== '') ?? ''})`)
            .join(', ')}
          .
        </p>
      )}
    </details>
  );
}

const PLACEHOLDERS: Partial<Readonly<Record<ImportColumn, string>>> = {
  frequency: 'Monthly',
  firstPaymentOnStartDate: 'No',
  balloonDue: 'With last payment',
};

/** Two different values below a header. */
function samplesOf(rows: Register['rows'], index: number): string[] {
  const filled = rows.map(({ cells }) => cells[index]?.text ?? '').filter((text) => text !== '');
  return [...new Set(filled)].slice(0, 2);
}
