/** Draws the documents of a batch up, as they are planned right before. */
import { Refusal } from '../../domain/refusal.ts';
import { readAgain } from '../records/entities/entity.ts';
import { scheduleChanged } from '../records/schedules/schedule.ts';
import type { Drafted } from './batches.ts';
import type { DocumentKind, Owner, Plan, ReadyDocument } from './documents.ts';
import type { OpenDocument } from './open-document.ts';
import { type Batch, readOwner, type Results } from './owners.ts';
import { linkChanged } from './refusals.ts';
import type { Run } from './run.ts';

interface DrawnUp<Holder extends object> extends Drafted {
  readonly ownerId: string;
  readonly subjects: readonly number[];
  readonly documents: readonly OpenDocument<Holder>[];
}

/**
 * Reads the owners once more, plans again and draws the documents up. The link is read after them: a connected schedule
 * keeps its entity linked, so it is the link of every schedule whose intent is then written.
 */
export async function drawUp<Own extends Owner, Wanted, Ready extends ReadyDocument, Holder extends object>(
  run: Run,
  kind: DocumentKind<Own, Wanted, Ready, Holder>,
  { chosen }: Batch<Own, Wanted, Ready>,
  results: Results,
): Promise<DrawnUp<Holder>[]> {
  const { context, entity, link } = run;
  const anew = await Promise.allSettled(
    chosen.map(async (one) => {
      const owner = await readOwner<Own>(run, kind, one.ownerId);
      return { owner, plan: await kind.plan(run, owner, one.wanted, one.problem) };
    }),
  );
  const { xero } = await readAgain(context.services.table, entity);
  if (xero?.tenantId !== link.tenantId) throw linkChanged();
  const drawn: DrawnUp<Holder>[] = [];
  for (const [index, { ownerId, contactId, ready: wanted }] of chosen.entries()) {
    const subjects = wanted.map(({ subject }) => subject);
    try {
      const result = anew[index];
      if (result?.status !== 'fulfilled') throw result?.reason;
      const { owner, plan } = result.value;
      const documents = await kind.draft(run, owner, stillReady(plan, wanted), {
        contactId,
        shortCode: xero.shortCode,
      });
      drawn.push({ ownerId, owner, subjects, documents });
    } catch (error) {
      if (error instanceof Refusal) {
        results.add(
          ownerId,
          subjects.map((subject) => [subject, { kind: 'skipped', reason: error }]),
        );
      } else results.fail(ownerId, error);
    }
  }
  return drawn;
}

/**
 * Returns the documents of a batch as they are planned now.
 * @throws Refusal when one may not be posted any more, or is another document now
 */
function stillReady<Ready extends ReadyDocument>(plan: Plan<Ready>, wanted: readonly Ready[]): Ready[] {
  const reasons = new Map(plan.outcomes);
  return wanted.map(({ subject, part, type, date }) => {
    const now = plan.ready.find((one) => one.subject === subject && one.part === part);
    if (now && now.type === type && now.date === date) return now;
    const outcome = reasons.get(subject);
    throw outcome?.kind === 'skipped' ? outcome.reason : scheduleChanged();
  });
}
