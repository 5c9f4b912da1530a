/** Draws the documents of a batch up, as they are planned right before. */
import { Refusal } from '../../domain/refusal.ts';
import { readAgain } from '../records/entities/entity.ts';
import { scheduleChanged } from '../records/schedules/schedule.ts';
import type { Drafted } from './protocol/batches.ts';
import type { Plan, ReadyDocument } from './plan/document-kind.ts';
import type { PlannedBatch, Results } from './owners.ts';
import { linkChanged } from './protocol/refusals.ts';
import type { Run } from './plan/run.ts';

interface DrawnUp extends Drafted {
  readonly ownerId: string;
}

/**
 * Reads the owners once more, plans again and draws the documents up. The link is read after them: a connected schedule
 * keeps its entity linked, so it is the link of every schedule whose intent is then written.
 */
export async function drawUp(run: Run, { chosen }: PlannedBatch, results: Results): Promise<DrawnUp[]> {
  const plans = await Promise.allSettled(chosen.map(({ planAgain }) => planAgain()));
  run.latest = await readAgain(run.context.services.table, run.entity);
  const { xero } = run.latest;
  if (xero?.tenantId !== run.link.tenantId) throw linkChanged();
  const { shortCode } = xero;
  const drawn: DrawnUp[] = [];
  for (const [index, { ownerId, contactId, ready: before }] of chosen.entries()) {
    try {
      const plan = plans[index];
      if (plan?.status !== 'fulfilled') throw plan?.reason;
      const ready = stillReady(plan.value, before);
      const documents = await Promise.all(ready.map((one) => one.draft({ contactId, shortCode })));
      drawn.push({ ownerId, owner: plan.value.owner, documents });
    } catch (error) {
      if (error instanceof Refusal) results.addAll(ownerId, before, { kind: 'skipped', reason: error });
      else results.fail(ownerId, error);
    }
  }
  return drawn;
}

/**
 * Returns the documents of a batch as they are planned now.
 * @throws Refusal when one may not be posted any more, or is another document now
 */
function stillReady(plan: Plan, before: readonly ReadyDocument[]): ReadyDocument[] {
  const reasons = new Map(plan.outcomes);
  return before.map(({ subject, part, type, date }) => {
    const now = plan.ready.find((one) => one.subject === subject && one.part === part);
    if (now && now.type === type && now.date === date) return now;
    const outcome = reasons.get(subject);
    throw outcome?.kind === 'skipped' ? outcome.reason : scheduleChanged();
  });
}
