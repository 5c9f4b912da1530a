import { linkedEntities } from '../records/entities/links.ts';
import { timerJob } from '../access/job-handler.ts';
import { jobs } from '../api/jobs.ts';

/** The worker reads which of the linked entities have auto sync: reading them here would take this job's time. */
export const handler = timerJob(jobs, 'ledger-check', async ({ runId, today }, { table, queue }) => {
  const linked = await linkedEntities(table, null);
  await queue.send(
    linked.map(({ tenantId, entityId, xeroTenantId }) => ({
      // Apart from the checks that people ask for: one that waits for Xero holds none of them back.
      group: `nightly-${xeroTenantId}`,
      id: `check-${entityId}-${runId}`,
      body: { tenantId, entityId, today, checkId: null },
    })),
  );
  return { today, entities: linked.length };
});
