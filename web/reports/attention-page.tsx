import { useState } from 'react';
import { useMay, useUser } from '../data/account.ts';
import { useApi } from '../data/api.ts';
import { deferred } from '../ui/deferred.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { usePreferences } from '../users/preferences.ts';
import type { AttentionItem } from './attention-item.ts';
import { AttentionTable } from './attention-table.tsx';
import { KIND_LABELS, reportTexts } from './texts.ts';
import './reports.css';
import './attention.css';

const SnoozeDialog = deferred(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog);

const ALL = 'all';

/** The attention items of all entities. */
export function AttentionPage() {
  const { data, error } = useApi('GET /v1/attention', {});
  const [parameters, set] = useParameters({ replace: true });
  const [snoozing, setSnoozing] = useState<readonly AttentionItem[]>([]);
  const mayEdit = useMay('edit schedules');
  const { isLoading } = useUser();
  useLoadFailure(error, reportTexts.attention);
  const kind = parameters.get('kind') ?? ALL;
  const showsSnoozed = parameters.has('snoozed');
  const ofKind = data?.filter((item) => kind === ALL || item.kind === kind);
  const shown = ofKind?.filter(({ snoozedUntil }) => showsSnoozed || snoozedUntil === null);
  const snoozed = data?.filter(({ snoozedUntil }) => snoozedUntil !== null).length ?? 0;
  return (
    <Page title="Attention" subtitle="Work to do across all entities" actions={<StartPageChoice />}>
      <section className="card card-body form-row page-options" aria-label="Attention options">
        <SelectField
          label="Show"
          choices={[{ value: ALL, label: 'All issues' }, ...kindsIn(data ?? [], kind)]}
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
        {shown && !isLoading ? (
          <AttentionTable
            key={`${kind} ${showsSnoozed}`}
            items={shown}
            isFiltered={kind !== ALL}
            snoozed={(ofKind?.length ?? 0) - shown.length}
            onSnooze={mayEdit ? setSnoozing : undefined}
          />
        ) : (
          <TableSkeleton columns={5} />
        )}
      </div>
      {snoozing.length > 0 && <SnoozeDialog items={snoozing} onClose={() => setSnoozing([])} />}
    </Page>
  );
}

/** The kinds that there are, with their numbers, and the one that is shown. */
function kindsIn(items: readonly AttentionItem[], shown: string) {
  const counts = Map.groupBy<string, AttentionItem>(items, ({ kind }) => kind);
  return Object.entries(KIND_LABELS).flatMap(([value, label]) => {
    const count = counts.get(value)?.length ?? 0;
    return count > 0 || value === shown ? [{ value, label: `${label} (${count})` }] : [];
  });
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
