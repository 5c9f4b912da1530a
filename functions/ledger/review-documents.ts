/** Keeps the attention items about a schedule's documents in Xero: changed, missing, or not matched with the bank. */
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import {
  type AttentionItem,
  attentionWrite,
  readAttention,
  type StoredKind,
  subjectOf,
} from '../records/entities/attention.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { commitOne, type Table } from '../store/table.ts';
import { acceptanceOf, type Finding, readFindings } from '../records/schedules/findings.ts';
import type { UnmatchedPayment } from './unmatched-payments.ts';

type Reviewed = Pick<OwnedSchedule, 'scheduleId'>;

/** Compares the attention items of changed and missing documents with the findings that are not accepted. */
export async function reviewDocuments(
  table: Table,
  entity: OwnedEntity,
  schedule: Reviewed,
  today: CalendarDate,
): Promise<void> {
  const findings = [...(await readFindings(table, schedule.scheduleId)).values()];
  const open = findings.filter((finding) => acceptanceOf(finding) === null);
  const of = (status: Finding['status'], done: string): AttentionItem | null => {
    const some = open.filter((finding) => finding.status === status);
    const [first] = some.map(({ since }) => businessDate(Date.parse(since))).toSorted();
    if (first === undefined) return null;
    const documents = some.length === 1 ? 'A document was' : `${some.length} documents were`;
    return { since: first > today ? today : first, amount: null, text: `${documents} ${done} in Xero.` };
  };
  await keep(table, entity, schedule, [
    ['document-missing', of('missing', 'deleted or voided')],
    ['document-changed', of('changed', 'changed')],
  ]);
}

/** Compares the attention items of payments that the bank has not matched, of every schedule given. */
export async function reviewMatches(
  table: Table,
  entity: OwnedEntity,
  schedules: readonly Reviewed[],
  unmatched: readonly UnmatchedPayment[],
): Promise<void> {
  const bySchedule = Map.groupBy(unmatched, ({ scheduleId }) => scheduleId);
  for (const schedule of schedules) {
    const payments = bySchedule.get(schedule.scheduleId) ?? [];
    const [since] = payments.map((payment) => payment.since).toSorted();
    const count = payments.length === 1 ? 'A payment is' : `${payments.length} payments are`;
    const text = `${count} not matched with the bank: paid late, dishonoured, or another amount?`;
    await keep(table, entity, schedule, [
      ['unmatched', since === undefined ? null : { since, amount: null, text }],
    ]);
  }
}

async function keep(
  table: Table,
  entity: OwnedEntity,
  { scheduleId }: Reviewed,
  items: readonly (readonly [StoredKind, AttentionItem | null])[],
): Promise<void> {
  const attention = await readAttention(table, entity);
  const subject = subjectOf(scheduleId);
  const changed = items.filter(([kind, item]) => {
    const known = attention.itemOf(kind, subject);
    return known?.text !== item?.text || known?.since !== item?.since;
  });
  if (changed.length > 0) await commitOne(table, attentionWrite(entity, scheduleId, changed));
}
