/** Documents in Xero about which members are asked, and how they learn of that. */
import pMap from 'p-map';
import { businessDate } from '../../../domain/calendar.ts';
import { parseReference } from '../../../domain/posting/document-reference.ts';
import { cents } from '../../../domain/money.ts';
import { attentionWrite, entityCause, readAttention } from '../../records/entities/attention.ts';
import { listSchedules } from '../../records/schedules/schedule.ts';
import {
  type Candidate,
  isOpen,
  readUnknown,
  replaceOpen,
  type UnknownDocument,
} from '../../records/schedules/unknown-documents.ts';
import { claimedAmong } from '../../records/schedules/transaction-claims.ts';
import { messageWrite } from '../../records/tenants/messages.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import type { DocumentContent, UnreadableDocument } from '../../services/xero/port.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commit, commitOne, type Item, listUnder, queryAll, type TableReader } from '../../store/table.ts';
import type { Batch } from './batches.ts';
import type { OpenDocument } from './open-document.ts';
import type { PostingContext } from './recorded-call.ts';
import { ENTITY } from '../../records/entities/attention-keys.ts';

/** A document in Xero with those that it may be, although its reference is gone or it can't be read. */
export interface LookAlike {
  readonly content: DocumentContent | UnreadableDocument;
  readonly candidates: readonly OpenDocument[];
}

/** Schedules read in parallel. */
const AT_ONCE = 10;

/** Leaves out documents that the table knows, and those of which a member has said that they are not ours. */
export async function notOurs(context: PostingContext, all: readonly LookAlike[]): Promise<LookAlike[]> {
  const known = await knownAmong(
    context,
    all.map(({ content }) => content),
  );
  return all.filter(({ content }) => !known.has(content.id));
}

/** Returns the ids of documents that the table knows, with those of which a member has said that they are not ours. */
export async function knownAmong(
  context: PostingContext,
  all: readonly { readonly id: string }[],
): Promise<ReadonlySet<unknown>> {
  if (all.length === 0) return new Set();
  const { table } = context.services;
  const known = new Set<unknown>();
  await pMap(
    await listSchedules(table, context.entity),
    async ({ scheduleId }) => {
      for (const item of await queryAll(table, { pk: keys.scheduleParent(scheduleId).pk }))
        for (const id of idsIn(item)) known.add(id);
    },
    { concurrency: AT_ONCE },
  );
  for (const id of await entityDocuments(table, context.entity.entityId)) known.add(id);
  for (const one of await readUnknown(table, linkedPlace(context)))
    if (!isOpen(one)) known.add(one.documentId);
  const ids = all.map(({ id }) => id);
  for (const id of await claimedAmong(table, linkedPlace(context).xeroTenantId, ids)) known.add(id);
  return known;
}

/** The ids of the documents that stand below an entity itself. */
export async function entityDocuments(table: TableReader, entityId: string): Promise<ReadonlySet<unknown>> {
  const below = OWN_DOCUMENTS.map((prefix) => listUnder(table, keys.anchor(entityId), prefix));
  return new Set((await Promise.all(below)).flat().flatMap(idsIn));
}

const OWN_DOCUMENTS = [prefixes.adjustingJournals, prefixes.registerEntries];

export function idsIn(item: Item): unknown[] {
  const reversed = Array.isArray(item['reversed']) ? (item['reversed'] as { documentId: unknown }[]) : [];
  const corrected = item['corrected'] as { transactionId: unknown } | null | undefined;
  return [
    item['documentId'],
    item['journalId'],
    corrected?.transactionId,
    ...reversed.map(({ documentId }) => documentId),
  ];
}

/**
 * Asks whether documents are those of a batch, in place of what was asked about it before. A document may be that of
 * another open batch too, which is still asked about.
 */
