import { endpoint } from '../access/endpoint.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'GET /v1/entities/{entityId}',
  async ({ entity, today }, { table, xeroWeb }) =>
    entityView(table, await readDirectoryEntry(table, entity), { today, xeroWeb }),
);
