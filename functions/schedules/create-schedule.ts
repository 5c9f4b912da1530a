import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { notesWrites } from '../records/schedules/notes.ts';
import { scheduleRoutes } from '../api/schedules.ts';
import { createSchedule } from '../records/schedules/creation.ts';
import { scheduleView } from '../views/schedule.ts';
import { contractFieldsFrom, termsFrom } from '../views/terms-input.ts';

export const handler = endpoint(
  scheduleRoutes,
  'POST /v1/entities/{entityId}/schedules',
  async ({ actor, entity, body, now, today }, { table, ids, xeroWeb }) => {
    const scheduleId = ids.uuid();
    const schedule = await createSchedule(
      table,
      entity,
      {
        scheduleId,
        name: body.description,
        ...contractFieldsFrom(body),
        terms: termsFrom(body, ids),
        autoSyncSince: body.autoSync ? today : null,
        createdAt: new Date(now).toISOString(),
      },
      [
        ...notesWrites(scheduleId, body.notes),
        auditEntry({
          actor,
          action: 'schedule/create',
          subject: scheduleId,
          at: now,
          detail: { name: body.description },
        }),
      ],
    );
    return scheduleView(table, schedule, { entity, today, xeroWeb });
  },
);
