/** The nightly check of the ledger. */
import * as z from 'zod';
import { defineJobs } from './job.ts';
import { DateText } from './wire.ts';

/** An entity to check as at the end of a day. */
export const CheckMessage = z.object({ tenantId: z.string(), entityId: z.string(), today: DateText });

export const ledgerJobs = defineJobs({
  'ledger-check': {
    summary: 'Finds linked entities with auto sync, and queues the check of their ledgers and documents',
    handler: 'ledger/find-checks',
    trigger: { kind: 'timer', hour: 3, minute: 20 },
    uses: ['table:write', 'queue'],
    queue: 'checks',
    timeoutSeconds: 900,
    impact: 'People are not told when documents are changed in Xero or liability accounts are out.',
  },
  'ledger-worker': {
    summary: 'Checks the ledger and the documents of one entity',
    handler: 'ledger/check-worker',
    trigger: {
      kind: 'queue',
      queue: 'checks',
      message: CheckMessage,
      batch: 1,
      concurrency: 20,
      deliveries: 5,
    },
    uses: ['xero', 'queue'],
    timeoutSeconds: 120,
    impact: 'Some entities are not checked, so changes in Xero are noticed a day later or on their pages.',
  },
});
