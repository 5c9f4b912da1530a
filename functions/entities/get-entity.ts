import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'GET /v1/entities/{entityId}',
  async ({ entity }, { table, clock, xeroWeb }) =>
    entityView(table, await readDirectoryEntry(table, entity), { today: businessDate(clock.now()), xeroWeb }),
);
