/** Stores a planned event in one transaction, then posts it where the schedule is ready. */
import { isMappingComplete } from '../../domain/accounts/account-mapping.ts';
import { toWire } from '../../domain/event-kinds/kinds.ts';
import { outlineOf } from '../../domain/reports/outline.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { XeroServices } from '../services/context.ts';
import { VendorFailure } from '../lib/vendor-failure.ts';
import { postEvent } from '../posting/post-one.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { alsoCreated, type NewSchedule } from '../records/schedules/creation.ts';
import { debtsWrite } from '../records/schedules/debts.ts';
import { notesWrites } from '../records/schedules/notes.ts';
import { type OwnedSchedule, saveSchedule } from '../records/schedules/schedule.ts';
import type { Write } from '../store/table.ts';
import { eventItem, type StoredEvent } from '../records/schedules/events.ts';
import type { PlannedEvent } from './plan-event.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

export interface EventDetails {
  readonly note: string;
  readonly createdAt: string;
  readonly createdBy: StoredEvent['createdBy'];
  readonly created: { readonly schedule: NewSchedule; readonly notes: string | undefined } | null;
}

/**
 * Records an event on the schedule that it was planned for. A posting that fails leaves it as not in Xero, with the
 * reason.
 * @returns its number.
 * @throws Refusal `conflict` when the schedule has changed since, or documents of it are open.
 */
export async function storeEvent(
  services: XeroServices,
  request: PostingRequest,
  schedule: OwnedSchedule,
  plan: PlannedEvent,
  { created, ...details }: EventDetails,
  more: readonly Write[] = [],
): Promise<number> {
  refuseWhilePosting(schedule);
  const { entity } = request;
  const { scheduleId } = schedule;
  const event = {
    ...newEventOf(plan, schedule),
    ...details,
    newScheduleId: created?.schedule.scheduleId ?? null,
  };
  const saved = await saveSchedule(
    services.table,
    entity,
    schedule,
    changesFor(plan, schedule, event.number),
    [{ put: eventItem(event), if: 'absent' }, debtsWrite(scheduleId, plan.contract), ...more],
    created && alsoCreated(entity, created.schedule, notesWrites(created.schedule.scheduleId, created.notes)),
  );
  const isReady = entity.xero !== null && saved.xeroConnected && isMappingComplete(saved.accounts);
  if (isReady && !plan.inOpeningBalances) {
    await postEvent(services, request, { scheduleId, number: event.number }).catch(notedOnly);
  }
  return event.number;
}

/** The event stands as not in Xero, with the reason, and is posted later. */
function notedOnly(error: unknown): void {
  if (!(error instanceof Refusal || error instanceof VendorFailure)) throw error;
}

function newEventOf(
  { event: { date, postedThrough, change } }: PlannedEvent,
  { scheduleId, eventNumber }: OwnedSchedule,
) {
  return {
    scheduleId,
    number: eventNumber + 1,
    date,
    postedThrough,
    input: toWire(change),
    state: 'recorded' as const,
    xeroTenantId: null,
    shortCode: '',
    documentId: null,
    document: null,
    syncedAt: null,
    attempt: 1,
    error: null,
  };
}

function changesFor(
  { inOpeningBalances, contract }: PlannedEvent,
  { opening, eventCount }: OwnedSchedule,
  number: number,
): Parameters<typeof saveSchedule>[3] {
  return {
    eventNumber: number,
    eventCount: eventCount + 1,
    outline: outlineOf(contract),
    ...(inOpeningBalances &&
      opening && { opening: { ...opening, outOfDate: true, events: [...opening.events, number] } }),
  };
}
