import { benchmarkRates } from '../../domain/registers/benchmark-rates.ts';
import { endpoint } from '../access/endpoint.ts';
import { division7aRoutes } from '../api/division-7a.ts';
import { readEnteredRates } from '../records/tenants/benchmark-rates.ts';

export const handler = endpoint(
  division7aRoutes,
  'GET /v1/tenants/benchmarkrates',
  async ({ actor: { tenantId } }, { table }) => [...benchmarkRates(await readEnteredRates(table, tenantId))],
);
