import * as z from 'zod';
import { defineJobs } from './job.ts';

/** The message that requests a report. */
export const ReportMessage = z.object({ tenantId: z.string(), reportId: z.string() });

export const reportJobs = defineJobs({
  reports: {
    summary: 'Makes a report of many loans and says where it is',
    handler: 'reports/make-report',
    trigger: {
      kind: 'queue',
      queue: 'reports',
      message: ReportMessage,
      batch: 1,
      concurrency: 10,
      deliveries: 5,
    },
    uses: ['table:write', 'queue', 'files'],
    timeoutSeconds: 300,
    impact: 'Year-end packs of more than 500 loans are not delivered to the people that asked for them.',
  },
});
