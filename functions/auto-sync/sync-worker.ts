import { JOB_CALL_MS } from '../../domain/posting/protocol.ts';
import { type Delivery, type JobResult, queueJob } from '../access/job-handler.ts';
import { locateEntity, locateMany } from '../records/schedules/location.ts';
import { readDue } from '../records/schedules/due-index.ts';
import { keys } from '../store/keys.ts';
import type { XeroServices } from '../services/context.ts';
import { postDueEntries } from './post-entries.ts';
import { autoSync } from './post-due.ts';
import type { GiveUp } from './conclusion.ts';
import { jobs } from '../api/jobs.ts';
import { reconcileSchedules } from '../posting/protocol/run-posting.ts';
import type { Deadlines } from '../services/deadlines.ts';

const SECOND = 1000;

export const handler = queueJob(jobs, 'sync-worker', async (message, delivery, services) => {
  const time = deadlinesOf(services.clock.now(), delivery);
  if (message.kind === 'journals') return { registers: await postDueEntries(services, message, time) };
  if (message.kind === 'settle') return { schedules: await reconcile(services, message.scheduleIds, time) };
  const giveUp: GiveUp = ({ ownerId, version }) =>
    services.queue.sendToDeadLetters({
      group: delivery.group,
      id: `given-up-${ownerId}-${version}`,
      body: { ...message, scheduleIds: [ownerId] },
    });
  const schedules = await autoSync(services, message, time, giveUp);
  const left = message.scheduleIds.filter((_id, index) => schedules[index]?.['isContinued'] === true);
  if (left.length > 0) {
    const id = `left-${left[0]}-${services.clock.now()}`;
    await services.queue.send([{ group: delivery.group, id, body: { ...message, scheduleIds: left } }]);
  }
  return { schedules };
});

/** A call takes at most 60 s and its preparation 10 s. The rest is for recording the result. */
function deadlinesOf(now: number, { deadline }: Delivery): Deadlines {
  return {
    leaseBy: now + 20 * SECOND,
    startBy: deadline - 85 * SECOND,
    endBy: deadline - 10 * SECOND,
    callMs: JOB_CALL_MS,
  };
}

/** Reconciles documents by the ids of their owners: schedules, registers, and entities with adjusting journals. */
async function reconcile(
  services: XeroServices,
  scheduleIds: readonly string[],
  deadlines: Deadlines,
): Promise<JobResult[]> {
  const { table } = services;
  const located = await locateMany(table, scheduleIds);
  for (const together of Map.groupBy(located.values(), ({ entity }) => entity.entityId).values()) {
    const [first] = together;
    const ids = together.map(({ schedule }) => schedule.scheduleId);
    if (first) await reconcileSchedules(services, { entity: first.entity, userId: null, deadlines }, ids);
  }
  for (const id of scheduleIds.filter((each) => !located.has(each))) {
    const entity = await locateEntity(table, (await readDue(table, keys.registerDue(id)))?.entityId ?? id);
    if (entity) await reconcileSchedules(services, { entity, userId: null, deadlines }, [id]);
  }
  const after = await locateMany(table, scheduleIds);
  return scheduleIds.map((scheduleId) => {
    const found = after.get(scheduleId);
    return found
      ? { scheduleId, settled: found.schedule.openIntents === 0 }
      : { scheduleId, nothing: 'The schedule was deleted.' };
  });
}
