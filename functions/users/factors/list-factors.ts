import { endpoint } from '../../access/endpoint.ts';
import { confirmedFactors } from '../../records/users/factors.ts';
import { factorRoutes } from '../../api/factors.ts';

export const handler = endpoint(factorRoutes, 'GET /v1/users/factors', async ({ actor }, { table }) => {
  const factors = await confirmedFactors(table, actor.userId);
  return factors.map(({ factorId, kind, name, createdAt, lastUsedAt, suspendedAt }) => ({
    id: factorId,
    kind,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    ...(suspendedAt !== undefined && { suspended: true as const }),
  }));
});
