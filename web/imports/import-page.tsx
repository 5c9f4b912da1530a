import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { HelpLink } from '../help/help-link.tsx';
import { HOME_CRUMBS } from '../ui/crumbs.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import { DOCUMENT_TYPES, DropZone } from '../reading/drop-zone.tsx';
import { FileButton } from '../reading/file-button.tsx';
import { ChooseEntity } from './choose-entity.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { DateNotice } from './date-notice.tsx';
import { HiddenNotice } from './hidden-notice.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { OtherSheetsNotice } from './other-sheets-notice.tsx';
import { TEMPLATE } from './import-rows.ts';
import { LastImport } from './last-import-notice.tsx';
import { importTexts } from './texts.ts';
import { useImport } from './use-import.ts';
import './imports.css';

/** Creates schedules from a spreadsheet: choose a file, map its columns, check the rows, create. */
export function ImportPage() {
  const work = useImport();
  const { file, document, report, problem, missing, isBusy } = work;
  useUnsavedChanges(file !== undefined && report === undefined);
  return (
    <Page
      title="Import schedules"
      above={HOME_CRUMBS}
      subtitle={file?.name}
      actions={
        file ? (
          <FileButton
            label="Spreadsheet"
            text="Choose another file"
            accept={DOCUMENT_TYPES}
            isBusy={isBusy}
            onFile={work.open}
          />
        ) : (
          <Button leadingVisual={DownloadIcon} onClick={() => void saveTemplate()}>
            Download template
          </Button>
        )
      }
    >
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      {!file && <LastImport isBusy={isBusy} onUndo={work.undo} />}
      {!file && !document && (
        <DropZone label="Spreadsheet" accept={DOCUMENT_TYPES} isBusy={isBusy} onFile={work.open}>
          <p>Drop an Excel or CSV file with one contract a row, or a lender’s schedule, here.</p>
          <p className="muted">
            Up to 500 rows. Nothing is connected or posted to Xero.{' '}
            <HelpLink page="importing">About importing</HelpLink>
          </p>
        </DropZone>
      )}
      {document && <ChooseEntity document={document} onCancel={work.close} />}
      {file && report && <ImportResult {...work} report={report} />}
      {file && !report && (
        <>
          <ColumnMapping
            key={`${file.name} ${file.sheet.name}`}
            cells={file.sheet.cells}
            register={file.register}
            mapping={work.mapping}
            constants={work.constants}
            missing={missing}
            onHeader={work.chooseHeader}
            onMap={work.mapColumn}
            onConstant={work.setConstant}
          />
          {work.dateDoubt !== undefined && <DateNotice doubt={work.dateDoubt} onChoose={work.chooseOrder} />}
          <HiddenNotice hidden={work.hidden} isLeftOut={work.leavesHidden} onChoose={work.leaveHidden} />
          <OtherSheetsNotice
            sheets={file.withContracts.filter((sheet) => sheet !== file.sheet)}
            onChoose={work.chooseSheet}
          />
          {file.register.other !== null && (
            <Notice tone="warning">{importTexts.otherTable(file.register.other.line)}</Notice>
          )}
          {work.isReady && <ImportPreview {...work} />}
        </>
      )}
    </Page>
  );
}

async function saveTemplate(): Promise<void> {
  const { csvOf } = await import('./csv.ts');
  saveBlob('Paydown import template.csv', csvOf(TEMPLATE));
}
