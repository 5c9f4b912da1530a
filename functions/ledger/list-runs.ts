import { endpoint } from '../access/endpoint.ts';
import { ledgerRoutes } from '../api/ledger.ts';
import { isInScope } from '../records/tenants/entity-scope.ts';
import { findRun, readRuns } from '../records/tenants/ledger-runs.ts';

/** Lists the runs about entities that the caller may see. */
export const handler = endpoint(ledgerRoutes, 'GET /v1/ledgerchecks', async ({ actor }, { table }) => {
  const { runs } = await readRuns(table, actor.tenantId);
  const visible = runs.map(async (run) => {
    if (actor.entityIds === null) return [run];
    const { entityIds = [] } = (await findRun(table, actor.tenantId, run.checkId)) ?? {};
    return entityIds.some((entityId) => isInScope(actor, entityId)) ? [run] : [];
  });
  return (await Promise.all(visible))
    .flat()
    .map(({ startedAt, ...run }) => ({ ...run, startedAt: new Date(startedAt).toISOString() }));
});
