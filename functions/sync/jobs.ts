/** What is posted to Xero without anybody asking. */
import * as z from 'zod';
import { DateText } from '../lib/wire.ts';
import { defineJobs } from '../lib/job.ts';

/** Schedules worked on together: as many as fit into one call to Xero with a payment each. */
export const SCHEDULES_TOGETHER = 50;

/** Asks for the due payments of schedules to be posted, or for what was left behind to be found out. */
export const PostingMessage = z.object({
  kind: z.enum(['sync', 'settle']),
  scheduleIds: z.array(z.string()).min(1).max(SCHEDULES_TOGETHER),
  /** The day as at which payments are due. */
  today: DateText,
  /** Somebody asked for it: not even a failure just before is waited for. */
  isManual: z.boolean(),
});

export const syncJobs = defineJobs({
  'auto-sync': {
    summary: 'Finds what is due, and what was left behind, and has it worked off',
    handler: 'sync/find-due',
    trigger: { kind: 'timer', minute: 0 },
    uses: ['table:write', 'queue'],
    timeoutSeconds: 900,
    impact: 'Payments that people left to auto sync don’t reach Xero, and nobody tells them.',
  },
  'sync-worker': {
    summary: 'Posts the due payments of some schedules of one Xero organisation',
    handler: 'sync/work-off',
    trigger: {
      kind: 'queue',
      queue: 'postings',
      message: PostingMessage,
      batch: 1,
      concurrency: 200,
      deliveries: 4,
    },
    uses: ['xero', 'queue'],
    timeoutSeconds: 120,
    impact: 'Payments that people left to auto sync stay away from Xero, at least those of some schedules.',
  },
});
