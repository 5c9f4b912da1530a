/** Posting a contract event. */
import { Refusal } from '../../domain/refusal.ts';
import { noteEventError } from '../records/schedules/events.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/port.ts';
import { event } from './kinds/event.ts';
import { postOne } from './post-one.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { newRun } from './run.ts';
import type { PostingRequest } from './request.ts';
import { runPosting } from './run-posting.ts';

export interface WantedEvent {
  readonly scheduleId: string;
  readonly number: number;
}

/**
 * Posts an event that is not in Xero yet. An event without lines counts as synced.
 * @throws Refusal `conflict` when it can't be posted now, `invalid` while an account of it is not chosen; XeroError
 * when Xero refuses or doesn't answer.
 */
export async function postEvent(
  services: XeroServices,
  request: PostingRequest,
  { scheduleId, number }: WantedEvent,
): Promise<void> {
  await requirePaidPlan(services.table, request.entity.tenantId);
  try {
    await runPosting(services, request, (context) =>
      postOne(newRun(request, context), event, { ownerId: scheduleId, wanted: number }),
    );
  } catch (error) {
    if (error instanceof Refusal || error instanceof XeroError) {
      await noteEventError(services.table, { scheduleId, number }, error.message);
    }
    throw error;
  }
}
