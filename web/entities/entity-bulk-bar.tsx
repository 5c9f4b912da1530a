import { Button } from '@primer/react';
import type { ReactNode } from 'react';
import { counted } from '../data/counted.ts';
import { call, type Answer } from '../data/api.ts';
import { BulkFailures, BulkProgress, useBulk } from '../posting/bulk-run.tsx';
import type { BulkItem } from '../posting/bulk.ts';
import { scheduleTexts } from '../contract/texts.ts';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useMay } from '../data/account.ts';
import { deferred } from '../ui/deferred.tsx';

const BulkPosting = deferred(async () => (await import('../posting/bulk-posting.tsx')).BulkPosting);

type Entity = Answer<'GET /v1/entities'>[number];

interface EntityBulkBarProps {
  readonly entities: readonly Entity[];
  readonly onClear: () => void;
  /** Whether the payments to post are reviewed now. */
  readonly isReviewing: boolean;
  readonly onReview: (isReviewing: boolean) => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** The actions on the schedules of the selected entities. */
export function EntityBulkBar({ entities, onClear, isReviewing, onReview, children }: EntityBulkBarProps) {
  const mayEdit = useMay('edit schedules');
  const bulk = useBulk(onClear);
  const { isBusy: isLoading, start: exportAll } = useAction(
    async () => {
      bulk.save(await schedulesOf(entities));
    },
    (error) => toast.failure(error, scheduleTexts.list),
  );
  if (bulk.progress) return <BulkProgress {...bulk.progress} onStop={bulk.stop} />;
  return (
    <>
      {bulk.failures.length > 0 && <BulkFailures failures={bulk.failures} />}
      <SelectionBar text={`${counted(entities.length, 'entity', 'entities')} selected`} onClear={onClear}>
        <Button size="small" loading={isLoading} onClick={exportAll}>
          Export schedules
        </Button>
        {mayEdit && (
          <Button size="small" disabled={isLoading} onClick={() => onReview(true)}>
            Sync
          </Button>
        )}
        {children}
      </SelectionBar>
      {isReviewing && (
        <BulkPosting
          choice={{ entityIds: entities.map(({ id }) => id) }}
          entityNames={new Map(entities.map(({ id, name }) => [id, name]))}
          onClose={() => onReview(false)}
        />
      )}
    </>
  );
}

/** Reads the schedules of entities, one after the other. */
async function schedulesOf(entities: readonly Entity[]): Promise<readonly BulkItem[]> {
  const items: BulkItem[] = [];
  for (const { id: entityId } of entities) {
    const schedules = await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
    items.push(...schedules.map((schedule) => ({ entityId, schedule })));
  }
  return items;
}
