import { type Delivery, type Did, queueJob } from '../lib/job-handler.ts';
import { locateSchedule } from '../schedules/location-store.ts';
import type { XeroServices } from '../xero/access-token.ts';
import { reconciled, type Time } from '../xero/at-xero.ts';
import { autoSync } from './auto-sync.ts';
import { syncJobs } from './jobs.ts';

const SECOND = 1000;

export const handler = queueJob(syncJobs, 'sync-worker', async (message, delivery, services) => {
  const time = jobTime(services.clock.now(), delivery);
  if (message.kind === 'settle') return settle(services, message.scheduleId, time);
  const giveUp = (): Promise<void> =>
    services.queue.setAside({ group: delivery.group, id: `given-up-${delivery.id}`, body: message });
  return { scheduleId: message.scheduleId, ...(await autoSync(services, message, time, giveUp)) };
});

/** A call takes twenty seconds at most and its preparation ten; what is left is for writing down what came of it. */
function jobTime(now: number, { deadline }: Delivery): Time {
  return { leaseBy: now + 20 * SECOND, until: deadline - 45 * SECOND, end: deadline - 10 * SECOND };
}

async function settle(services: XeroServices, scheduleId: string, time: Time): Promise<Did> {
  const located = await locateSchedule(services.table, scheduleId);
  if (!located) return { scheduleId, nothing: 'The schedule is gone.' };
  const { openIntents } = await reconciled(services, located.entity, located.schedule, time);
  return { scheduleId, settled: openIntents === 0 };
}
