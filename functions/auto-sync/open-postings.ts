/** Queues the documents whose outcome is to be looked up, by their places in the due index. */
import * as z from 'zod';
import type { TimerRun } from '../access/job-handler.ts';
import type { Queue } from '../services/queue.ts';
import { type Dated, shards } from '../store/keys.ts';
import { type Item, pagesOf, type Table } from '../store/table.ts';
import { BatchSender, type WorkItem } from './batch-sender.ts';
import { datedQuery } from '../store/dated.ts';

const DAY = 86_400_000;

/** Queues what is due; by hand, everything. Returns the number of owners. */
export async function queueOpen(
  table: Table,
  queue: Pick<Queue, 'send'>,
  run: TimerRun,
  now: number,
): Promise<number> {
  const until = new Date(run.isManual ? now + DAY : now).toISOString();
  const settling = new BatchSender(queue, run, 'settle');
  await eachPage(table, 'OPEN', until, (items) => settling.add(openItems(items)));
  return settling.end();
}

/** Reads all shards in parallel. */
export async function eachPage(
  table: Table,
  kind: Dated,
  until: string,
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const reading = shards.map(async (shard) => {
    for await (const items of pagesOf(table, datedQuery(kind, shard, until))) await work(items);
  });
  await Promise.all(reading);
}

/** An open batch, or the removal of an owner's document. */
const OpenItem = z.object({
  ownerId: z.string().optional(),
  members: z.array(z.object({ ownerId: z.string() })).default([]),
  xeroTenantId: z.string(),
});

/** Returns one item per owner, for any number of open batches. */
function openItems(items: readonly Item[]): WorkItem[] {
  const groups = new Map<string, string>();
  for (const item of items) {
    const { ownerId, members, xeroTenantId } = OpenItem.parse(item);
    const ids = ownerId === undefined ? members.map((member) => member.ownerId) : [ownerId];
    for (const id of ids) groups.set(id, xeroTenantId);
  }
  return Array.from(groups, ([id, group]) => ({ id, group }));
}
