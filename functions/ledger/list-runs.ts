import { endpoint } from '../access/endpoint.ts';
import { ledgerRoutes } from '../api/ledger.ts';
import { readRuns } from '../records/tenants/ledger-runs.ts';

export const handler = endpoint(ledgerRoutes, 'GET /v1/ledgerchecks', async ({ actor }, { table }) => {
  const { runs } = await readRuns(table, actor.tenantId);
  return runs.map(({ startedAt, ...run }) => ({ ...run, startedAt: new Date(startedAt).toISOString() }));
});
