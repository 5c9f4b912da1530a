import type { Actor } from '../access/actor.ts';
import type { TableReader } from '../store/table.ts';
import { readUser } from '../users/user-store.ts';
import { listMessages, type ReadMessage, type StoredMessage } from './message-store.ts';

/** Returns the caller's messages: those of the organisation for their role, and their own. */
export async function visibleMessages(table: TableReader, actor: Actor): Promise<ReadMessage[]> {
  const user = await readUser(table, actor.userId);
  return listMessages(table, actor, user.isVerified ? [] : [verifyAddress(user)]);
}

/** Returns the message about an unverified address. It is not stored, so it ends with the verification. */
function verifyAddress(user: Awaited<ReturnType<typeof readUser>>): StoredMessage {
  return {
    id: user.userId,
    sk: `MSG#verify#${user.addressVersion}`,
    minimumRole: 'Guest',
    subject: 'Confirm your email address',
    message: `We have sent a link to ${user.email}. Please follow it, or have it sent again.`,
    createdAt: user.createdAt,
    actionRequired: true,
    code: 'RESEND_VERIFICATION',
    link: null,
    ttl: null,
  };
}
