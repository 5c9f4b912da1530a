import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { pageReads } from '../xero/cached-reads.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/LockDate',
  async ({ actor, entity, deadlines }, services) => {
    if (entity.xero === null) return { hasLockDate: false };
    const lockDate = await pageReads(services, entity.xero, { actor, deadlines }).lockDate();
    return lockDate === null ? { hasLockDate: false } : { hasLockDate: true, lockDate };
  },
);
