import { endpoint } from '../access/endpoint.ts';
import { openBooks } from '../posting/xero-calls.ts';
import { requestTime } from '../posting/posting-session.ts';
import { readLockDate } from '../posting/chart.ts';
import { connectionRoutes } from './routes.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/LockDate',
  async ({ entity, deadline }, services) => {
    if (entity.xero === null) return { hasLockDate: false };
    const books = openBooks(services, entity.xero, requestTime(services.clock.now(), deadline));
    const lockDate = await readLockDate(services.xero, books);
    return lockDate === null ? { hasLockDate: false } : { hasLockDate: true, lockDate };
  },
);
