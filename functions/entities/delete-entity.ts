import { fileKey } from '../attachments/attachment-store.ts';
import { endpoint } from '../access/endpoint.ts';
import { sweepSchedule } from '../schedules/schedule-store.ts';
import { auditEntry } from '../store/audit.ts';
import { requestTime } from '../posting/posting-session.ts';
import { refuseEntityPosting } from '../posting/entity-posting.ts';
import { leaveXero } from '../connections/revoke-authorisation.ts';
import { deleteEntity, sweepEntity } from './entity-store.ts';
import { entityRoutes } from './routes.ts';

export const handler = endpoint(
  entityRoutes,
  'DELETE /v1/entities/{entityId}',
  async ({ actor, entity, deadline }, services) => {
    const { table, clock } = services;
    const time = requestTime(clock.now(), deadline);
    const schedules = await refuseEntityPosting(services, entity, time);
    const { entityId, name, xero } = entity;
    await deleteEntity(table, entity, [
      auditEntry({ actor, action: 'entity/delete', subject: entityId, at: clock.now(), detail: { name } }),
    ]);
    for (const { scheduleId } of schedules) {
      const attachments = await sweepSchedule(table, scheduleId);
      await services.files.remove(attachments.map((id) => fileKey(scheduleId, id)));
    }
    await sweepEntity(table, entity);
    if (xero) await leaveXero(services, xero, time);
  },
);
