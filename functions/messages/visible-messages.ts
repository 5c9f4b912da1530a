import type { CalendarDate } from '../../domain/calendar.ts';
import type { Actor } from '../access/actor.ts';
import type { TableReader } from '../store/table.ts';
import { readUser } from '../users/user-store.ts';
import { readMember } from '../tenants/member-store.ts';
import { aboutOf, listMessages, type ReadMessage, type StoredMessage } from './message-store.ts';
import { causeStands } from './open-causes.ts';

/** Returns the caller's messages: those of the organisation for their role since they joined, and their own. */
export async function visibleMessages(table: TableReader, actor: Actor): Promise<ReadMessage[]> {
  const [user, member] = await Promise.all([
    readUser(table, actor.userId),
    readMember(table, actor.tenantId, actor.userId),
  ]);
  const reader = { ...actor, joinedAt: member?.joinedAt ?? user.createdAt };
  return listMessages(table, reader, user.isVerified ? [] : [verifyAddress(user)]);
}

/** Returns the visible messages without those that asked for an action which is no longer required. */
export async function openMessages(
  table: TableReader,
  actor: Actor,
  today: CalendarDate,
): Promise<ReadMessage[]> {
  const messages = await visibleMessages(table, actor);
  const { tenantId } = actor;
  const seen = new Set<string>();
  const open = messages.map(async (message) => {
    const about = message.actionRequired ? aboutOf(message) : null;
    if (about === null) return [message];
    // The newest message about a subject replaces the earlier ones.
    if (seen.has(about)) return [];
    seen.add(about);
    const { awaits, documents } = message;
    return (await causeStands(table, { tenantId, about, awaits, documents, today })) ? [message] : [];
  });
  return (await Promise.all(open)).flat();
}

/** Returns the message about an unverified address. It is not stored, so it ends with the verification. */
function verifyAddress(user: Awaited<ReturnType<typeof readUser>>): StoredMessage {
  return {
    id: user.userId,
    sk: `MSG#verify#${user.addressVersion}`,
    minimumRole: 'Guest',
    exceptUserId: null,
    awaits: null,
    documents: null,
    subject: 'Confirm your email address',
    message: `We sent a link to ${user.email}. Open it, or send it again.`,
    createdAt: user.createdAt,
    actionRequired: true,
    code: 'RESEND_VERIFICATION',
    link: null,
    ttl: null,
  };
}
