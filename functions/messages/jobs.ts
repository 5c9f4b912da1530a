import { defineJobs } from '../lib/job.ts';

export const messageJobs = defineJobs({
  messages: {
    summary: 'Tells of payments that come due, of last payments, and of connections to Xero that need care',
    handler: 'messages/write-messages',
    trigger: { kind: 'timer', hour: 6, minute: 30 },
    uses: ['table:write'],
    timeoutSeconds: 900,
    impact: 'People aren’t told of payments that come due, or that Xero is about to be disconnected.',
  },
});
