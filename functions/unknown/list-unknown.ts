import { Refusal } from '../../domain/refusal.ts';
import { may } from '../../domain/roles.ts';
import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { unknownRoutes } from '../api/unknown.ts';
import { isFrozen } from '../posting/protocol/after-restore.ts';
import { namedCandidate } from './answers.ts';
import { runPosting } from '../posting/protocol/run-posting.ts';
import { isOpen, readUnknown, type UnknownDocument } from '../records/schedules/unknown-documents.ts';
import { journalLink, paymentLink } from '../services/xero/links.ts';
import { XeroError } from '../services/xero/error.ts';

/**
 * While nothing may be posted, each call of a Member compares the entity with Xero again, since people delete documents
 * there. A comparison takes calls and the lease from the postings of others, so Guests see the last one.
 */
export const handler = endpoint(
  unknownRoutes,
  'GET /v1/entities/{entityId}/xero/unknown',
  async ({ actor, entity, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const { xero } = entity;
    if (xero === null) return { frozen: false, documents: [] };
    if (may(actor.role, 'sync payments') && (await isFrozen(services, entity))) {
      try {
        await runPosting(services, { entity, userId: actor.userId, deadlines }, async () => {});
      } catch (error) {
        // It shows in the answer that the entity is not compared yet.
        if (!(error instanceof Refusal || error instanceof XeroError)) throw error;
      }
    }
    const all = await readUnknown(table, { entityId: entity.entityId, xeroTenantId: xero.tenantId });
    const linkTo = ({ type, documentId }: UnknownDocument): string =>
      (type === 'MANUAL-JOURNAL' ? journalLink : paymentLink)(xeroWeb, xero.shortCode, documentId);
    return {
      frozen: await isFrozen(services, entity),
      documents: all
        .filter(isOpen)
        .toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
        .flatMap((document) => rowsOf(document, linkTo(document))),
    };
  },
);

const OF_SCHEDULES: ReadonlySet<string> = new Set(['payment', 'correction', 'reversal', 'event', 'opening']);

/** A document that may be one of several has a row for each. */
function rowsOf(
  { documentId, type, date, contact, total, token, reason, scheduleId, candidates }: UnknownDocument,
  xeroUrl: string,
) {
  const row = {
    documentId,
    type,
    date,
    contact,
    total: total === null ? null : toDollars(total),
    token,
    reason,
    ...(scheduleId !== null && { scheduleId }),
    xeroUrl,
  };
  if (candidates.length === 0) return [row];
  return candidates.map((candidate) => ({
    ...row,
    ...(OF_SCHEDULES.has(candidate.kind) && { scheduleId: candidate.ownerId }),
    candidateFor: namedCandidate(candidate),
  }));
}
