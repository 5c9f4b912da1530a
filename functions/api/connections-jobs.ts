import { defineJobs } from './job.ts';

export const connectionJobs = defineJobs({
  'connection-sweep': {
    summary: 'Removes connections at Xero that no entity is linked by',
    handler: 'connections/sweep-connections',
    trigger: { kind: 'timer', hour: 3, minute: 30 },
    uses: ['xero'],
    measures: ['xeroConnections', 'left'],
    timeoutSeconds: 900,
    impact:
      'Unused connections use up the limit of our plan at Xero, and people can’t link new organisations.',
  },
});
