import * as z from 'zod';
import { timerJob, type TimerRun } from '../lib/job-handler.ts';
import { dueOf } from '../schedules/agenda-store.ts';
import { placesOf } from '../schedules/location-store.ts';
import type { QueueMessage } from '../services/queue/port.ts';
import { type Dated, datedPartition, datedUntil, keys, shards } from '../store/keys.ts';
import { type Item, pagesOf, type Table } from '../store/table.ts';
import { type PostingMessage, syncJobs } from './jobs.ts';

/** A posting under way that long has been left behind. */
const LEFT_BEHIND_MS = 5 * 60_000;

export const handler = timerJob(syncJobs, 'auto-sync', async (run, { table, queue, clock }) => {
  const now = clock.now();
  const since = new Date(run.isManual ? now : now - LEFT_BEHIND_MS).toISOString();
  /** Every shard at once; what a page holds is on its way before the next is read. */
  const sendAll = async (
    kind: Dated,
    until: string,
    messagesOf: (items: readonly Item[]) => Promise<QueueMessage[]>,
  ): Promise<number> => {
    const sent = shards.map(async (shard) => {
      let count = 0;
      const query = { index: 'gsi2', pk: datedPartition(kind, shard), sk: datedUntil(until) } as const;
      for await (const items of pagesOf(table, query)) {
        const messages = await messagesOf(items);
        await queue.send(messages);
        count += messages.length;
      }
      return count;
    });
    return (await Promise.all(sent)).reduce((sum, count) => sum + count, 0);
  };
  const settle = await sendAll('OPEN', since, async (items) => settleMessages(run, items));
  const sync = await sendAll('DUE', run.today, (items) => syncMessages(table, run, items, now));
  return { today: run.today, settle, sync };
});

/** Those that may be tried again by now. One whose schedule is gone has nothing left to do. */
async function syncMessages(
  table: Table,
  run: TimerRun,
  items: readonly Item[],
  now: number,
): Promise<QueueMessage[]> {
  const ids = items
    .map(dueOf)
    .filter(({ retryAt }) => run.isManual || retryAt <= now)
    .map(({ scheduleId }) => scheduleId);
  const places = await placesOf(table, ids);
  const gone = ids.filter((_id, index) => places[index] === null);
  await Promise.all(gone.map((scheduleId) => table.write({ delete: keys.due(scheduleId) })));
  return places.flatMap((place) => {
    if (!place) return [];
    const { scheduleId, entityId, xeroTenantId } = place;
    return [messageOf(run, 'sync', scheduleId, xeroTenantId ?? entityId)];
  });
}

const OpenItem = z.object({ scheduleId: z.string(), xeroTenantId: z.string() });

/** One a schedule, whatever it left behind. */
function settleMessages(run: TimerRun, items: readonly Item[]): QueueMessage[] {
  const open = new Map(items.map((item) => [String(item['scheduleId']), OpenItem.parse(item)]));
  return [...open.values()].map(({ scheduleId, xeroTenantId }) =>
    messageOf(run, 'settle', scheduleId, xeroTenantId),
  );
}

function messageOf(
  { runId, today, isManual }: TimerRun,
  kind: 'sync' | 'settle',
  scheduleId: string,
  group: string,
): QueueMessage {
  const body: z.input<typeof PostingMessage> = { kind, scheduleId, today, isManual };
  return { group, id: `${kind}-${scheduleId}-${runId}`, body };
}
