import { addDays } from '../../domain/calendar.ts';
import { timerJob } from '../lib/job-handler.ts';
import { datedPartition, datedUntil, shards } from '../store/keys.ts';
import { queryAll } from '../store/table.ts';
import { mendCounters } from './connections-in-use.ts';
import { sendBillingEmail } from './customer-store.ts';
import { planJobs } from './jobs.ts';
import { refreshPlan } from './plan-store.ts';

/** The time limit for one organisation, with a slow Stripe. */
const SPARE_MS = 60_000;

/** The organisations not read for longest come first, so the next run continues one that ran out of time. */
export const handler = timerJob(planJobs, 'healing', async ({ today, isManual, deadline }, services) => {
  const { table, clock, log } = services;
  // Each moves to today when it is read; by hand those of today are read once more.
  const until = isManual ? today : addDays(today, -1);
  const did = { organisations: 0, planChanges: 0, countersMended: 0, failed: 0, left: 0 };

  const heal = async (tenantId: string, planId: unknown): Promise<void> => {
    try {
      const after = await refreshPlan(services, tenantId);
      if (after && after.planId !== planId) did.planChanges++;
      await sendBillingEmail(services, tenantId);
      did.countersMended += await mendCounters(services, tenantId);
      did.organisations++;
    } catch (error) {
      did.failed++;
      log.error('an organisation could not be healed', { tenantId, error });
    }
  };

  await Promise.all(
    shards.map(async (shard) => {
      const query = { index: 'gsi2', pk: datedPartition('PLAN', shard), sk: datedUntil(until) } as const;
      for (const { tenantId, planId } of await queryAll(table, query)) {
        if (clock.now() + SPARE_MS > deadline) did.left++;
        else await heal(String(tenantId), planId);
      }
    }),
  );
  return { today, ...did };
});
