import { addMonths, businessDate, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { invalid } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { snoozeWrite, subjectOf } from '../records/entities/attention.ts';
import { itemOfId, unknownAttentionItem } from '../api/attention.ts';
import { attentionItemsOf } from './attention-items.ts';
import { reportRoutes } from '../api/reports.ts';

const MOST_MONTHS = 12;

export const handler = endpoint(
  reportRoutes,
  'PUT /v1/attention/{id}/snooze',
  async ({ actor, params, body }, { table, clock }) => {
    const now = clock.now();
    const today = businessDate(now);
    const { entityId, kind, scheduleId } = itemOfId(params.id);
    const entity = await ownEntity(table, actor.tenantId, entityId);
    const open = await attentionItemsOf(table, entity, today);
    if (!open.some((item) => item.kind === kind && item.scheduleId === scheduleId))
      throw unknownAttentionItem();
    const until = body.until === null ? null : laterDate(body.until, today);
    const { userId } = actor;
    await commit(table, [
      { check: keys.entity(entity.tenantId, entityId), if: 'present', otherwise: unknownAttentionItem },
      snoozeWrite(
        entity,
        { kind, subject: subjectOf(scheduleId) },
        until === null ? null : { until, note: body.note, userId },
      ),
      auditEntry({ actor, action: 'attention/snooze', subject: params.id, at: now, detail: { until } }),
    ]);
  },
);

/** @throws Refusal `invalid` for a date that is not after today, or more than a year ahead. */
function laterDate(text: string, today: CalendarDate): CalendarDate {
  const until = calendarDate(text, 'until');
  if (until > today && until <= addMonths(today, MOST_MONTHS)) return until;
  throw invalid('until', 'attention/snooze-date', 'Please provide a date after today, within a year.');
}
