/** Posting adjusting journals. */
import { refuseReviewed } from '../records/entities/statements.ts';
import type { XeroServices } from '../services/context.ts';
import { adjusting } from './kinds/adjusting.ts';
import { type JournalPlan, type JournalsWanted, planJournals } from './plan-journals.ts';
import { postOne } from './post-one.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { newRun } from './run.ts';
import type { PostingRequest } from './request.ts';
import { runPosting } from './run-posting.ts';

/**
 * Posts the adjusting journals of an entity that are not in Xero yet, and their reversals.
 * @returns the journals as they stand afterwards.
 * @throws Refusal `conflict` when they can't be posted now or the year end is reviewed, `invalid` while an account is not chosen; XeroError when
 * Xero refuses or doesn't answer.
 */
export async function postAdjustingJournals(
  services: XeroServices,
  request: PostingRequest,
  wanted: JournalsWanted,
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
