/**
 * Documents in Xero about which a member has to say whose they are, an item each below the entity's anchor. An answered
 * one stays: it is not asked about again. The only reader and writer of these items.
 */
import * as z from 'zod';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  type Key,
  listUnder,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import { DOCUMENT_KINDS } from '../../../domain/posting/document-kinds.ts';

/** An item that the document may belong to, by the item's place; `number` is that of the payment or event. */
const Candidate = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  ownerId: z.string(),
  sk: z.string(),
  number: z.number(),
});

export type Candidate = Readonly<z.output<typeof Candidate>>;

const Answer = z.object({
  decision: z.enum(['adopt', 'foreign', 'seen']),
  note: z.string(),
  userId: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});

type Answer = Readonly<z.output<typeof Answer>>;

const UnknownItem = z.object({
  entityId: z.string(),
  xeroTenantId: z.string().transform((id) => id as XeroTenantId),
  documentId: z.string(),
  type: z.enum(['SPEND', 'RECEIVE', 'MANUAL-JOURNAL']),
  /** Null, as the total may be, for one whose own can't be read. */
  date: StoredDate.nullable(),
  contact: z.string(),
  total: StoredCents.nullable(),
  /** Its reference or narration. */
  text: z.string(),
  /** The document reference of ours that it carries. */
  token: z.string().nullable(),
  /**
   * `unconfirmed`: it may be a document whose call was not answered. `unknown`: posted after the backup that the table
   * was restored from. `lost-schedule`: of a schedule that the backup does not have.
   */
  reason: z.enum(['unconfirmed', 'unknown', 'lost-schedule']),
  /** Of the reference, whether or not the table has the schedule. */
  scheduleId: z.string().nullable(),
  candidates: z.array(Candidate),
  /** Absent until it is given. */
  answer: Answer.optional(),
});

export type UnknownDocument = Readonly<z.output<typeof UnknownItem>>;

export interface UnknownPlace {
  readonly entityId: string;
  readonly xeroTenantId: XeroTenantId;
}

const keyOf = ({ entityId, xeroTenantId, documentId }: UnknownPlace & { readonly documentId: string }): Key =>
  keys.unknownDocument(entityId, xeroTenantId, documentId);

/** Returns the documents, answered ones too. */
export async function readUnknown(
  table: TableReader,
  { entityId, xeroTenantId }: UnknownPlace,
): Promise<UnknownDocument[]> {
  const prefix = `${prefixes.unknownDocuments}${xeroTenantId}#`;
  const items = await listUnder(table, keys.anchor(entityId), prefix);
  return items.map((item) => UnknownItem.parse(item));
}

export const isOpen = ({ answer }: UnknownDocument): boolean => answer === undefined;

/**
 * Stores the documents that are to be asked about now, in place of those among `before` that are not answered. An answer
 * that was given since stays.
 */
export async function replaceOpen(
  table: Table,
  before: readonly UnknownDocument[],
  now: readonly UnknownDocument[],
): Promise<void> {
  const listed = new Set(now.map(({ documentId }) => documentId));
  const gone = before.filter((one) => isOpen(one) && !listed.has(one.documentId));
  const isFree = { any: ['absent', ['answer', 'absent']] } as const;
  for (const one of gone) await tryCommitOne(table, { delete: keyOf(one), if: isFree });
  for (const one of now) await tryCommitOne(table, { put: { ...keyOf(one), ...one }, if: isFree });
}

/** Returns the write of an answer, which is given once. */
export const answerWrite = (document: UnknownDocument, answer: Answer): Write => ({
  update: keyOf(document),
  set: { answer },
  if: { all: ['present', ['answer', 'absent']] },
  otherwise: documentChanged,
});

export const documentChanged = (): Refusal =>
  conflict('document/changed', 'This list has changed. Please check it again.');
