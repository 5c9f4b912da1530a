import { addDays, businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { timerJob } from '../access/job-handler.ts';
import { queryAll } from '../store/table.ts';
import { announceTrialEnd } from './announce-trial.ts';
import { correctCounters } from './connections-in-use.ts';
import { sendBillingEmail } from './customer.ts';
import { jobs } from '../api/jobs.ts';
import type { StoredTenant } from '../records/tenants/tenant.ts';
import { refreshPlan } from './refresh-plan.ts';
import { datedQuery } from '../store/dated.ts';
import { pace } from '../lib/timers.ts';

/** The time limit for one organisation, with a slow Stripe. */
const SPARE_MS = 60_000;

/** Stripe allows 25 calls a second for the endpoint, pages and webhooks included. An organisation takes one. */
const CALLS_A_SECOND = 15;

/** Stripe announces the end of a trial three days before it. */
const NOTICE_DAYS = 3;

/** Reads the organisations in the order of their last read, so that the next run continues an interrupted one. */
export const handler = timerJob(
  jobs,
  'reconcile-plans',
  async ({ today, isManual, deadline, shards }, services) => {
    const { table, clock, log, timers } = services;
    const awaitTurn = pace(CALLS_A_SECOND, clock, timers);
    // A read moves an organisation to today. A run by hand reads today's again.
    const until = isManual ? today : addDays(today, -1);
    const counts = { organisations: 0, planChanges: 0, countersCorrected: 0, failed: 0, left: 0 };

    const reconcile = async (tenantId: string, planId: unknown): Promise<void> => {
      try {
        const after = await refreshPlan(services, tenantId);
        if (after && after.planId !== planId) counts.planChanges++;
        // The event of Stripe may be lost.
        if (after && endsBy(after, addDays(today, NOTICE_DAYS))) await announceTrialEnd(services, after);
        await sendBillingEmail(services, tenantId);
        counts.countersCorrected += await correctCounters(services, tenantId);
        counts.organisations++;
      } catch (error) {
        counts.failed++;
        log.error('an organisation could not be reconciled', { tenantId, error });
      }
    };

    await Promise.all(
      shards.map(async (shard) => {
        for (const { tenantId, planId } of await queryAll(table, datedQuery('PLAN', shard, until))) {
          if (clock.now() + SPARE_MS > deadline) counts.left++;
          else {
            await awaitTurn();
            await reconcile(String(tenantId), planId);
          }
        }
      }),
    );
    return { today, ...counts };
  },
);

const endsBy = ({ trialEndsAt }: StoredTenant, date: CalendarDate): boolean =>
  trialEndsAt !== undefined && businessDate(trialEndsAt) <= date;
