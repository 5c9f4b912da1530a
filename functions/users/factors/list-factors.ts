import { endpoint } from '../../access/endpoint.ts';
import { listFactors } from '../../records/users/factors.ts';
import { factorRoutes } from '../../api/factors.ts';

export const handler = endpoint(factorRoutes, 'GET /v1/users/factors', async ({ actor }, { table }) => {
  const factors = await listFactors(table, actor.userId);
  return factors.map(({ factorId, kind, name, createdAt, lastUsedAt }) => ({
    id: factorId,
    kind,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  }));
});
