import { DownloadIcon, UndoIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Link } from 'wouter';
import { paths, pathTo } from '../data/paths.ts';
import { confirm } from '../ui/confirm.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { Table } from '../ui/table.tsx';
import { failedRows, reasonOf } from './import-rows.ts';
import { importTexts } from './texts.ts';
import type { ImportedRow, Report } from './use-import.ts';

interface ImportResultProps {
  readonly report: Report;
  readonly rows: readonly ImportedRow[];
  readonly isBusy: boolean;
  readonly undo: () => void;
  readonly close: () => void;
}

export const confirmUndo = (count: number): Promise<boolean> =>
  confirm({
    title: 'Undo this import?',
    body: `This deletes the ${count === 1 ? 'schedule' : `${count} schedules`} that it created, as long as none of them was changed.`,
    action: 'Undo import',
    danger: true,
  });

/** The button that was pressed is gone; the next stop is the first action below. */
const takeFocus = (heading: HTMLElement | null): void => heading?.focus();

/** The created schedules, and the failed rows with their reasons. */
export function ImportResult({ report: { created, failed }, rows, isBusy, undo, close }: ImportResultProps) {
  const byLine = new Map(rows.map((row) => [row.line, row.cells]));
  const failures = failed.map(({ line, errors }) => ({
    line,
    cells: byLine.get(line) ?? {},
    reason: reasonOf(errors),
  }));
  const askToUndo = async (): Promise<void> => {
    if (await confirmUndo(created.length)) undo();
  };
  const save = async (): Promise<void> => {
    const { csvOf } = await import('./csv.ts');
    saveBlob('Rows not imported.csv', csvOf(failedRows(failures)));
  };
  const [first] = created;
  const only = first && created.every(({ entityId }) => entityId === first.entityId) ? first : null;
  return (
    <>
      <div className="card card-body import-result">
        <h2 tabIndex={-1} ref={takeFocus}>
          {importTexts.created(created.length)}
        </h2>
        <p className="card-text">
          You can undo the import within 24 hours, until one of its schedules is changed.
        </p>
        <div className="form-actions">
          {only ? (
            <Button as={Link} href={pathTo(paths.entity, { entityId: only.entityId })} variant="primary">
              {byLine.get(only.line)?.entity}
            </Button>
          ) : (
            <Button as={Link} href={paths.home} variant="primary">
              All entities
            </Button>
          )}
          <Button onClick={close}>Import another file</Button>
          {created.length > 0 && (
            <Button leadingVisual={UndoIcon} loading={isBusy} onClick={() => void askToUndo()}>
              Undo import
            </Button>
          )}
        </div>
      </div>
      {failures.length > 0 && (
        <div className="card">
          <div className="card-body import-failed">
            <h2>
              {failures.length === 1 ? '1 row was not imported' : `${failures.length} rows were not imported`}
            </h2>
            <Button leadingVisual={DownloadIcon} onClick={() => void save()}>
              Download failed rows
            </Button>
          </div>
          <Table
            label="Rows that were not imported"
            columns={[
              { label: 'Line', kind: 'number' },
              { label: 'Entity' },
              { label: 'Name' },
              { label: 'Reason' },
            ]}
          >
            <tbody>
              {failures.map(({ line, cells, reason }) => (
                <tr key={line}>
                  <td className="number">{line}</td>
                  <td>{cells.entity}</td>
                  <td>{cells.name}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </>
  );
}
