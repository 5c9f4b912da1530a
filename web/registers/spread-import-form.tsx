import { Button } from '@primer/react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { spreadRoles } from '../../domain/registers/spread.ts';
import type { Entity } from '../data/answers.ts';
import { call } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { TYPING_PAUSE_MS, usePreview } from '../data/use-preview.ts';
import { textsOf } from '../extraction/register.ts';
import type { DateOrder } from '../extraction/date-doubts.ts';
import { type Hidden, hiddenAmong, type Sheet } from '../extraction/hidden.ts';
import { ColumnGrid } from '../imports/column-grid.tsx';
import { DateNotice } from '../imports/date-notice.tsx';
import { HiddenNotice } from '../imports/hidden-notice.tsx';
import { OtherSheetsNotice } from '../imports/other-sheets-notice.tsx';
import { importTexts } from '../imports/texts.ts';
import { DateField } from '../ui/date-field.tsx';
import { Flag } from '../ui/flag.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useAction } from '../ui/use-action.ts';
import { useStable } from '../ui/use-stable.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { AccountFields } from './account-fields.tsx';
import { COLUMN_CHOICES, SpreadImportRows, type Judged } from './spread-import-rows.tsx';
import {
  type SameInAll,
  SPREAD_COLUMNS,
  type SpreadColumn,
  spreadDoubt,
  type SpreadEdits,
  spreadLines,
  type SpreadMapping,
  spreadRow,
  type SpreadSheet,
} from './spread-rows.ts';
import { registerTexts } from './texts.ts';

interface SpreadImportFormProps {
  readonly entity: Entity;
  readonly accounts: readonly LedgerAccount[] | undefined;
  /** Makes the import harmless to repeat. */
  readonly importId: string;
  readonly sheet: SpreadSheet;
  /** The hidden rows and columns of the sheet. */
  readonly hidden: Hidden;
  /** The other sheets with rows. */
  readonly others: readonly Sheet[];
  readonly onSheet: (sheet: Sheet) => void;
}

const IMPORT = 'POST /v1/entities/{entityId}/registers/import';
const NO_EDITS: SpreadEdits = new Map();
const NOTHING_SAME: SameInAll = { deferred: '', recognised: '', postFrom: '', autoPost: true };

/** The columns of the file, the values for every row, and the checked rows. */
export function SpreadImportForm({
  entity,
  accounts,
  importId,
  sheet,
  hidden,
  others,
  onSheet,
}: SpreadImportFormProps) {
  const [, navigate] = useLocation();
  const leave = useLeave();
  const params = { entityId: entity.id };
  const [mapping, setMapping] = useState(sheet.mapping);
  const [same, setSame] = useState(NOTHING_SAME);
  const [edits, setEdits] = useState(NO_EDITS);
  const [order, setOrder] = useState<DateOrder>('unknown');
  const [leavesHidden, leaveHidden] = useState(false);
  const hiddenHere = useMemo(() => hiddenAmong(hidden, sheet.lines, sheet.header), [hidden, sheet]);
  const lines = useMemo(() => {
    const all = spreadLines(sheet, mapping, edits, order);
    return leavesHidden ? all.filter(({ line }) => !hiddenHere.lines.includes(line)) : all;
  }, [sheet, mapping, edits, order, leavesHidden, hiddenHere]);
  const doubt = order === 'unknown' ? spreadDoubt(sheet, mapping) : undefined;
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
      toast.success(registerTexts.imported(created.length));
      leave(() => navigate(pathTo(paths.spreads, params)));
    },
    (failure) => toast.failure(failure, importTexts.create),
  );
  return (
    <>
      <Columns sheet={sheet} mapping={mapping} lacking={lacking} onMap={setMapping} />
      {doubt !== undefined && <DateNotice doubt={doubt} onChoose={setOrder} />}
      <HiddenNotice hidden={hiddenHere} isLeftOut={leavesHidden} onChoose={leaveHidden} />
      <OtherSheetsNotice sheets={others} onChoose={onSheet} />
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
          optional
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
          <SpreadImportRows lines={lines} mapping={mapping} judged={judged} onEdit={edit} />
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
