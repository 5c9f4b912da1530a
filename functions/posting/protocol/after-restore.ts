/**
 * After a restore of the table nothing of an entity is posted until the entity has been compared with Xero, which went on
 * meanwhile: 1) documents that the backup holds as open are settled without sending anything; 2) everything of ours that
 * changed in Xero since the backup is read; 3) the only document of a payment that nothing is known of is recorded; 4) members
 * are asked about every other one that stands in Xero, until it is deleted there or answered for. Documents made later carry
 * references of their own, so nothing else has to be known again.
 */
import * as z from 'zod';
import { parseReference } from '../../../domain/posting/document-reference.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import type { OwnedEntity } from '../../records/entities/entity.ts';
import { isContained, readContract } from '../../records/schedules/events.ts';
import { paymentKey, paymentOf, type StoredPayment } from '../../records/schedules/payments.ts';
import { findRegister, listRegisters, type OwnedRegister } from '../../records/registers/register.ts';
import { listSchedules, type OwnedSchedule } from '../../records/schedules/schedule.ts';
import { coveredNow } from '../../records/schedules/sync-state.ts';
import {
  isOpen,
  readUnknown,
  replaceOpen,
  type UnknownDocument,
} from '../../records/schedules/unknown-documents.ts';
import type { XeroServices } from '../../services/context.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import type { DocumentContent, UnreadableDocument } from '../../services/xero/port.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commitOne, type Item, queryAll } from '../../store/table.ts';
import { countAsSent, readBatches } from './batches.ts';
import { changedDocuments } from './find-documents.ts';
import { referencesIn, referencesInJson } from '../../xero/own-references.ts';
import { reconcile } from './reconcile.ts';
import type { PostingContext } from './recorded-call.ts';
import { comparingAfterRestore, unknownDocuments } from './refusals.ts';
import {
  entityDocuments,
  idsIn,
  linkedPlace,
  notifyOfUnknown,
  unknownDocument,
} from './unknown-documents.ts';
import { type FirstDocument, recordPosted } from './record-posted.ts';

/** The `quietSince` of the last restore after which the entity was compared; 0: none. */
const ComparisonItem = z.object({ restoredAt: z.number().default(0) });

async function comparedAfter(
  { table }: Pick<XeroServices, 'table'>,
  entityId: string,
  xeroTenantId: string,
): Promise<number> {
  return ComparisonItem.parse((await table.get(keys.comparison(entityId, xeroTenantId))) ?? {}).restoredAt;
}

/** Whether nothing of the entity is posted, since it was not compared with Xero after the last restore. */
export async function isFrozen(
  services: Pick<XeroServices, 'table' | 'restores'>,
  { entityId, xero }: OwnedEntity,
): Promise<boolean> {
  const last = services.restores.at(-1);
  if (!last || xero === null) return false;
  return (await comparedAfter(services, entityId, xero.tenantId)) < last.quietSince;
}

/**
 * Compares the entity with Xero and ends the freeze, unless that is done.
 * @throws Refusal `conflict` while calls of before the restore may still be carried out, and while members are asked about
 * documents; XeroError when Xero can't be asked.
 */
export async function compareAfterRestore(context: PostingContext): Promise<void> {
  const { services, session, entity } = context;
  const { table, clock, protocol, restores } = services;
  const { entityId } = entity;
  const last = restores.at(-1);
  if (!last) return;
  const { quietSince } = last;
  // Read once: a process that has lost the lease may find the comparison of another one in a second read.
  const compared = await comparedAfter(services, entityId, session.xeroTenantId);
  if (compared >= quietSince) return;
  if (!protocol.provesAbsenceAt(quietSince, clock.now())) throw comparingAfterRestore();
  const backups = restores.flatMap((one) => (one.quietSince > compared ? [one.backupAt] : []));
  const since = Math.min(...backups);
  await settleOpen(context, since, quietSince);
  const found = await ownDocuments(context, since);
  const listed: UnknownDocument[] = [];
  const schedules = new Map((await listSchedules(table, entity)).map((one) => [one.scheduleId, one]));
  for (const [ownerId, documents] of Map.groupBy(found, (document) => document.parts.ownerId)) {
    const schedule = schedules.get(ownerId);
    if (schedule) listed.push(...(await compareSchedule(context, schedule, documents)));
    else listed.push(...(await compareOthers(context, ownerId, documents)));
  }
  const before = await readUnknown(table, linkedPlace(context));
  const answered = new Set(before.flatMap((one) => (isOpen(one) ? [] : [one.documentId])));
  const asked = listed.filter(({ documentId }) => !answered.has(documentId));
  await replaceOpen(
    table,
    before.filter(({ reason }) => reason !== 'unconfirmed'),
    asked,
  );
  await notifyOfUnknown(context);
  if (asked.length > 0) throw unknownDocuments(asked);
  await commitOne(table, {
    update: keys.comparison(entityId, session.xeroTenantId),
    set: { restoredAt: quietSince },
  });
}

