import { timerJob } from '../access/job-handler.ts';
import { type Due, dueOf } from '../records/schedules/due-index.ts';
import { placesOf } from '../records/schedules/location.ts';
import { linkedOrganisation } from '../records/entities/links.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type Table } from '../store/table.ts';
import { jobs } from '../api/jobs.ts';
import { type WorkItem, BatchSender } from './batch-sender.ts';
import { eachPage, queueOpen } from './open-postings.ts';

export const handler = timerJob(jobs, 'auto-sync', async (run, { table, queue, clock }) => {
  const now = clock.now();
  const settle = await queueOpen(table, queue, run, now);
  const syncing = new BatchSender(queue, run, 'sync');
  const journals = new BatchSender(queue, run, 'journals');
  await eachPage(table, 'DUE', run.today, async (items) => {
    const due = items.map(dueOf).filter(({ retryAt }) => run.isManual || retryAt <= now);
    await journals.add(await dueRegisters(table, due));
    await syncing.add(await dueSchedules(table, due));
  });
  return { today: run.today, settle, sync: await syncing.end(), journals: await journals.end() };
});

/** Returns the registers among them; those of deleted entities have no organisation. */
const dueRegisters = (table: Table, due: readonly Due[]): Promise<WorkItem[]> =>
  Promise.all(
    due.flatMap(({ ownerId: id, entityId, crashes }) =>
      entityId === undefined
        ? []
        : [
            linkedOrganisation(table, entityId).then((linked) => ({
              id,
              group: linked ?? entityId,
              crashes,
            })),
          ],
    ),
  );

/** Returns the schedules among them. Deletes the entries of deleted schedules. */
async function dueSchedules(table: Table, due: readonly Due[]): Promise<WorkItem[]> {
  const own = due.filter(({ entityId }) => entityId === undefined);
  const places = await placesOf(
    table,
    own.map(({ ownerId }) => ownerId),
  );
  const gone = own.filter((_due, index) => places[index] === null);
  await Promise.all(gone.map(({ ownerId }) => commitOne(table, { delete: keys.due(ownerId) })));
  return own.flatMap(({ ownerId: id, crashes }, index) => {
    const place = places[index];
    return place ? [{ id, group: place.xeroTenantId ?? place.entityId, crashes }] : [];
  });
}
