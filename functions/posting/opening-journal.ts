/** Posting the opening balances of schedules. */
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { XeroServices } from '../services/context.ts';
import { opening, type WantedJournal } from './kinds/opening.ts';
import { type OwnerResult, postDocuments } from './post-documents.ts';
import { postOne } from './post-one.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { newRun } from './run.ts';
import type { PostingRequest } from './request.ts';
import { runPosting } from './run-posting.ts';

/**
 * Posts an opening journal, unless the same one stands in Xero already.
 * @returns the journal's id in Xero.
 * @throws Refusal `invalid` for lines that can't be posted, `conflict` for dates that can't be and while other
 * documents are open; XeroError when Xero refuses or doesn't answer.
 */
export async function postOpeningJournal(
  services: XeroServices,
  request: PostingRequest,
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  wanted: WantedJournal,
): Promise<string> {
  await requirePaidPlan(services.table, request.entity.tenantId);
  return runPosting(services, request, (context) =>
    postOne(newRun(request, context), opening, { ownerId: scheduleId, wanted }),
  );
}

export interface WantedOpening {
  readonly scheduleId: string;
  readonly journal: WantedJournal;
}

/**
 * Posts the opening journals of schedules together, up to fifty in a call.
 * @returns the results in the order asked
 * @throws Refusal `conflict` when nothing of the entity can be posted, XeroError
 */
export async function postOpeningJournals(
  services: XeroServices,
  request: PostingRequest,
  wanted: readonly WantedOpening[],
): Promise<readonly OwnerResult[]> {
  await requirePaidPlan(services.table, request.entity.tenantId);
  const asked = wanted.map(({ scheduleId, journal }) => ({ ownerId: scheduleId, wanted: [journal] }));
  return runPosting(services, request, (context) => postDocuments(newRun(request, context), opening, asked));
}
