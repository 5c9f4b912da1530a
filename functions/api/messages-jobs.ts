import { defineJobs } from './job.ts';

export const messageJobs = defineJobs({
  messages: {
    summary: 'Sends messages about due payments, last payments and expiring connections to Xero',
    handler: 'messages/write-messages',
    trigger: { kind: 'timer', hour: 6, minute: 30, slices: 8 },
    uses: ['table:write'],
    timeoutSeconds: 900,
    impact: 'Users get no messages about due payments and expiring connections to Xero.',
  },
});
