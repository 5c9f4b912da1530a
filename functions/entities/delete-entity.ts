import { fileKey } from '../attachments/attachment-store.ts';
import { endpoint } from '../access/endpoint.ts';
import { sweepSchedule } from '../schedules/schedule-store.ts';
import { auditEntry } from '../store/audit.ts';
import { endLink } from '../connections/remove-connections.ts';
import { deleteEntity, sweepEntity } from './entity-store.ts';
import { entityRoutes } from './routes.ts';
import { reconciledSchedules } from '../posting/run-posting.ts';
import { requestDeadlines } from '../posting/xero-session.ts';

export const handler = endpoint(
  entityRoutes,
  'DELETE /v1/entities/{entityId}',
  async ({ actor, entity, deadline }, services) => {
    const { table, clock } = services;
    const deadlines = requestDeadlines(clock.now(), deadline);
    const schedules = await reconciledSchedules(services, { entity, userId: actor.userId, deadlines });
    const { entityId, name, xero } = entity;
    await deleteEntity(table, entity, [
      auditEntry({ actor, action: 'entity/delete', subject: entityId, at: clock.now(), detail: { name } }),
    ]);
    for (const { scheduleId } of schedules) {
      const attachments = await sweepSchedule(table, scheduleId);
      await services.files.remove(attachments.map((id) => fileKey(scheduleId, id)));
    }
    await sweepEntity(table, entity);
    if (xero) await endLink(services, xero, deadlines);
  },
);
