/** The jobs of auto sync. */
import * as z from 'zod';
import { DateText } from './wire.ts';
import { defineJobs } from './job.ts';

/** Schedules per message: as many as one call to Xero holds with a payment each. */
export const SCHEDULES_TOGETHER = 50;

/** `sync` posts the due payments of schedules. `settle` reads the outcome of unconfirmed postings from Xero. */
export const PostingMessage = z.object({
  kind: z.enum(['sync', 'settle']),
  scheduleIds: z.array(z.string()).min(1).max(SCHEDULES_TOGETHER),
  /** Payments dated on or before this day are due. */
  today: DateText,
  /** True for a run by hand, which does not wait for the backoff after a failure. */
  isManual: z.boolean(),
});

export const syncJobs = defineJobs({
  'auto-sync': {
    summary: 'Finds due payments and unconfirmed postings, and queues them',
    handler: 'sync/find-due',
    trigger: { kind: 'timer', minute: 0 },
    uses: ['table:write', 'queue'],
    timeoutSeconds: 900,
    impact: 'Payments on auto sync do not reach Xero, and people get no message about it.',
  },
  'sync-worker': {
    summary: 'Posts the due payments of some schedules of one Xero organisation',
    handler: 'sync/sync-worker',
    trigger: {
      kind: 'queue',
      queue: 'postings',
      message: PostingMessage,
      batch: 1,
      concurrency: 20,
      deliveries: 5,
    },
    uses: ['xero', 'queue'],
    isCritical: true,
    timeoutSeconds: 120,
    impact: 'Payments on auto sync do not reach Xero for at least some schedules.',
  },
});
