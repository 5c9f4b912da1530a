import { Button } from '@primer/react';
import { useMay, usePlan } from '../data/account.ts';
import { archive, connect, sync, type BulkItem } from '../contract/bulk.ts';
import { BulkFailures, BulkProgress, useBulk } from '../contract/bulk-run.tsx';
import type { ScheduleSummary } from '../data/answers.ts';
import '../ui/selection-bar.css';

interface BulkBarProps {
  readonly entityId: string;
  readonly schedules: readonly ScheduleSummary[];
  readonly onClear: () => void;
}

const count = (schedules: number): string => (schedules === 1 ? '1 schedule' : `${schedules} schedules`);

/** The actions on the selected schedules, with their progress and their failures. */
export function BulkBar({ entityId, schedules, onClear }: BulkBarProps) {
  const mayEdit = useMay('edit schedules');
  const plan = usePlan();
  const items = schedules.map((schedule): BulkItem => ({ entityId, schedule }));
  const bulk = useBulk(onClear);
  const free = plan ? plan.maxConnections - plan.usageCountConnections : 0;
  if (bulk.progress) return <BulkProgress {...bulk.progress} onStop={bulk.stop} />;
  const unconnected = items.filter(({ schedule }) => schedule.xeroSetup === 'not-connected');
  return (
    <>
      {bulk.failures.length > 0 && <BulkFailures failures={bulk.failures} />}
      <div className="selection-bar" role="status">
        <span className="selection-text">{count(schedules.length)} selected</span>
        <Button size="small" onClick={() => void bulk.save(items)}>
          Export
        </Button>
        {mayEdit && (
          <>
            <Button
              size="small"
              onClick={() =>
                void bulk.start(items, sync, {
                  title: `Sync ${count(items.length)}?`,
                  body: 'Every payment up to today that is not in Xero yet will be posted.',
                  action: 'Sync',
                  done: (number) => `${count(number)} synced`,
                })
              }
            >
              Sync
            </Button>
            <Button
              size="small"
              disabled={unconnected.length === 0}
              onClick={() =>
                void bulk.start(unconnected, connect, {
                  title: `Connect ${count(unconnected.length)} to Xero?`,
                  body: `This takes ${unconnected.length} of your plan’s connections; ${Math.max(free, 0)} are free.`,
                  action: 'Connect',
                  done: (number) => `${count(number)} connected`,
                })
              }
            >
              Connect
            </Button>
            <Button
              size="small"
              onClick={() =>
                void bulk.start(items, archive, {
                  title: `Archive ${count(items.length)}?`,
                  body: 'They stay readable, but can’t be changed, and are no longer connected to Xero.',
                  action: 'Archive',
                  done: (number) => `${count(number)} archived`,
                })
              }
            >
              Archive
            </Button>
          </>
        )}
        <Button size="small" variant="invisible" onClick={onClear}>
          Clear
        </Button>
      </div>
    </>
  );
}
