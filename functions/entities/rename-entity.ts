import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { renameEntity } from '../records/entities/entity.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'PATCH /v1/entities/{entityId}',
  async ({ actor, entity, body: { name } }, { table, clock, xeroWeb }) => {
    const at = clock.now();
    const renamed = await renameEntity(table, entity, name, [
      auditEntry({
        actor,
        action: 'entity/rename',
        subject: entity.entityId,
        at,
        detail: changesOf(['name'], entity, { name }),
      }),
    ]);
    return entityView(table, renamed, { today: businessDate(at), xeroWeb });
  },
);
