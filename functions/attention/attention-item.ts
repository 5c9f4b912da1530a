import type { CalendarDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';
import type { AttentionKind } from '../../domain/reports/attention.ts';

export interface AttentionItem {
  readonly kind: AttentionKind;
  /** Null where the item is about several entities, which its name then counts. */
  readonly entityId: string | null;
  readonly entityName: string;
  readonly scheduleId: string | null;
  readonly description: string | null;
  readonly since: CalendarDate;
  readonly amount: Cents | null;
  readonly text: string;
  readonly snoozedUntil: CalendarDate | null;
}
