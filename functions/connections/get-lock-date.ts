import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { openSession, requestDeadlines } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/LockDate',
  async ({ actor, entity, deadline }, services) => {
    if (entity.xero === null) return { hasLockDate: false };
    const session = openSession(
      services,
      entity.xero,
      readerFor(actor),
      requestDeadlines(services.clock.now(), deadline),
    );
    const lockDate = await cachedReads(services, session).lockDate();
    return lockDate === null ? { hasLockDate: false } : { hasLockDate: true, lockDate };
  },
);
