import { Refusal } from '../../domain/refusal.ts';
import { type OwnedEntity, ownEntity } from '../records/entities/entity.ts';
import { findRun } from '../records/tenants/ledger-runs.ts';
import { queueJob } from '../access/job-handler.ts';
import type { TableReader } from '../store/table.ts';
import { jobs } from '../api/jobs.ts';
import { checkNightly } from './nightly-check.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { checkForRun } from './run-of-all.ts';

const SECOND = 1000;

export const handler = queueJob(
  jobs,
  'ledger-worker',
  async ({ tenantId, entityId, today, checkId }, { deadline }, services) => {
    const entity = await findEntity(services.table, tenantId, entityId);
    const deadlines = { startBy: deadline - 40 * SECOND, endBy: deadline - 10 * SECOND };
    if (checkId !== null) {
      const run = await findRun(services.table, tenantId, checkId);
      if (!run) return { entityId, nothing: 'The run is no longer known.' };
      const result = await checkForRun(services, tenantId, run, { entityId, entity }, deadlines);
      return { entityId, checkId, ...result };
    }
    if (!entity) return { entityId, nothing: 'The entity was moved or deleted.' };
    return { entityId, ...(await checkNightly(services, entity, today, deadlines)) };
  },
);

async function findEntity(
  table: TableReader,
  tenantId: string,
  entityId: string,
): Promise<OwnedEntity | null> {
  try {
    return await ownEntity(table, allEntities(tenantId), entityId);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}
