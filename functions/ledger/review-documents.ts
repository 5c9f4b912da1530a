/** Keeps the attention items about documents in Xero after a read of them. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import {
  type AttentionItem,
  readScheduleAttention,
  scheduleAttentionWrite,
  type StoredAttentionKind,
} from '../records/entities/attention.ts';
import { documentItems, unmatchedItem } from '../books/document-items.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { UnmatchedPayment } from '../books/unmatched-payments.ts';
import { commitOne, type Table } from '../store/table.ts';
import { subjectOf } from '../records/entities/attention-keys.ts';

/** Compares the attention items of changed and missing documents with the findings that are not accepted. */
export async function reviewDocuments(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  today: CalendarDate,
): Promise<void> {
  await keep(table, entity, schedule, await documentItems(table, entity, schedule, today));
}

/** Compares the attention items of payments that the bank has not matched, of every schedule given. */
export async function reviewMatches(
  table: Table,
  entity: OwnedEntity,
  schedules: readonly OwnedSchedule[],
  unmatched: readonly UnmatchedPayment[],
): Promise<void> {
  const bySchedule = Map.groupBy(unmatched, ({ scheduleId }) => scheduleId);
  for (const schedule of schedules) {
    const item = unmatchedItem(bySchedule.get(schedule.scheduleId) ?? []);
    await keep(table, entity, schedule, [['unmatched', item]]);
  }
}

async function keep(
  table: Table,
  entity: OwnedEntity,
  { scheduleId }: OwnedSchedule,
  items: readonly (readonly [StoredAttentionKind, AttentionItem | null])[],
): Promise<void> {
  const attention = await readScheduleAttention(table, entity, scheduleId);
  const subject = subjectOf(scheduleId);
  const changed = items.filter(([kind, item]) => {
    const known = attention.itemOf(kind, subject);
    return known?.text !== item?.text || known?.since !== item?.since;
  });
  if (changed.length > 0) await commitOne(table, scheduleAttentionWrite(entity, scheduleId, changed));
}
