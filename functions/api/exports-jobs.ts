import * as z from 'zod';
import { defineJobs } from './job.ts';

/** The message that requests an export. */
export const ExportMessage = z.object({ tenantId: z.string(), exportId: z.string() });

export const exportJobs = defineJobs({
  exports: {
    summary: 'Makes a large export of an organisation and notifies its Owner',
    handler: 'exports/make-export',
    trigger: {
      kind: 'queue',
      queue: 'exports',
      message: ExportMessage,
      batch: 1,
      concurrency: 5,
      deliveries: 5,
    },
    uses: ['table:write', 'queue', 'files'],
    timeoutSeconds: 900,
    impact: 'Owners of organisations with more than 500 schedules do not receive the export of their data.',
  },
});
