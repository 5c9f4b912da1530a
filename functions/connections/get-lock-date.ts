import { endpoint } from '../lib/endpoint.ts';
import { openBooks } from '../xero/books.ts';
import { requestTime } from '../xero/at-xero.ts';
import { readLockDate } from '../xero/chart.ts';
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
