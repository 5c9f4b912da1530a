/** The job that finishes deletions. */
import { defineJobs } from './job.ts';

export const tenantJobs = defineJobs({
  'deletion-sweep': {
    summary: 'Finishes deletions of entities and organisations that were interrupted',
    handler: 'tenants/sweep-deletions',
    trigger: { kind: 'timer', minute: 40 },
    uses: ['xero', 'files'],
    measures: ['left'],
    timeoutSeconds: 900,
    impact:
      'Data of deleted entities and organisations stay stored, although people were told that they are gone.',
  },
});
