import * as z from 'zod';
import { timerJob, type TimerRun } from '../access/job-handler.ts';
import { dueOf, isInterrupted } from '../records/schedules/due-index.ts';
import { placesOf } from '../records/schedules/location.ts';
import { type Dated, datedPartition, datedUntil, keys, shards } from '../store/keys.ts';
import { commitOne, type Item, pagesOf, type Table } from '../store/table.ts';
import { jobs } from '../api/jobs.ts';
import { type WorkItem, BatchSender } from './batch-sender.ts';

/** The age from which an open posting counts as abandoned. */
const ABANDONED_MS = 5 * 60_000;

export const handler = timerJob(jobs, 'auto-sync', async (run, { table, queue, clock }) => {
  const now = clock.now();
  const since = new Date(run.isManual ? now : now - ABANDONED_MS).toISOString();
  const settling = new BatchSender(queue, run, 'settle');
  await eachPage(table, 'OPEN', since, (items) => settling.add(abandonedItems(items)));
  const settle = await settling.end();
  const syncing = new BatchSender(queue, run, 'sync');
  await eachPage(table, 'DUE', run.today, async (items) => syncing.add(await due(table, run, items, now)));
  return { today: run.today, settle, sync: await syncing.end() };
});

/** Reads all shards in parallel. */
async function eachPage(
  table: Table,
  kind: Dated,
  until: string,
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const reading = shards.map(async (shard) => {
    const query = { index: 'gsi2', pk: datedPartition(kind, shard), sk: datedUntil(until) } as const;
    for await (const items of pagesOf(table, query)) await work(items);
  });
  await Promise.all(reading);
}

/** Returns the due schedules whose backoff is over. Deletes the entries of deleted schedules. */
async function due(table: Table, run: TimerRun, items: readonly Item[], now: number): Promise<WorkItem[]> {
  const mayBegin = items.map(dueOf).filter(({ retryAt }) => run.isManual || retryAt <= now);
  const places = await placesOf(
    table,
    mayBegin.map(({ scheduleId }) => scheduleId),
  );
  const gone = mayBegin.filter((_due, index) => places[index] === null);
  await Promise.all(gone.map(({ scheduleId }) => commitOne(table, { delete: keys.due(scheduleId) })));
  return mayBegin.flatMap((entry, index) => {
    const { scheduleId } = entry;
    const place = places[index];
    if (!place) return [];
    return [{ scheduleId, group: place.xeroTenantId ?? place.entityId, isAlone: isInterrupted(entry) }];
  });
}

/** An open batch, or the removal of a schedule's document. */
const OpenItem = z.object({
  scheduleId: z.string().optional(),
  members: z.array(z.object({ scheduleId: z.string() })).default([]),
  xeroTenantId: z.string(),
});

/** Returns one item per schedule, for any number of open batches. */
function abandonedItems(items: readonly Item[]): WorkItem[] {
  const groups = new Map<string, string>();
  for (const item of items) {
    const { scheduleId, members, xeroTenantId } = OpenItem.parse(item);
    const scheduleIds = scheduleId === undefined ? members.map((member) => member.scheduleId) : [scheduleId];
    for (const id of scheduleIds) groups.set(id, xeroTenantId);
  }
  return Array.from(groups, ([scheduleId, group]) => ({ scheduleId, group, isAlone: false }));
}
