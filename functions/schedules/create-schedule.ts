import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { notesWrites } from './notes-store.ts';
import { scheduleRoutes } from './routes.ts';
import { createSchedule } from './creation-store.ts';
import { scheduleView } from './schedule-view.ts';
import { contractFieldsFrom, termsFrom } from './terms-input.ts';

export const handler = endpoint(
  scheduleRoutes,
  'POST /v1/entities/{entityId}/schedules',
  async ({ actor, entity, body }, { table, clock, ids, xeroWeb }) => {
    const now = clock.now();
    const today = businessDate(now);
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
