import { BellSlashIcon, CheckCircleIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { daysBetween, isCalendarDate } from '../../domain/calendar.ts';
import { useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { showDate, today } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { Empty } from '../ui/empty.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { useMay } from '../data/account.ts';
import { usePreferences } from '../users/preferences.ts';
import { AttentionAction } from './attention-action.tsx';
import { KIND_LABELS, reportTexts } from './texts.ts';
import type { AttentionItem } from './attention-item.ts';
import './reports.css';
import './attention.css';

const SnoozeDialog = deferred(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog);

const ALL = 'all';

/** The attention items of all entities. */
export function AttentionPage() {
  const { data, error } = useApi('GET /v1/attention', {});
  const [parameters, set] = useParameters({ replace: true });
  const [snoozing, setSnoozing] = useState<AttentionItem | null>(null);
  useLoadFailure(error, reportTexts.attention);
  const kind = parameters.get('kind') ?? ALL;
  const showsSnoozed = parameters.has('snoozed');
  const shown = data?.filter(
    (item) => (kind === ALL || item.kind === kind) && (showsSnoozed || item.snoozedUntil === null),
  );
  const snoozed = data?.filter(({ snoozedUntil }) => snoozedUntil !== null).length ?? 0;
  return (
    <Page title="Attention" subtitle="Work to do across all entities" actions={<StartPageChoice />}>
      <section className="card card-body form-row page-options" aria-label="Attention options">
        <SelectField
          label="Show"
          choices={[{ value: ALL, label: 'All issues' }, ...kindsIn(data ?? [])]}
          value={kind}
          onChange={(value) => set({ kind: value === ALL ? null : value })}
        />
        <label className="report-check">
          <input
            type="checkbox"
            checked={showsSnoozed}
            onChange={({ currentTarget }) => set({ snoozed: currentTarget.checked ? 'true' : null })}
          />
          Snoozed ({snoozed})
        </label>
      </section>
      <div className="card">
        {shown ? <AttentionTable items={shown} onSnooze={setSnoozing} /> : <TableSkeleton columns={5} />}
      </div>
      {snoozing && <SnoozeDialog item={snoozing} onClose={() => setSnoozing(null)} />}
    </Page>
  );
}

/** The kinds that there are, with their numbers. */
function kindsIn(items: readonly AttentionItem[]) {
  const counts = Map.groupBy(items, ({ kind }) => kind);
  return [...counts].map(([value, some]) => ({ value, label: `${KIND_LABELS[value]} (${some.length})` }));
}

interface AttentionTableProps {
  readonly items: readonly AttentionItem[];
  readonly onSnooze: (item: AttentionItem) => void;
}

function AttentionTable({ items, onSnooze }: AttentionTableProps) {
  const mayEdit = useMay('edit schedules');
  if (items.length === 0) {
    return (
      <Empty icon={CheckCircleIcon} title="Nothing is open">
        {reportTexts.nothingOpen}
      </Empty>
    );
  }
  return (
    <Table
      label="Work to do"
      columns={[
        { label: 'Issue' },
        { label: 'Loan' },
        { label: 'Since' },
        { label: 'Amount', kind: 'number' },
        { label: 'Action' },
        mayEdit && { label: 'Snooze', kind: 'options' },
      ]}
      className="table-stack attention-table"
    >
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} mayEdit={mayEdit} onSnooze={onSnooze} />
        ))}
      </tbody>
    </Table>
  );
}

const URGENT: ReadonlySet<AttentionItem['kind']> = new Set([
  'unknown-documents',
  'out-of-balance',
  'document-missing',
  'document-changed',
  'auto-sync-failing',
  'reconnect',
]);

interface RowProps {
  readonly item: AttentionItem;
  readonly mayEdit: boolean;
  readonly onSnooze: (item: AttentionItem) => void;
}

function Row({ item, mayEdit, onSnooze }: RowProps) {
  const { kind, entityId, entityName, scheduleId, description, since, amount, text, snoozedUntil } = item;
  return (
    <tr>
      <td>
        <div className="attention-text">
          <Label variant={URGENT.has(kind) ? 'danger' : 'secondary'}>{KIND_LABELS[kind]}</Label>
          <span>{text}</span>
          {snoozedUntil && <span className="cell-detail">Snoozed until {showDate(snoozedUntil)}</span>}
        </div>
      </td>
      <td className="name whole" data-label="Loan">
        {scheduleId === null ? (
          <Link href={pathTo(paths.entity, { entityId })}>{entityName}</Link>
        ) : (
          <>
            <Link href={pathTo(paths.schedule, { entityId, scheduleId })}>{description}</Link>
            <span className="cell-detail">{entityName}</span>
          </>
        )}
      </td>
      <td className="date" data-label="Since">
        {showDate(since)}
        <span className="cell-detail">{ageOf(since)}</span>
      </td>
      <td className="number" data-label="Amount">
        {amount === undefined ? '–' : <Money dollars={amount} />}
      </td>
      <td data-label="Action" className="whole">
        <AttentionAction item={item} />
      </td>
      {mayEdit && (
        <td className="options">
          {snoozedUntil === null ? (
            <Button size="small" leadingVisual={BellSlashIcon} onClick={() => onSnooze(item)}>
              Snooze
            </Button>
          ) : (
            <Button size="small" onClick={() => void wake(item)}>
              Show again
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

function ageOf(since: string): string {
  const days = isCalendarDate(since) ? daysBetween(since, today()) : 0;
  if (days <= 0) return 'today';
  return days === 1 ? '1 day' : `${days} days`;
}

async function wake({ id }: AttentionItem): Promise<void> {
  try {
    await change('PUT /v1/attention/{id}/snooze', { params: { id }, body: { until: null } });
  } catch (error) {
    toast.failure(error, reportTexts.snooze);
  }
}

/** Makes this page the one that the user starts on. */
function StartPageChoice() {
  const { preferences, save } = usePreferences();
  return (
    <label className="report-check">
      <input
        type="checkbox"
        disabled={!preferences}
        checked={preferences?.startPage === 'attention'}
        onChange={({ currentTarget }) =>
          void save({ startPage: currentTarget.checked ? 'attention' : 'entities' }, reportTexts.startPage)
        }
      />
      Open Paydown on this page
    </label>
  );
}
