import { Button } from '@primer/react';
import { useState } from 'react';
import { call, type Answer } from '../data/api.ts';
import { BulkFailures, BulkProgress, useBulk } from '../contract/bulk-run.tsx';
import { sync, type BulkItem } from '../contract/bulk.ts';
import { scheduleTexts } from '../contract/texts.ts';
import { toast } from '../ui/toasts.tsx';
import { useMay } from '../data/account.ts';
import '../ui/selection-bar.css';

type Entity = Answer<'GET /v1/entities'>[number];

interface EntityBulkBarProps {
  readonly entities: readonly Entity[];
  readonly onClear: () => void;
}

/** The actions on the schedules of the selected entities. */
export function EntityBulkBar({ entities, onClear }: EntityBulkBarProps) {
  const mayEdit = useMay('edit schedules');
  const bulk = useBulk(onClear);
  const [isLoading, setLoading] = useState(false);
  const withSchedules = async (work: (items: readonly BulkItem[]) => Promise<void>): Promise<void> => {
    setLoading(true);
    const items = await schedulesOf(entities);
    setLoading(false);
    if (items) await work(items);
  };
  const syncAll = (items: readonly BulkItem[]): Promise<void> => {
    const ready = items.filter(({ schedule }) => ['manual', 'auto'].includes(schedule.xeroSetup));
    return bulk.start(ready, sync, {
      title: `Sync ${ready.length} connected schedules?`,
      body: 'Every payment up to today that is not in Xero yet will be posted.',
      action: 'Sync',
      done: (count) => `${count} schedules synced`,
    });
  };
  if (bulk.progress) return <BulkProgress {...bulk.progress} onStop={bulk.stop} />;
  return (
    <>
      {bulk.failures.length > 0 && <BulkFailures failures={bulk.failures} />}
      <div className="selection-bar" role="status">
        <span className="selection-text">
          {entities.length === 1 ? '1 entity' : `${entities.length} entities`} selected
        </span>
        <Button size="small" loading={isLoading} onClick={() => void withSchedules(bulk.save)}>
          Export schedules
        </Button>
        {mayEdit && (
          <Button size="small" disabled={isLoading} onClick={() => void withSchedules(syncAll)}>
            Sync
          </Button>
        )}
        <Button size="small" variant="invisible" onClick={onClear}>
          Clear
        </Button>
      </div>
    </>
  );
}

/** Entity by entity; undefined when they can't be loaded, which is told. */
async function schedulesOf(entities: readonly Entity[]): Promise<readonly BulkItem[] | undefined> {
  try {
    const items: BulkItem[] = [];
    for (const { id: entityId } of entities) {
      const schedules = await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
      items.push(...schedules.map((schedule) => ({ entityId, schedule })));
    }
    return items;
  } catch (error) {
    toast.failure(error, scheduleTexts.list);
    return undefined;
  }
}
