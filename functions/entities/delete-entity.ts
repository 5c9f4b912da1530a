import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { deleteEntity, deletionWrite, entityDeletion } from '../records/entities/deletions.ts';
import { eraseEntity } from './entity-deletion.ts';
import { entityRoutes } from '../api/entities.ts';
import { reconciledSchedules } from '../posting/protocol/run-posting.ts';

export const handler = endpoint(
  entityRoutes,
  'DELETE /v1/entities/{entityId}',
  async ({ actor, entity, deadlines }, services) => {
    const { table, clock } = services;
    await reconciledSchedules(services, { entity, userId: actor.userId, deadlines });
    const { entityId, name } = entity;
    const at = clock.now();
    const deletion = entityDeletion(entity);
    await deleteEntity(table, entity, [
      deletionWrite(deletion, at),
      auditEntry({ actor, action: 'entity/delete', subject: entityId, at, detail: { name } }),
    ]);
    await eraseEntity(services, deletion, deadlines);
  },
);
