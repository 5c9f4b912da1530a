/** Posting payments of an entity's schedules. */
import type { XeroServices } from '../services/context.ts';
import { linkOf } from '../xero/session.ts';
import { payment } from './kinds/payment.ts';
import { type OwnerResult, postDocuments } from './post-documents.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { newRun } from './run.ts';
import type { PostingRequest } from './request.ts';
import { runPosting } from './run-posting.ts';

/** Payments of a schedule that are wanted in Xero. */
export interface WantedPayments {
  readonly scheduleId: string;
  readonly numbers: readonly number[];
}

/**
 * Posts payments that are not in Xero yet. Their outcomes stand by number; those in Xero since before have none.
 * @returns the results in the order asked
 * @throws Refusal `conflict` when nothing of the entity can be posted, XeroError when Xero can't be asked
 */
export async function postPayments(
  services: XeroServices,
  request: PostingRequest,
  wanted: readonly WantedPayments[],
): Promise<readonly OwnerResult[]> {
  linkOf(request.entity);
  await requirePaidPlan(services.table, request.entity.tenantId);
  const asked = wanted.map(({ scheduleId, numbers }) => ({
    ownerId: scheduleId,
    wanted: [...new Set(numbers)].toSorted((a, b) => a - b),
  }));
  return runPosting(services, request, (context) => postDocuments(newRun(request, context), payment, asked));
}
