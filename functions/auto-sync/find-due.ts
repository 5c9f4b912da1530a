import { timerJob, type TimerRun } from '../access/job-handler.ts';
import { dueOf } from '../records/schedules/due-index.ts';
import { placesOf } from '../records/schedules/location.ts';
import { linkedOrganisation } from '../records/entities/links.ts';
import { registerDueOf } from '../records/registers/due.ts';
import { keys, prefixes } from '../store/keys.ts';
import { commitOne, type Item, type Table } from '../store/table.ts';
import { jobs } from '../api/jobs.ts';
import { type WorkItem, BatchSender } from './batch-sender.ts';
import { eachPage, queueOpen } from './open-postings.ts';

export const handler = timerJob(jobs, 'auto-sync', async (run, { table, queue, clock }) => {
  const now = clock.now();
  const settle = await queueOpen(table, queue, run, now);
  const syncing = new BatchSender(queue, run, 'sync');
  const journals = new BatchSender(queue, run, 'journals');
  await eachPage(table, 'DUE', run.today, async (items) => {
    const isRegister = ({ pk }: Item): boolean => pk.startsWith(prefixes.registers);
    await journals.add(await dueRegisters(table, run, items.filter(isRegister), now));
    await syncing.add(
      await due(
        table,
        run,
        items.filter((item) => !isRegister(item)),
        now,
      ),
    );
  });
  return { today: run.today, settle, sync: await syncing.end(), journals: await journals.end() };
});

/** Returns the registers whose backoff is over; those of deleted entities have no organisation. */
async function dueRegisters(
  table: Table,
  run: TimerRun,
  items: readonly Item[],
  now: number,
): Promise<WorkItem[]> {
  const mayBegin = items.map(registerDueOf).filter(({ retryAt }) => run.isManual || retryAt <= now);
  return Promise.all(
    mayBegin.map(async ({ registerId, entityId }) => ({
      id: registerId,
      group: (await linkedOrganisation(table, entityId)) ?? entityId,
    })),
  );
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
    const { scheduleId, crashes } = entry;
    const place = places[index];
    if (!place) return [];
    return [{ id: scheduleId, group: place.xeroTenantId ?? place.entityId, crashes }];
  });
}
