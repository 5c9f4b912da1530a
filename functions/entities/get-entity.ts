import { endpoint } from '../access/endpoint.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import { workOfListed } from '../records/schedules/listed-schedules.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'GET /v1/entities/{entityId}',
  async ({ entity, today, charge }, { table, xeroWeb }) => {
    const entry = await readDirectoryEntry(table, entity);
    await charge(workOfListed(entry.schedules));
    return entityView(table, entry, { today, xeroWeb });
  },
);