/**
 * Settles what the backup holds as open, without sending: all of it may have been sent since.
 * @throws XeroError while the outcome of one can't be known
 */
async function settleOpen(context: PostingContext, since: number, overAt: number): Promise<void> {
  const { services, session, entity } = context;
  const { table } = services;
  const schedules = await listSchedules(table, entity);
  const registers = await listRegisters(table, entity);
  const owners = [
    ...schedules.map(({ scheduleId }) => scheduleId),
    entity.entityId,
    ...registers.map(({ registerId }) => registerId),
  ];
  for (const batch of await readBatches(table, session.xeroTenantId, owners)) {
    const firstAt = Math.min(batch.calls.firstAt ?? since, since);
    await countAsSent(table, batch, { firstAt, overAt });
  }
  const { problems } = await reconcile({ ...context, onlyLooks: true }, owners);
  for (const problem of problems.values()) throw problem;
}

type Parts = NonNullable<ReturnType<typeof parseReference>>;

/** A document with a reference of ours; one that can't be read is listed, and never recorded without a member. */
interface Found {
  readonly content: DocumentContent | UnreadableDocument;
  readonly type: DocumentType;
  readonly token: string;
  readonly parts: Parts;
}

const TYPES: readonly DocumentType[] = ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'];

/** Returns the documents with references of ours that changed in Xero since an instant. */
async function ownDocuments(context: PostingContext, since: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const type of TYPES) {
    const { documents, unreadable } = await changedDocuments(context, type, since);
    const { protocol } = context.services;
    const add = (content: Found['content'], [token]: readonly string[]): void => {
      const parts = token === undefined ? null : parseReference(token);
      if (token !== undefined && parts) found.push({ content, type, token, parts });
    };
    for (const content of documents) add(content, referencesIn(content, protocol));
    for (const content of unreadable) add(content, referencesInJson(content, protocol));
  }
  return found;
}

/** Records the payments of a schedule that can only be as Xero says. Returns the other documents that it lacks. */
async function compareSchedule(
  context: PostingContext,
  schedule: OwnedSchedule,
  documents: readonly Found[],
): Promise<UnknownDocument[]> {
  const { table } = context.services;
  const items = await queryAll(table, { pk: keys.scheduleParent(schedule.scheduleId).pk });
  const known = new Set(items.flatMap(idsIn));
  const lacking = documents.filter(({ content }) => !known.has(content.id));
  const contract = await readContract(table, schedule);
  const covered = coveredNow(schedule, context.entity, contract);
  const payments = items.filter(({ sk }) => sk.startsWith(prefixes.payments)).map(paymentOf);
  const first: FirstDocument[] = [];
  const others: Found[] = [];
  for (const own of Map.groupBy(lacking, placeIn).values()) {
    const payment = paymentIn(payments, own);
    const isFirst = payment && payment.number > covered && isPayable(contract, payments, payment);
    if (isFirst && own[0]) first.push({ payment, id: own[0].content.id });
    else others.push(...own);
  }
  await recordPosted(context, schedule, first);
  const events = items.filter(({ sk }) => sk.startsWith(prefixes.events));
  return others
    .filter(({ content }) => !content.deleted)
    .map((document) => {
      const candidates = candidatesOf(document, payments, events, (number) =>
        document.parts.of === 'event'
          ? isContained(schedule, context.session.xeroTenantId, number)
          : number <= covered,
      );
      return unknownDocument(context, document.content, { ...document, reason: 'unknown', candidates });
    });
}

