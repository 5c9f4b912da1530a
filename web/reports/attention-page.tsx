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
import type { OpenMatter } from './open-matter.ts';
import './reports.css';
import './attention.css';

const SnoozeDialog = deferred(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog);

const ALL = 'all';

/** The open matters of all entities. */
export function AttentionPage() {
  const { data, error } = useApi('GET /v1/attention', {});
  const [parameters, set] = useParameters({ replace: true });
  const [snoozing, setSnoozing] = useState<OpenMatter | null>(null);
  useLoadFailure(error, reportTexts.attention);
  const kind = parameters.get('kind') ?? ALL;
  const showsSnoozed = parameters.has('snoozed');
  const shown = data?.filter(
    (matter) => (kind === ALL || matter.kind === kind) && (showsSnoozed || matter.snoozedUntil === null),
  );
  const snoozed = data?.filter(({ snoozedUntil }) => snoozedUntil !== null).length ?? 0;
  return (
    <Page title="Attention" subtitle="Open matters of all entities" actions={<StartPageChoice />}>
      <section className="card card-body form-row page-options" aria-label="Attention options">
        <SelectField
          label="Show"
          choices={[{ value: ALL, label: 'Everything' }, ...kindsIn(data ?? [])]}
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
        {shown ? <Matters matters={shown} onSnooze={setSnoozing} /> : <TableSkeleton columns={5} />}
      </div>
      {snoozing && <SnoozeDialog matter={snoozing} onClose={() => setSnoozing(null)} />}
    </Page>
  );
}

/** The kinds that there are, with their numbers. */
function kindsIn(matters: readonly OpenMatter[]) {
  const counts = Map.groupBy(matters, ({ kind }) => kind);
  return [...counts].map(([value, some]) => ({ value, label: `${KIND_LABELS[value]} (${some.length})` }));
}

interface MattersProps {
  readonly matters: readonly OpenMatter[];
  readonly onSnooze: (matter: OpenMatter) => void;
}

function Matters({ matters, onSnooze }: MattersProps) {
  const mayEdit = useMay('edit schedules');
  if (matters.length === 0) {
    return (
      <Empty icon={CheckCircleIcon} title="Nothing is open">
        {reportTexts.nothingOpen}
      </Empty>
    );
  }
  return (
    <Table
      label="Open matters"
      columns={[
        { label: 'Matter' },
        { label: 'Loan' },
        { label: 'Since' },
        { label: 'Amount', kind: 'number' },
        { label: 'Action' },
        mayEdit && { label: 'Snooze', kind: 'options' },
      ]}
      className="table-stack attention-table"
    >
      <tbody>
        {matters.map((matter) => (
          <Row key={matter.id} matter={matter} mayEdit={mayEdit} onSnooze={onSnooze} />
        ))}
      </tbody>
    </Table>
  );
}

const URGENT: ReadonlySet<OpenMatter['kind']> = new Set([
  'out-of-balance',
  'document-missing',
  'document-changed',
  'auto-sync-failing',
  'reconnect',
]);

interface RowProps {
  readonly matter: OpenMatter;
  readonly mayEdit: boolean;
  readonly onSnooze: (matter: OpenMatter) => void;
}

function Row({ matter, mayEdit, onSnooze }: RowProps) {
  const { kind, entityId, entityName, scheduleId, description, since, amount, text, snoozedUntil } = matter;
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
        <AttentionAction matter={matter} />
      </td>
      {mayEdit && (
        <td className="options">
          {snoozedUntil === null ? (
            <Button size="small" leadingVisual={BellSlashIcon} onClick={() => onSnooze(matter)}>
              Snooze
            </Button>
          ) : (
            <Button size="small" onClick={() => void wake(matter)}>
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

async function wake({ id }: OpenMatter): Promise<void> {
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
      Start page
    </label>
  );
}
