import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { useApi } from '../data/api.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { useAccounts } from '../xero/use-accounts.ts';
import { HelpLink } from '../help/help-link.tsx';
import type { Hidden, Sheet } from '../extraction/hidden.ts';
import { importTexts } from '../imports/texts.ts';
import { DropZone } from '../reading/drop-zone.tsx';
import { FileButton } from '../reading/file-button.tsx';
import { Unreadable } from '../reading/unreadable.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import { useAction } from '../ui/use-action.ts';
import { SpreadImportForm } from './spread-import-form.tsx';
import { crumbsOf } from './kinds.tsx';
import {
  otherSpreadSheets,
  readSpreadSheet,
  SPREAD_TEMPLATE,
  type SpreadSheet,
  spreadSheetOf,
} from './spread-rows.ts';
import '../imports/imports.css';

const FILE_TYPES = '.xlsx,.csv,text/csv';
const MAX_ROWS = 500;

/** A file that was read; its id makes the import harmless to repeat. */
interface ReadFile {
  readonly name: string;
  readonly importId: string;
  readonly sheets: readonly Sheet[];
  /** The sheet that is read. */
  readonly sheet: SpreadSheet;
  readonly hidden: Hidden;
  /** The other sheets with rows. */
  readonly others: readonly Sheet[];
}

/** Creates spreads from a workbook: choose a file, say what its columns are, check the rows, create. */
export function ImportSpreads() {
  const { entityId = '' } = useParams();
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const accounts = useAccounts(entity);
  useLoadFailure(error, entityTexts.load);
  const [file, setFile] = useState<ReadFile>();
  const [problem, setProblem] = useState<string>();
  const read = (name: string, sheets: readonly Sheet[], chosen: Sheet): void => {
    const sheet = readSpreadSheet(chosen.cells);
    const others = otherSpreadSheets(sheets, chosen);
    const tooMany = sheet.lines.length > MAX_ROWS;
    setProblem(tooMany ? importTexts.tooMany(sheet.lines.length, MAX_ROWS) : undefined);
    if (sheet.lines.length === 0) setProblem(importTexts.empty);
    else if (!tooMany) {
      const importId = crypto.randomUUID();
      setFile({ name, importId, sheets, sheet, hidden: chosen.hidden, others });
    }
  };
  const opening = useAction(
    async (chosen: File): Promise<void> => {
      const { openSpreadsheet } = await import('../reading/open-document.ts');
      const sheets = (await openSpreadsheet(chosen))?.sheets ?? [];
      const sheet = spreadSheetOf(sheets);
      setFile(undefined);
      setProblem(undefined);
      if (sheet === undefined) setProblem(importTexts.unreadable('damaged'));
      else read(chosen.name, sheets, sheet);
    },
    (failure) =>
      setProblem(importTexts.unreadable(failure instanceof Unreadable ? failure.outcome : 'damaged')),
  );
  useUnsavedChanges(file !== undefined);
  return (
    <Page
      title="Import spreads"
      above={crumbsOf(entity, 'spread', entityId)}
      subtitle={file?.name}
      actions={
        file ? (
          <FileButton
            label="Workbook"
            text="Choose another file"
            accept={FILE_TYPES}
            isBusy={opening.isBusy}
            onFile={opening.start}
          />
        ) : (
          <Button leadingVisual={DownloadIcon} onClick={() => void saveTemplate()}>
            Download template
          </Button>
        )
      }
    >
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {file && entity && (accounts !== undefined || !entity.hasXeroLink) ? (
        <SpreadImportForm
          key={file.importId}
          entity={entity}
          accounts={accounts}
          {...file}
          onSheet={(sheet) => read(file.name, file.sheets, sheet)}
        />
      ) : file ? (
        <CardSkeleton columns={6} />
      ) : (
        <DropZone label="Workbook" accept={FILE_TYPES} isBusy={opening.isBusy} onFile={opening.start}>
          <p>Drop an Excel or CSV file with one spread a row here.</p>
          <p className="muted">
            Up to 500 rows. Nothing is posted to Xero. <HelpLink page="spreads">About spreads</HelpLink>
          </p>
        </DropZone>
      )}
    </Page>
  );
}

async function saveTemplate(): Promise<void> {
  const { csvOf } = await import('../imports/csv.ts');
  saveBlob('Paydown spreads template.csv', csvOf(SPREAD_TEMPLATE));
}