/** Payment 5 and its parts are different places; so are all other documents. */
const placeIn = ({ content, parts }: Found): string =>
  parts.of === 'payment' ? `${parts.number}.${parts.part}` : content.id;

/** Returns the payment whose only document it is, the first one, and of which the table knows nothing; else null. */
function paymentIn(payments: readonly StoredPayment[], [document, ...more]: readonly Found[]) {
  if (document?.parts.of !== 'payment' || more.length > 0 || !('lines' in document.content)) return null;
  const { number, part, attempt, isReversal, isFee, isCorrection } = document.parts;
  // A correction is never recorded without a member: its transaction is not ours. A fee is no payment.
  if (isCorrection || isFee) return null;
  const known = payments.find((one) => one.number === number && one.part === part);
  const payment = known ?? paymentOf({ number, part, state: 'unsynced' });
  const isUntouched = payment.state === 'unsynced' && payment.attempt === 1 && payment.reversed.length === 0;
  return isUntouched && attempt === 1 && !isReversal ? payment : null;
}

/** Whether the contract has the payment, made as the table says: at once or in parts. */
function isPayable(
  contract: Contract,
  payments: readonly StoredPayment[],
  { number, part }: StoredPayment,
): boolean {
  const parts = payments.find((one) => one.number === number && one.part === 0)?.parts ?? [];
  return number <= contract.count && (part === 0 ? parts.length === 0 : part <= parts.length);
}

/** The payment or event that would be posted again, if it is not: a member may say that the document is its own. */
function candidatesOf(
  { parts }: Found,
  payments: readonly StoredPayment[],
  events: readonly Item[],
  isCovered: (number: number) => boolean,
): UnknownDocument['candidates'] {
  if (parts.of !== 'payment' && parts.of !== 'event') return [];
  if (parts.isReversal || parts.isFee || isCovered(parts.number)) return [];
  const { ownerId, number } = parts;
  if (parts.of === 'event') {
    const { sk } = keys.event(ownerId, number);
    const isFree = events.some((event) => event.sk === sk && event['state'] === 'recorded');
    return isFree ? [{ kind: 'event', ownerId, sk, number }] : [];
  }
  const { sk } = paymentKey(ownerId, number, parts.part);
  const known = payments.find((one) => one.number === number && one.part === parts.part);
  return (known?.state ?? 'unsynced') === 'unsynced' ? [{ kind: 'payment', ownerId, sk, number }] : [];
}

/**
 * Returns the documents that stand in Xero for the entity itself or its registers and are not known, and those of owners
 * that the table does not have: lost since the backup, or deleted here earlier, which can't be told apart.
 */
async function compareOthers(
  context: PostingContext,
  ownerId: string,
  documents: readonly Found[],
): Promise<UnknownDocument[]> {
  const { services, entity } = context;
  const { table } = services;
  const known = await entityDocuments(table, entity.entityId);
  const register = await findRegister(table, entity, ownerId);
  const isOwn = ownerId === entity.entityId || register !== null;
  const owners = [keys.scheduleParent(ownerId), keys.anchor(ownerId), keys.registerDue(ownerId)];
  const isElsewhere = !isOwn && (await table.getMany(owners)).some((item) => item !== undefined);
  if (isElsewhere) return [];
  return documents
    .filter(({ content }) => !content.deleted && !known.has(content.id))
    .map(({ content, type, token, parts }) => {
      const reason = isOwn ? 'unknown' : 'lost-schedule';
      const candidates = register ? entriesOf(register, parts) : [];
      return unknownDocument(context, content, { type, token, reason, candidates });
    });
}

/** The entry that would be posted again: a member may say that the document is its own. */
function entriesOf(register: OwnedRegister, parts: Parts): UnknownDocument['candidates'] {
  if (parts.of !== 'entry' || parts.isReversal) return [];
  const { entityId, registerId, postedNumbers, postingNumbers } = register;
  const { number } = parts;
  if (postedNumbers.has(number) || postingNumbers.has(number)) return [];
  const { sk } = keys.registerEntry(entityId, registerId, number);
  return [{ kind: 'register', ownerId: registerId, sk, number }];
}
