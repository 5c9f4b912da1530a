/** Posting of what one owner wants: an event, opening balances, adjusting journals. All of it is posted, or it is an error. */
import type { DocumentKind } from './plan/document-kind.ts';
import type { Owner } from './protocol/open-document.ts';
import { postDocuments } from './post-documents.ts';
import type { OwnerResult } from './owners.ts';
import { type Run, newRun } from './plan/run.ts';
import type { TableReader } from '../store/table.ts';
import { connectionLimit, readTenant } from '../records/tenants/tenant.ts';
import { Refusal } from '../../domain/refusal.ts';
import { noteEventError } from '../records/schedules/events.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import { event } from './plan/event.ts';
import type { PostingRequest } from './protocol/request.ts';
import { runPosting } from './protocol/run-posting.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { opening, type WantedJournal } from './plan/opening.ts';
import { refuseReviewed } from '../records/entities/statements.ts';
import { adjusting, type JournalsToPost } from './plan/adjusting.ts';
import { type JournalPlan, planJournals } from '../books/adjusting-journals.ts';

/**
 * Posts the documents of one wanted thing.
 * @returns the id of its last document in Xero; '' where there was nothing to post
 * @throws Refusal, XeroError the reason why one of them is not in Xero
 */
export async function postOne<Wanted, Own extends Owner>(
  run: Run,
  kind: DocumentKind<Wanted, Own>,
  { ownerId, wanted }: { readonly ownerId: string; readonly wanted: Wanted },
): Promise<string> {
  const [result] = await postDocuments(run, kind, [{ ownerId, wanted: [wanted] }]);
  if (!result) return '';
  if (result.failure !== null) throw result.failure;
  let last = '';
  for (const outcome of result.outcomes.values()) {
    if (outcome.kind !== 'posted') throw outcome.reason;
    last = outcome.documentId;
  }
  return last;
}

/** @throws Refusal `conflict` when the organisation's plan connects no schedule. */
export async function requirePaidPlan(table: TableReader, tenantId: string): Promise<void> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant || tenant.maximum === 0) throw connectionLimit(0);
}

/**
 * Posts an event that is not in Xero yet. An event without lines counts as synced.
 * @throws Refusal `conflict` when it can't be posted now, `invalid` while an account of it is not chosen; XeroError
 * when Xero refuses or doesn't answer.
 */
export async function postEvent(
  services: XeroServices,
  request: PostingRequest,
  { scheduleId, number }: { readonly scheduleId: string; readonly number: number },
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

/**
 * Posts the adjusting journals of an entity that are not in Xero yet, and their reversals.
 * @returns the journals as they stand afterwards.
 * @throws Refusal `conflict` when they can’t be posted now, are others than those shown or the year end is reviewed, `invalid` while an account is not
 * chosen; XeroError when Xero refuses or doesn't answer.
 */
export async function postAdjustingJournals(
  services: XeroServices,
  request: PostingRequest,
  wanted: JournalsToPost,
): Promise<JournalPlan> {
  const { table } = services;
  const { entity } = request;
  await requirePaidPlan(table, entity.tenantId);
  return runPosting(services, request, async (context) => {
    await refuseReviewed(table, entity.entityId, wanted.date);
    await postOne(newRun(request, context), adjusting, { ownerId: entity.entityId, wanted });
    return planJournals(table, entity, wanted);
  });
}
