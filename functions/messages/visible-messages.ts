import type { Actor } from '../access/actor.ts';
import type { TableReader } from '../store/table.ts';
import { readUser } from '../records/users/user.ts';
import { readMember } from '../records/tenants/members.ts';
import { listMessages, type ReadMessage, type StoredMessage } from '../records/tenants/messages.ts';
import { newestOfCauses, standing } from './open-causes.ts';

/** Returns the messages that a caller may mark, without deleted ones. */
export async function visibleMessages(table: TableReader, actor: Actor): Promise<ReadMessage[]> {
  return (await allMessages(table, actor)).filter(({ deleted }) => !deleted);
}

/** Returns the caller's messages: those of the organisation for their role and limits since they joined, and their own. */
async function allMessages(table: TableReader, actor: Actor): Promise<ReadMessage[]> {
  const [user, member] = await Promise.all([
    readUser(table, actor.userId),
    readMember(table, actor.tenantId, actor.userId),
  ]);
  const reader = { ...actor, joinedAt: member?.joinedAt ?? user.createdAt };
  return listMessages(table, reader, user.isVerified ? [] : [verifyAddress(user)]);
}

/** Returns the visible messages without those that asked for an action which is no longer required. */
export async function openMessages(table: TableReader, actor: Actor): Promise<ReadMessage[]> {
  const newest = newestOfCauses(await allMessages(table, actor)).filter(({ deleted }) => !deleted);
  const required = newest.filter(({ actionRequired }) => actionRequired);
  const open = new Set(await standing(table, actor.tenantId, required));
  return newest.filter((message) => !message.actionRequired || open.has(message));
}

/** Returns the message about an unverified address. It is not stored, so it ends with the verification. */
function verifyAddress(user: Awaited<ReturnType<typeof readUser>>): StoredMessage {
  return {
    id: user.userId,
    sk: `MSG#verify#${user.addressVersion}`,
    minimumRole: 'Guest',
    exceptUserId: null,
    onlyUserId: null,
    entityId: null,
    awaits: null,
    cause: null,
    subject: 'Confirm your email address',
    message: `We sent a link to ${user.email}. Open it, or send it again.`,
    createdAt: user.createdAt,
    actionRequired: true,
    code: 'RESEND_VERIFICATION',
    link: null,
    ttl: null,
  };
}
