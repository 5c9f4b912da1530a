/**
 * Messages of an organisation for a minimum role, and each reader's marks on them: acknowledged, deleted. The only
 * reader and writer of both.
 */
import * as z from 'zod';
import { businessDate, type CalendarDate } from '../../../domain/calendar.ts';
import { roleAtLeast, ROLES, type Role } from '../../../domain/roles.ts';
import { DATED, keys, places, prefixes } from '../../store/keys.ts';
import { type EntityScope, isInScope } from './entity-scope.ts';
import {
  commitOne,
  type Key,
  listUnder,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import { listDated } from '../../store/dated.ts';

const KEPT_MS = 90 * 86_400_000;

/** An attention item, by the sort key of the table's item that holds it and the attributes that it may have there. */
const Cause = z.object({ item: z.string(), attributes: z.array(z.string()) });

export type Cause = Readonly<z.output<typeof Cause>>;

const MessageItem = z.object({
  id: z.string(),
  sk: z.string(),
  minimumRole: z.enum(ROLES),
  /** The member who does not see the message, because it is about them. */
  exceptUserId: z.string().nullable(),
  /** The one member who sees the message, because it is about a request of theirs. */
  onlyUserId: z.string().nullable(),
  /** The entity that the message is about: members with other limits do not see it. Null goes by role alone. */
  entityId: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** An instant, ISO 8601. */
  createdAt: z.string(),
  actionRequired: z.boolean(),
  /** The payments whose sync clears the message. */
  awaits: z.object({ scheduleId: z.string(), numbers: z.array(z.number()) }).nullable(),
  /** The attention item that the message announces: it stands while one of the attributes is there. */
  cause: Cause.nullable(),
  code: z.string().nullable(),
  link: z.string().nullable(),
  /** Epoch seconds; null for a message that is not stored. */
  ttl: z.number().nullable(),
});

export type StoredMessage = Readonly<z.output<typeof MessageItem>>;

const Mark = z.object({ deleted: z.boolean() });

export interface NewMessage {
  readonly tenantId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The message's date; by default that of `now`, or the date of the job's run. */
  readonly date?: CalendarDate;
  readonly id: string;
  /** Kind and subject. There is one message per subject and day. */
  readonly about: string;
  readonly minimumRole: Role;
  readonly exceptUserId?: string;
  readonly onlyUserId?: string;
  readonly entityId: string | null;
  readonly subject: string;
  readonly message: string;
  readonly actionRequired?: boolean;
  readonly awaits?: StoredMessage['awaits'];
  readonly cause?: Cause;
  readonly code?: string;
  /** The page of the subject: a path of this site. */
  readonly link?: string;
  readonly isInDigest?: boolean;
}

/**
 * Returns the write of a message. It replaces the same day's message about the same subject, so a repeated run adds
 * none.
 */
export function messageWrite({
  tenantId,
  now,
  date = businessDate(now),
  about,
  isInDigest = false,
  ...given
}: NewMessage): Extract<Write, { put: unknown }> {
  const key = keys.message(tenantId, date, about);
  const message: StoredMessage = {
    actionRequired: false,
    cause: null,
    code: null,
    link: null,
    exceptUserId: null,
    onlyUserId: null,
    awaits: null,
    ...given,
    sk: key.sk,
    createdAt: new Date(now).toISOString(),
    ttl: Math.ceil((now + KEPT_MS) / 1000),
  };
  const inIndex = isInDigest ? places.dated('DIGEST', message.id, date, tenantId) : {};
  return { put: { ...key, ...message, ...inIndex } };
}

export interface Reader extends EntityScope {
  readonly userId: string;
  readonly role: Role;
  /** An instant, ISO 8601. Earlier messages do not concern the reader. */
  readonly joinedAt: string;
}

/** Returns the `about` of a stored message; null for one that isn't stored. */
export function aboutOf({ sk }: Pick<StoredMessage, 'sk'>): string | null {
  const [, about] = /^MSG#\d{4}-\d{2}-\d{2}#(.+)$/.exec(sk) ?? [];
  return about ?? null;
}

/** A message with its reader's marks. */
export type ReadMessage = StoredMessage & { readonly acknowledged: boolean; readonly deleted: boolean };

/** Returns a reader's messages, deleted ones included, newest first. */
export async function listMessages(
  table: TableReader,
  reader: Reader,
  more: readonly StoredMessage[],
): Promise<ReadMessage[]> {
  const [items, marks] = await Promise.all([
    listUnder(table, keys.organisation(reader.tenantId), prefixes.messages),
    readMarks(table, reader),
  ]);
  const stored = items.map((item) => MessageItem.parse(item)).filter((message) => concerns(message, reader));
  return [...stored, ...more]
    .map((message) => {
      const mark = marks.get(message.sk);
      return { ...message, acknowledged: mark !== undefined, deleted: mark?.deleted === true };
    })
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

export function concerns(
  { minimumRole, createdAt, exceptUserId, onlyUserId, entityId }: StoredMessage,
  reader: Reader,
): boolean {
  const { role, joinedAt, userId } = reader;
  return (
    roleAtLeast(role, minimumRole) &&
    createdAt >= joinedAt &&
    exceptUserId !== userId &&
    (onlyUserId === null || onlyUserId === userId) &&
    (entityId === null || isInScope(reader, entityId))
  );
}

async function readMarks(
  table: TableReader,
  { userId, tenantId }: Pick<Reader, 'userId' | 'tenantId'>,
): Promise<ReadonlyMap<string, z.output<typeof Mark>>> {
  const items = await listUnder(table, keys.messageMark(userId, tenantId, ''), prefixes.messages);
  return new Map(items.map((item) => [item.sk, Mark.parse(item)]));
}

/** Returns the write of a mark, which expires with its message. */
export function markWrite(
  { userId, tenantId }: Pick<Reader, 'userId' | 'tenantId'>,
  { sk, ttl }: StoredMessage,
  deleted: boolean,
): Write {
  return { put: { ...keys.messageMark(userId, tenantId, sk), deleted, ttl: ttl ?? undefined } };
}

/** A message that the next digest mails. */
export interface DigestMessage extends StoredMessage {
  readonly tenantId: string;
}

/** Returns the messages for the digest of a day, the oldest first. */
export async function messagesForDigest(table: TableReader, today: CalendarDate): Promise<DigestMessage[]> {
  const items = await listDated(table, 'DIGEST', today);
  return items
    .map((item) => ({ ...MessageItem.parse(item), tenantId: tenantOf(item) }))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** Takes a message from the next digest, unless it was written again since. */
export async function leaveDigest(table: Table, { tenantId, sk, createdAt }: DigestMessage): Promise<void> {
  const update = { pk: keys.organisation(tenantId).pk, sk };
  await tryCommitOne(table, { update, remove: [...DATED], if: ['createdAt', '=', createdAt] });
}

const tenantOf = ({ pk }: Key): string => pk.slice(keys.organisation('').pk.length);

/** The subject of the message that a user has joined, which names the user. */
export const joinedAbout = (userId: string): string => `invitation-accepted#${userId}`;

/** Deletes the message that a user has joined, when the account is deleted. */
export async function deleteJoinedMessage(table: Table, tenantId: string, userId: string): Promise<void> {
  for (const { pk, sk } of await listUnder(table, keys.organisation(tenantId), prefixes.messages)) {
    if (sk.endsWith(joinedAbout(userId))) await commitOne(table, { delete: { pk, sk } });
  }
}
