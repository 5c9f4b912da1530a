import { addMonths, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import type { AttentionKind } from '../../domain/reports/attention.ts';
import { invalid } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { type Entity, ownEntity } from '../records/entities/entity.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import { commitAll, type TableReader } from '../store/table.ts';
import { snoozeWrite } from '../records/entities/attention.ts';
import { attentionRoutes, itemOfId, unknownAttentionItem } from '../api/attention.ts';
import { attentionItemsOf, type Charge, entitiesWithOpenStatements } from './attention-items.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';

const MOST_MONTHS = 12;

export const handler = endpoint(
  attentionRoutes,
  'PUT /v1/attention/{id}/snooze',
  async ({ actor, params, body, now, today, charge }, { table }) => {
    const { entityId, kind, scheduleId } = itemOfId(params.id);
    const entities =
      entityId === null
        ? await entitiesWithOpenStatements(table, actor, today, charge)
        : [await entityWith(table, actor, { entityId, kind, scheduleId }, { today, charge })];
    if (entities.length === 0) throw unknownAttentionItem();
    const until = body.until === null ? null : laterDate(body.until, today);
    const detail = { until, ...(body.note !== '' && { note: body.note }) };
    await commitAll(table, entities, (some) => [
      ...some.flatMap((entity) => [
        {
          check: keys.entity(entity.tenantId, entity.entityId),
          if: 'present' as const,
          otherwise: unknownAttentionItem,
        },
        snoozeWrite(entity, { kind, scheduleId }, until),
      ]),
      auditEntry({ actor, action: 'attention/snooze', subject: params.id, at: now, detail }),
    ]);
  },
);

/** @throws Refusal `not-found` unless the item is open in an entity of the scope. */
async function entityWith(
  table: TableReader,
  scope: EntityScope,
  item: { readonly entityId: string; readonly kind: AttentionKind; readonly scheduleId: string | null },
  { today, charge }: { readonly today: CalendarDate; readonly charge: Charge },
): Promise<Entity> {
  const entity = await ownEntity(table, scope, item.entityId);
  const open = await attentionItemsOf(table, entity, today, charge);
  if (open.some(({ kind, scheduleId }) => kind === item.kind && scheduleId === item.scheduleId))
    return entity;
  throw unknownAttentionItem();
}

/** @throws Refusal `invalid` for a date that is not after today, or more than a year ahead. */
function laterDate(text: string, today: CalendarDate): CalendarDate {
  const until = calendarDate(text, 'until');
  if (until > today && until <= addMonths(today, MOST_MONTHS)) return until;
  throw invalid('until', 'attention/snooze-date', 'Please provide a date after today, within a year.');
}
