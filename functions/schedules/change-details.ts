import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { changedDetails } from './audited-terms.ts';
import { notesWrites } from '../records/schedules/notes.ts';
import { scheduleRoutes } from '../api/schedules.ts';
import { refuseArchived, saveSchedule } from '../records/schedules/schedule.ts';
import { scheduleView } from '../views/schedule.ts';
import { checkGst, contractFieldsFrom } from '../views/terms-input.ts';

export const handler = endpoint(
  scheduleRoutes,
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ actor, entity, schedule, body, now, today }, { table, xeroWeb }) => {
    const { scheduleId } = schedule;
    const { description: name, notes } = body;
    // The name alone may change: it tells archived schedules apart.
    if (Object.keys(body).some((field) => field !== 'description')) refuseArchived(schedule);
    checkGst(schedule.terms.gstOnCharges, body.kind ?? schedule.kind);
    const changes = { ...(name !== undefined && { name }), ...contractFieldsFrom(body) };
    const isRename = name !== undefined && name !== schedule.name;
    const changed = await saveSchedule(table, entity, schedule, changes, [
      ...notesWrites(scheduleId, notes),
      auditEntry({
        actor,
        action: isRename ? 'schedule/rename' : 'schedule/change-details',
        subject: scheduleId,
        at: now,
        detail: { ...changedDetails(schedule, changes), ...(notes !== undefined && { notes: 'changed' }) },
      }),
    ]);
    const context = { entity, today, xeroWeb };
    return scheduleView(table, changed, context);
  },
);
