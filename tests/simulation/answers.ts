/** Members who answer for documents in Xero that Paydown asks about. */
import { protocolRules } from '../../domain/posting/protocol.ts';
import { answerSeen, answerUnknown, namedCandidate } from '../../functions/unknown/answers.ts';
import {
  isOpen,
  readUnknown,
  type UnknownDocument,
} from '../../functions/records/schedules/unknown-documents.ts';
import { type Task, USER, type Work } from './actors.ts';
import type { Item } from '../../functions/store/table.ts';
import { deleteInXero } from './people-in-xero.ts';
import type { World } from './world.ts';

/** Answers for every document that is listed for the schedule's entity. */
export function answerTask(world: World): Task {
  return async (work, { entity }) => {
    const { table } = work.process.services;
    const { entityId } = entity;
    const all = await readUnknown(table, { entityId, xeroTenantId: world.xeroTenantId });
    const open = all.filter(isOpen);
    const request = { entity, userId: USER, deadlines: work.deadlines };
    const lost = open.filter(({ reason }) => reason === 'lost-schedule').map(({ documentId }) => documentId);
    if (lost.length > 0)
      await answerSeen(work.process.services, request, answering(work, entity.tenantId), lost);
    for (const document of open.filter(({ reason }) => reason !== 'lost-schedule')) {
      if (document.reason === 'unconfirmed') {
        await answer(work, request, entity.tenantId, document, truthAbout(world, document));
        continue;
      }
      const isGone = world.random.chance(0.7) && deleteInXero(world, document.documentId);
      if (!isGone) await answer(work, request, entity.tenantId, document);
    }
  };
}

const answering = ({ process }: Work, tenantId: string) => ({
  actor: {
    userId: USER,
    tenantId,
    request: { requestId: process.services.ids.uuid(), source: 'simulation' },
  },
  at: process.services.clock.now(),
});

async function answer(
  work: Work,
  request: Parameters<typeof answerUnknown>[1],
  tenantId: string,
  { documentId }: UnknownDocument,
  truth: Pick<Parameters<typeof answerUnknown>[3], 'decision' | 'candidateFor'> = { decision: 'adopt' },
): Promise<void> {
  const given = { documentId, note: 'Known to the bookkeeper', ...truth };
  await answerUnknown(work.process.services, request, answering(work, tenantId), given);
}

/** The bookkeeper knows which document it was before its reference was changed. */
function truthAbout({ table, retokened }: World, { documentId, candidates }: UnknownDocument) {
  const reference = protocolRules.referenceIn(retokened.get(documentId) ?? '');
  const own = candidates.find(({ ownerId, sk }) => {
    // Entries stand below their entity, under the id of their register.
    const isOwners = (item: Item): boolean => `${item.pk}#${item.sk}`.includes(`#${ownerId}`);
    const item = table.items().find((one) => one.sk === sk && isOwners(one));
    return (item?.['intent'] as { reference?: string } | undefined)?.reference === reference;
  });
  return own
    ? { decision: 'adopt' as const, candidateFor: namedCandidate(own) }
    : { decision: 'foreign' as const };
}
