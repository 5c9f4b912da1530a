import type { Actor } from '../access/actor.ts';
import type { TableReader } from '../store/table.ts';
import { readUser } from '../users/user-store.ts';
import { aboutOf, listMessages, type ReadMessage, type StoredMessage } from './message-store.ts';
import { causeStands } from './open-causes.ts';

/** Returns the caller's messages: those of the organisation for their role, and their own. */
export async function visibleMessages(table: TableReader, actor: Actor): Promise<ReadMessage[]> {
  const user = await readUser(table, actor.userId);
  return listMessages(table, actor, user.isVerified ? [] : [verifyAddress(user)]);
}

/** Returns the visible messages without those that asked for an action which is no longer required. */
export async function openMessages(table: TableReader, actor: Actor): Promise<ReadMessage[]> {
  const messages = await visibleMessages(table, actor);
  const { tenantId } = actor;
  const seen = new Set<string>();
  const open = messages.map(async (message) => {
    const about = message.actionRequired ? aboutOf(message) : null;
    if (about === null) return [message];
    // The newest message about a subject replaces the earlier ones.
    if (seen.has(about)) return [];
    seen.add(about);
    return (await causeStands(table, { tenantId, about, documents: message.documents })) ? [message] : [];
  });
  return (await Promise.all(open)).flat();
}

/** Returns the message about an unverified address. It is not stored, so it ends with the verification. */
function verifyAddress(user: Awaited<ReturnType<typeof readUser>>): StoredMessage {
  return {
    id: user.userId,
    sk: `MSG#verify#${user.addressVersion}`,
    minimumRole: 'Guest',
    documents: null,
    subject: 'Confirm your email address',
    message: `We have sent a link to ${user.email}. Please follow it, or have it sent again.`,
    createdAt: user.createdAt,
    actionRequired: true,
    code: 'RESEND_VERIFICATION',
    link: null,
    ttl: null,
  };
}
