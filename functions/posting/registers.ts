/** Posting entries of an entity's registers, and taking them back. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { ownRegister } from '../records/registers/register.ts';
import type { XeroServices } from '../services/context.ts';
import { linkOf } from '../xero/session.ts';
import type { OwnerResult } from './owners.ts';
import { newRun } from './plan/run.ts';
import { register } from './plan/register.ts';
import { postedEntry, registerReversal } from './plan/register-reversal.ts';
import { postDocuments } from './post-documents.ts';
import { postOne, requirePaidPlan } from './post-one.ts';
import { reconcile } from './protocol/reconcile.ts';
import { removeDocuments } from './protocol/removals.ts';
import type { PostingRequest } from './protocol/request.ts';
import { runPosting } from './protocol/run-posting.ts';

export interface WantedEntries {
  readonly registerId: string;
  readonly numbers: readonly number[];
}

/**
 * Posts entries that are not in Xero yet.
 * @returns the results in the order asked, with an outcome of each number
 * @throws Refusal `conflict` when nothing of the entity can be posted, XeroError when Xero can't be asked
 */
export async function postEntries(
  services: XeroServices,
  request: PostingRequest,
  asked: readonly WantedEntries[],
): Promise<readonly OwnerResult[]> {
  linkOf(request.entity);
  await requirePaidPlan(services.table, request.entity.tenantId);
  const wanted = asked.map(({ registerId, numbers }) => ({ ownerId: registerId, wanted: numbers }));
  return runPosting(services, request, (context) =>
    postDocuments(newRun(request, context), register, wanted),
  );
}

export interface WantedEntryReversal {
  readonly registerId: string;
  readonly number: number;
  /** The date of a journal of opposite signs; null: the entry's own journal is voided. */
  readonly mirrorOn: CalendarDate | null;
}

/**
 * Takes an entry back. It is open again afterwards, and its next document is another attempt. What an earlier call left
 * open, and is found done here, counts as this one.
 * @throws Refusal `conflict` when it can't be reversed now, XeroError when Xero refuses or doesn't answer.
 */
export async function reverseEntry(
  services: XeroServices,
  request: PostingRequest,
  { registerId, number, mirrorOn }: WantedEntryReversal,
): Promise<void> {
  const read = () => ownRegister(services.table, request.entity, registerId);
  return runPosting(services, request, async (context) => {
    const before = await read();
    if (before.openIntents > 0) {
      await reconcile(context, [registerId]);
      const wasPosted = before.postedNumbers.has(number);
      if (wasPosted && !(await read()).postedNumbers.has(number)) return;
    }
    const run = newRun(request, context);
    if (mirrorOn !== null) {
      await postOne(run, registerReversal, { ownerId: registerId, wanted: { number, date: mirrorOn } });
      return;
    }
    const owner = await read();
    const { sk: target, documentId } = await postedEntry(run, owner, number);
    await removeDocuments(context, owner, [
      {
        kind: 'register',
        number,
        target,
        type: 'MANUAL-JOURNAL',
        documentId: documentId ?? '',
        keepsEvent: false,
      },
    ]);
  });
}
