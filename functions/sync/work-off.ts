import { type Delivery, type Did, queueJob } from '../lib/job-handler.ts';
import { locateSchedule } from '../schedules/location-store.ts';
import type { XeroServices } from '../lib/context.ts';
import { autoSync } from './auto-sync.ts';
import type { GiveUp } from './auto-sync-conclusion.ts';
import { syncJobs } from './jobs.ts';
import { reconciled } from '../posting/run-posting.ts';
import type { Deadlines } from '../posting/xero-session.ts';

const SECOND = 1000;

export const handler = queueJob(syncJobs, 'sync-worker', async (message, delivery, services) => {
  const time = jobTime(services.clock.now(), delivery);
  if (message.kind === 'settle') return { schedules: await settle(services, message.scheduleIds, time) };
  const giveUp: GiveUp = ({ scheduleId, version }) =>
    services.queue.setAside({
      group: delivery.group,
      id: `given-up-${scheduleId}-${version}`,
      body: { ...message, scheduleIds: [scheduleId] },
    });
  return { schedules: await autoSync(services, message, time, giveUp) };
});

/** A call takes twenty seconds at most and its preparation ten; what is left is for writing down what came of it. */
function jobTime(now: number, { deadline }: Delivery): Deadlines {
  return {
    leaseBy: now + 20 * SECOND,
    startBy: deadline - 45 * SECOND,
    endBy: deadline - 10 * SECOND,
  };
}

async function settle(services: XeroServices, scheduleIds: readonly string[], time: Deadlines): Promise<Did[]> {
  const did: Did[] = [];
  for (const scheduleId of scheduleIds) {
    const located = await locateSchedule(services.table, scheduleId);
    if (located) {
      const { openIntents } = await reconciled(services, { entity: located.entity, userId: null, deadlines: time }, located.schedule);
      did.push({ scheduleId, settled: openIntents === 0 });
    } else did.push({ scheduleId, nothing: 'The schedule is gone.' });
  }
  return did;
}
