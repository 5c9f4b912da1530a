import { checkYearEnd } from '../../domain/years.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { createEntity } from '../records/entities/entity.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'POST /v1/entities',
  async ({ actor, body, now, today }, { table, ids, xeroWeb }) => {
    const entityId = ids.uuid();
    const { name, financialYearEnd } = body;
    checkYearEnd(financialYearEnd);
    const entity = await createEntity(
      table,
      actor,
      { entityId, name, financialYearEnd, chunkKey: ids.secret(), createdAt: new Date(now).toISOString() },
      [auditEntry({ actor, action: 'entity/create', subject: entityId, at: now, detail: { name } })],
    );
    return entityView(table, { entity, schedules: [] }, { today, xeroWeb });
  },
);
