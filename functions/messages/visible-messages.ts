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
  const stands = await Promise.all(
    messages.map(async (message) => {
      const stored = message.actionRequired ? aboutOf(message) : null;
      if (stored === null) return true;
      const { tenantId } = actor;
      return causeStands(table, { tenantId, about: stored.about, awaits: message.awaits, today });
    }),
  );
  return messages.filter((_message, index) => stands[index]);
}

/** Returns the message about an unverified address. It is not stored, so it ends with the verification. */
function verifyAddress(user: Awaited<ReturnType<typeof readUser>>): StoredMessage {
  return {
    id: user.userId,
    sk: `MSG#verify#${user.addressVersion}`,
    minimumRole: 'Guest',
    exceptUserId: null,
    awaits: null,
    subject: 'Confirm your email address',
    message: `We sent a link to ${user.email}. Open it, or send it again.`,
    createdAt: user.createdAt,
    actionRequired: true,
    code: 'RESEND_VERIFICATION',
    link: null,
    ttl: null,
  };
}
