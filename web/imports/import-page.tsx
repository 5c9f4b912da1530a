import { DownloadIcon, UploadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useRef, useState, type DragEvent } from 'react';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { ImportPreview } from './import-preview.tsx';
import { confirmUndo, ImportResult } from './import-result.tsx';
import { TEMPLATE } from './import-rows.ts';
import { lastImport } from './last-import.ts';
import { importTexts } from './texts.ts';
import { useImport } from './use-import.ts';
import './imports.css';

/** Creates schedules from a spreadsheet: choose a file, map its columns, check the rows, create. */
export function ImportPage() {
  const work = useImport();
  const { file, report, problem, missing, isBusy } = work;
  useUnsavedChanges(file !== undefined && report === undefined);
  return (
    <Page
      title="Import schedules"
      above={[{ label: 'All entities', href: '/' }]}
      subtitle={file?.name}
      actions={
        file ? (
          <Button onClick={work.close}>Choose another file</Button>
        ) : (
          <Button leadingVisual={DownloadIcon} onClick={() => void saveTemplate()}>
            Download template
          </Button>
        )
      }
    >
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {!file && <LastImport isBusy={isBusy} onUndo={(importId) => void work.undo(importId)} />}
      {!file && <FileDrop isBusy={isBusy} onFile={(chosen) => void work.open(chosen)} />}
      {file && report && <ImportResult {...work} report={report} />}
      {file && !report && (
        <>
          <ColumnMapping
            headers={file.headers}
            mapping={work.mapping}
            missing={missing}
            onMap={work.mapColumn}
          />
          {missing.length === 0 && <ImportPreview {...work} />}
        </>
      )}
    </Page>
  );
}

interface LastImportProps {
  readonly isBusy: boolean;
  readonly onUndo: (importId: string) => void;
}

/** Offers to undo the import of the last 24 hours, also after leaving its page. */
function LastImport({ isBusy, onUndo }: LastImportProps) {
  const last = lastImport();
  if (!last) return null;
  const ask = async (): Promise<void> => {
    if (await confirmUndo(last.count)) onUndo(last.importId);
  };
  return (
    <Notice tone="info">
      {importTexts.created(last.count)} by your last import.{' '}
      <button type="button" className="link-button" disabled={isBusy} onClick={() => void ask()}>
        Undo import
      </button>
    </Notice>
  );
}

async function saveTemplate(): Promise<void> {
  const { csvOf } = await import('./read-file.ts');
  saveBlob('Paydown import template.csv', csvOf(TEMPLATE));
}

interface FileDropProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

function FileDrop({ isBusy, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (file) onFile(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className="card file-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon size={24} />
      <p>Drop an Excel or CSV file with one contract a row here.</p>
      <input
        ref={input}
        type="file"
        aria-label="Spreadsheet"
        className="visually-hidden"
        accept=".xlsx,.csv,text/csv"
        onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
      />
      <Button variant="primary" loading={isBusy} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <p className="muted">Up to 500 rows. Nothing is connected or posted to Xero.</p>
    </div>
  );
}
