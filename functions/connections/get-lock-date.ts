import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { openSession } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/LockDate',
  async ({ actor, entity, deadlines }, services) => {
    if (entity.xero === null) return { hasLockDate: false };
    const session = openSession(services, entity.xero, readerFor(actor), deadlines);
    const lockDate = await cachedReads(services, session).lockDate();
    return lockDate === null ? { hasLockDate: false } : { hasLockDate: true, lockDate };
  },
);
