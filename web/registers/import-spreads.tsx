import { DownloadIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { memo, useMemo, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { spreadRoles } from '../../domain/registers/spread.ts';
import { type Answer, call, useApi } from '../data/api.ts';
import type { Entity } from '../data/answers.ts';
import { change } from '../data/change.ts';
import { counted } from '../data/counted.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { useAccounts } from '../events/accounts.ts';
import { textsOf } from '../extraction/register.ts';
import { HelpLink } from '../help/help-link.tsx';
import { CellRow } from '../imports/cell-row.tsx';
import { ColumnGrid } from '../imports/column-grid.tsx';
import { importTexts } from '../imports/texts.ts';
import { DropZone } from '../reading/drop-zone.tsx';
import { FileButton } from '../reading/file-button.tsx';
import { Unreadable } from '../reading/unreadable.ts';
import { DateField } from '../ui/date-field.tsx';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { Flag } from '../ui/flag.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges, useUnsavedChanges } from '../ui/unsaved.ts';
import { useAction } from '../ui/use-action.ts';
import { useStable } from '../ui/use-stable.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { AccountFields } from './account-fields.tsx';
import { crumbsOf } from './kinds.tsx';
import {
  readSpreadSheet,
  type SameInAll,
  SPREAD_COLUMNS,
  SPREAD_TEMPLATE,
  type SpreadColumn,
  type SpreadEdits,
  spreadLines,
  type SpreadLine,
  type SpreadMapping,
  spreadRow,
  type SpreadSheet,
} from './spread-rows.ts';
import { registerTexts } from './texts.ts';
import '../imports/imports.css';

type Judged = Answer<'POST /v1/entities/{entityId}/registers/import/preview'>[number];

const IMPORT = 'POST /v1/entities/{entityId}/registers/import';
const FILE_TYPES = '.xlsx,.csv,text/csv';
const MAX_ROWS = 500;

/** A file that was read; its id makes the import harmless to repeat. */
interface ReadFile {
  readonly name: string;
  readonly importId: string;
  readonly sheet: SpreadSheet;
}

/** Creates spreads from a workbook: choose a file, say what its columns are, check the rows, create. */
export function ImportSpreads() {
  const { entityId = '' } = useParams();
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const accounts = useAccounts(entity);
  useLoadFailure(error, entityTexts.load);
  const [file, setFile] = useState<ReadFile>();
  const [problem, setProblem] = useState<string>();
  const opening = useAction(
    async (chosen: File): Promise<void> => {
      const { openRegister } = await import('../reading/open-document.ts');
      const cells = await openRegister(chosen);
      const sheet = cells && readSpreadSheet(cells);
      setFile(undefined);
      setProblem(undefined);
      if (sheet === null) setProblem(importTexts.unreadable('damaged'));
      else if (sheet.lines.length === 0) setProblem(importTexts.empty);
      else if (sheet.lines.length > MAX_ROWS) setProblem(importTexts.tooMany(sheet.lines.length, MAX_ROWS));
      else setFile({ name: chosen.name, importId: crypto.randomUUID(), sheet });
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
        <ImportForm key={file.importId} entity={entity} accounts={accounts} file={file} />
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

interface ImportFormProps {
  readonly entity: Entity;
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly file: ReadFile;
}

/** A pause in typing after which the rows are checked again. */
const TYPING_PAUSE_MS = 400;

const NO_EDITS: SpreadEdits = new Map();
const NOTHING_SAME: SameInAll = { deferred: '', recognised: '', postFrom: '', autoPost: true };

function ImportForm({ entity, accounts, file: { importId, sheet } }: ImportFormProps) {
  const [, navigate] = useLocation();
  const params = { entityId: entity.id };
  const [mapping, setMapping] = useState(sheet.mapping);
  const [same, setSame] = useState(NOTHING_SAME);
  const [edits, setEdits] = useState(NO_EDITS);
  const lines = useMemo(() => spreadLines(sheet, mapping, edits), [sheet, mapping, edits]);
  const rows = useMemo(
    () => lines.map((line) => spreadRow(line, entity.hasXeroLink ? (accounts ?? []) : null, same)),
    [lines, accounts, entity.hasXeroLink, same],
  );
  const lacking = Object.entries(SPREAD_COLUMNS).flatMap(([column, { header, ...info }]) =>
    'isRequired' in info && !mapping.includes(column as SpreadColumn) ? [header] : [],
  );
  const { preview, isCurrent, error } = usePreview(
    lacking.length > 0 ? null : { params, body: { rows: rows.map((row) => ({ ...row })) } },
    (input) => call(`${IMPORT}/preview`, input),
    edits.size > 0 ? TYPING_PAUSE_MS : 0,
  );
  const edit = useStable((line: number, column: SpreadColumn, text: string): void =>
    setEdits(new Map(edits).set(line, { ...edits.get(line), [column]: text })),
  );
  const judged = new Map(preview?.map((row) => [row.line, row]));
  const ready = rows.filter(({ line }) => judged.get(line)?.action === 'create').length;
  const { isBusy, start } = useAction(
    async () => {
      const body = { importId, rows: rows.map((row) => ({ ...row })), skipErrors: true };
      const { created } = await change(IMPORT, { params, body });
      forgetChanges();
      toast.success(registerTexts.imported(created.length));
      navigate(pathTo(paths.spreads, params));
    },
    (failure) => toast.failure(failure, importTexts.create),
  );
  return (
    <>
      <Columns sheet={sheet} mapping={mapping} lacking={lacking} onMap={setMapping} />
      <section className="card card-body" aria-label="The same in every row">
        <AccountFields
          roles={SAME_ROLES}
          chosen={{ deferred: same.deferred, recognised: same.recognised }}
          errors={{}}
          accounts={accounts}
          isLinked={entity.hasXeroLink}
          onChange={(chosen) => setSame({ ...same, ...chosen })}
        />
        <DateField
          label="Post from"
          hint="Entries before this day are in the accounts already and are never posted."
          value={same.postFrom}
          onChange={(postFrom) => setSame({ ...same, postFrom })}
        />
        <Flag
          label="Post automatically"
          hint="Posts each entry on its date from now on. Entries already due aren’t posted."
          checked={same.autoPost}
          disabled={isBusy}
          onChange={(autoPost) => setSame({ ...same, autoPost })}
        />
      </section>
      {error && <Notice tone="error">{messageOf(error, importTexts.preview)}</Notice>}
      {lacking.length === 0 && (
        <>
          <div className="import-counts">
            <p role="status">{isCurrent ? countsOf(preview ?? []) : 'Checking…'}</p>
          </div>
          <div className="import-actions">
            <Button variant="primary" loading={isBusy} disabled={!isCurrent || ready === 0} onClick={start}>
              {ready === rows.length ? `Create ${ready}` : `Create ${ready} of ${rows.length}`}
            </Button>
          </div>
          <Rows lines={lines} mapping={mapping} judged={judged} onEdit={edit} />
        </>
      )}
    </>
  );
}

const { deferred, recognised } = spreadRoles('expense');

/** For rows without accounts of their own. */
const SAME_ROLES = {
  deferred: { ...deferred, hint: 'For rows that name no balance sheet account.' },
  recognised: { ...recognised, hint: 'For rows that name no expense account.' },
};

function countsOf(judged: readonly Judged[]): string {
  const count = (action: Judged['action']): number => judged.filter((row) => row.action === action).length;
  return importTexts.counts({
    ready: count('create'),
    look: 0,
    duplicate: count('duplicate'),
    refused: count('error'),
  });
}

interface ColumnsProps {
  readonly sheet: SpreadSheet;
  readonly mapping: SpreadMapping;
  /** The headers of required columns that no column of the file is. */
  readonly lacking: readonly string[];
  readonly onMap: (mapping: SpreadMapping) => void;
}

/** The meaning of the columns of the file. */
function Columns({ sheet: { header, lines }, mapping, lacking, onMap }: ColumnsProps) {
  const choose = (index: number, chosen: SpreadColumn | null): void =>
    onMap(mapping.map((column, at) => (at === index ? chosen : column === chosen ? null : column)));
  const samplesOf = (index: number): string[] =>
    lines.flatMap(({ cells }) => cells[index]?.text || []).slice(0, 1);
  return (
    <details className="card card-body column-mapping" open>
      <summary>Columns</summary>
      {lacking.length > 0 && (
        <Notice tone="warning">Please choose the column for {lacking.join(', ')}.</Notice>
      )}
      <ColumnGrid
        names={textsOf(header)}
        columns={COLUMN_CHOICES}
        mapping={mapping}
        samplesOf={samplesOf}
        onMap={choose}
      />
    </details>
  );
}

const COLUMN_CHOICES = Object.entries(SPREAD_COLUMNS).map(([column, { header }]) => ({
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
function Rows({ lines, mapping, judged, onEdit }: RowsProps) {
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
    JSON.stringify([before.cells, before.columns, before.judgement]) ===
    JSON.stringify([now.cells, now.columns, now.judgement]),
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
