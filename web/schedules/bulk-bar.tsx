import { Button } from '@primer/react';
import { useLocation } from 'wouter';
import { counted } from '../data/counted.ts';
import { useMay } from '../data/account.ts';
import { isUnfinished } from '../data/is-unfinished.ts';
import { setUpPath } from '../data/paths.ts';
import { archive, type BulkItem } from '../posting/bulk.ts';
import { BulkFailures, BulkProgress, useBulk } from '../posting/bulk-run.tsx';
import type { ScheduleSummary } from '../data/answers.ts';
import { deferred } from '../ui/deferred.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';

const BulkPosting = deferred(async () => (await import('../posting/bulk-posting.tsx')).BulkPosting);

interface BulkBarProps {
  readonly entityId: string;
  readonly schedules: readonly ScheduleSummary[];
  readonly onClear: () => void;
  /** Whether the payments to post are reviewed now. */
  readonly isReviewing: boolean;
  readonly onReview: (isReviewing: boolean) => void;
}

const count = (schedules: number): string => counted(schedules, 'schedule');

/** The actions on the selected schedules, with their progress and their failures. */
export function BulkBar({ entityId, schedules, onClear, isReviewing, onReview }: BulkBarProps) {
  const mayEdit = useMay('edit schedules');
  const [, navigate] = useLocation();
  const items = schedules.map((schedule): BulkItem => ({ entityId, schedule }));
  const bulk = useBulk(onClear);
  if (bulk.progress) return <BulkProgress {...bulk.progress} onStop={bulk.stop} />;
  const unready = schedules.filter(isUnfinished);
  return (
    <>
      {bulk.failures.length > 0 && <BulkFailures failures={bulk.failures} />}
      <SelectionBar text={`${count(schedules.length)} selected`} onClear={onClear}>
        <Button size="small" onClick={() => bulk.save(items)}>
          Export
        </Button>
        {mayEdit && (
          <>
            <Button size="small" onClick={() => onReview(true)}>
              Sync
            </Button>
            <Button
              size="small"
              disabled={unready.length === 0}
              onClick={() =>
                navigate(
                  setUpPath(
                    entityId,
                    unready.map(({ id }) => id),
                  ),
                )
              }
            >
              Set up in Xero
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
      </SelectionBar>
      {isReviewing && (
        <BulkPosting
          choice={{ scheduleIds: schedules.map(({ id }) => id) }}
          onClose={() => onReview(false)}
        />
      )}
    </>
  );
}
