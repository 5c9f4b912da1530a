/** Contract events as the wire shows them. */
import type * as z from 'zod';
import { eventDocument } from '../../domain/journal/event-document.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import type { AppliedEvent } from '../../domain/contract/applied-event.ts';
import type { Entity } from '../records/entities/entity.ts';
import { type Findings, stateView } from './xero-state.ts';
import { lastBegun, type PaymentState } from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { documentView } from './document.ts';
import { journalLink, paymentLink } from '../services/xero/links.ts';
import { type ContractState, eventId, isContained, type StoredEvent } from '../records/schedules/events.ts';
import type { EventWithDocument, ScheduleEvent } from '../api/event.ts';

type EventView = z.input<typeof ScheduleEvent>;

interface View {
  readonly entity: Entity;
  /** The origin of links into Xero. */
  readonly xeroWeb: string;
  /** The states of documents in Xero; without them every posted document is as it was sent. */
  readonly findings?: Findings;
}

/** All events of a schedule, in the order of their numbers. */
export function eventViews(
  schedule: OwnedSchedule,
  { contract, events }: ContractState,
  states: ReadonlyMap<number, PaymentState>,
  context: View,
): EventView[] {
  const newest = events.at(-1)?.number;
  const last = lastBegun(states);
  return events.map((event, index) => {
    const k = contract.events[index]?.k ?? 0;
    const inOpeningBalances = isContained(schedule, context.entity.xero?.tenantId, event.number);
    return {
      id: eventId(schedule.scheduleId, event.number),
      number: event.number,
      kind: event.input.kind,
      date: event.date,
      note: event.note,
      createdAt: event.createdAt,
      createdBy: event.createdBy,
      k,
      xeroSynchronized: event.state === 'synced',
      xeroUrl: urlOf(event, context),
      undoable:
        event.number === newest && last <= k && !(inOpeningBalances && last > 0) && !schedule.archived,
      autoSyncAfterUndo: contract.status === 'paid-out' && event.number === newest ? schedule.autoSync : null,
      input: event.input,
      attempt: event.attempt,
      inOpeningBalances,
      newScheduleId: event.newScheduleId,
      error: event.state === 'synced' ? null : event.error,
      ...stateView([event], context.findings ?? new Map(), context.entity.xero?.tenantId),
    };
  });
}

/**
 * All events of a schedule with their documents: as sent, or else as they would be sent. An event in the opening
 * balances posts none.
 */
export function eventViewsWithDocuments(
  schedule: OwnedSchedule,
  state: ContractState,
  states: ReadonlyMap<number, PaymentState>,
  context: View,
): z.input<typeof EventWithDocument>[] {
  return eventViews(schedule, state, states, context).map((view, index) => {
    const stored = state.events[index];
    const applied = state.contract.events[index];
    const hasDocument = stored && applied && !view.inOpeningBalances;
    const document = hasDocument ? documentOfEvent(schedule, stored, applied) : null;
    return { ...view, document: document && documentView(document) };
  });
}

function documentOfEvent(
  { accounts }: OwnedSchedule,
  event: StoredEvent,
  applied: AppliedEvent,
): LedgerDocument | null {
  return event.state === 'synced' ? event.document : eventDocument(applied, accounts, null);
}

function urlOf(
  { state, documentId, document, xeroTenantId, shortCode }: StoredEvent,
  { entity, xeroWeb }: View,
): string | null {
  if (state !== 'synced' || documentId === null || xeroTenantId !== entity.xero?.tenantId) return null;
  const link = document?.type === 'MANUAL-JOURNAL' ? journalLink : paymentLink;
  return link(xeroWeb, shortCode, documentId);
}