export async function askAboutBatch(
  context: PostingContext,
  { type, members }: Batch,
  found: readonly LookAlike[],
): Promise<void> {
  const isElsewhere = ({ ownerId, sk }: Candidate): boolean =>
    !members.some((member) => member.ownerId === ownerId && member.sk === sk);
  const asked = (await readUnknown(context.services.table, linkedPlace(context))).filter(
    (one) => isOpen(one) && one.reason === 'unconfirmed',
  );
  const before = asked.filter(({ candidates }) => !candidates.every(isElsewhere));
  if (before.length === 0 && found.length === 0) return;
  const othersOf = (id: string): readonly Candidate[] =>
    asked.find(({ documentId }) => documentId === id)?.candidates.filter(isElsewhere) ?? [];
  const now = found.map(({ content, candidates }) => {
    const all = [...othersOf(content.id), ...candidates.map(candidateOf)];
    return unknownDocument(context, content, { type, token: null, reason: 'unconfirmed', candidates: all });
  });
  const listed = new Set(now.map(({ documentId }) => documentId));
  const kept = before.flatMap((one) => {
    const candidates = [...othersOf(one.documentId)];
    return listed.has(one.documentId) || candidates.length === 0 ? [] : [{ ...one, candidates }];
  });
  await replaceOpen(context.services.table, before, [...now, ...kept]);
  await notifyOfUnknown(context);
}

const candidateOf = ({ kind, ownerId, sk, subject }: OpenDocument): Candidate => ({
  kind,
  ownerId,
  sk,
  number: subject,
});

/** Where a document that a member is asked about stands. */
export const linkedPlace = ({ entity, session }: PostingContext) => ({
  entityId: entity.entityId,
  xeroTenantId: session.xeroTenantId,
});

const OF_SCHEDULES: ReadonlySet<string> = new Set(['payment', 'event', 'opening']);

/** Returns a document as members are asked about it. */
export function unknownDocument(
  context: PostingContext,
  content: DocumentContent | UnreadableDocument,
  { type, token, reason, candidates }: Pick<UnknownDocument, 'type' | 'token' | 'reason' | 'candidates'>,
): UnknownDocument {
  const parts = token === null ? null : parseReference(token);
  return {
    ...linkedPlace(context),
    documentId: content.id,
    type,
    ...factsOf(type, content),
    token,
    reason,
    scheduleId: parts && OF_SCHEDULES.has(parts.of) ? parts.ownerId : (candidates[0]?.ownerId ?? null),
    candidates: [...candidates],
  };
}

/** Returns what a member sees of a document. The day and the total of one that can't be read may be missing. */
export function factsOf(
  type: DocumentType,
  content: DocumentContent | UnreadableDocument,
): Pick<UnknownDocument, 'date' | 'contact' | 'total' | 'text'> {
  const { date } = content;
  if ('lines' in content) {
    return { date, contact: content.contact, total: documentTotal(type, content.lines), text: content.text };
  }
  return { date, contact: '', total: content.total === null ? null : cents(content.total), text: '' };
}

/** Returns the amount that leaves or enters the bank account; of a journal, the sum of its debits. */
const documentTotal = (type: DocumentType, lines: DocumentContent['lines']) =>
  cents(
    lines
      .filter((line) => type !== 'MANUAL-JOURNAL' || line.cents > 0)
      .reduce((sum, line) => sum + line.cents, 0),
  );

/** Reports the open documents to members: by a message, and on the attention board. */
export async function notifyOfUnknown({ services: { table, clock, ids }, entity, session }: PostingContext) {
  const { tenantId, entityId, name } = entity;
  const now = clock.now();
  const open = (await readUnknown(table, { entityId, xeroTenantId: session.xeroTenantId })).filter(isOpen);
  const text = sentenceAbout(open);
  const known = (await readAttention(table, entity)).itemOf('unknown-documents', ENTITY);
  if (text === null && known === null) return;
  const item = text === null ? null : { since: known?.since ?? businessDate(now), amount: null, text };
  const attention = attentionWrite(entity, [['unknown-documents', item]]);
  if (text === null) return commitOne(table, attention);
  const message = messageWrite({
    tenantId,
    now,
    id: ids.uuid(),
    about: `unknown-documents#${entityId}`,
    minimumRole: 'Member',
    entityId,
    subject: `${name}: documents in Xero need an answer`,
    message: `${name}: ${text}`,
    actionRequired: true,
    cause: entityCause(entity, 'unknown-documents'),
    link: `/entity/${entityId}`,
  });
  return commit(table, [attention, message]);
}

function sentenceAbout(open: readonly UnknownDocument[]): string | null {
  if (open.length === 0) return null;
  const isFrozen = open.some(({ reason }) => reason !== 'unconfirmed');
  const count = open.length === 1 ? '1 document in Xero is' : `${open.length} documents in Xero are`;
  return isFrozen
    ? `Paydown was restored from a backup, and ${count} missing in Paydown. Nothing is posted until each is deleted in Xero or answered for.`
    : `${count} like documents that Xero has not confirmed. Please say whether they are the same.`;
}
