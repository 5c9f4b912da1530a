/** Invitations, one per address and organisation. A new invitation replaces the previous one. */
import * as z from 'zod';
import { invalid, notFound, type Refusal } from '../../../domain/refusal.ts';
import { GIVABLE_ROLES } from '../../../domain/roles.ts';
import { digest } from '../../lib/digest.ts';
import { INVITE_DAYS, type InviteToken } from '../../services/tokens.ts';
import { keys, normaliseEmail, prefixes } from '../../store/keys.ts';
import {
  commitOne,
  listUnder,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import { StoredEntityIds, storedEntityIds } from './entity-scope.ts';

const DAY = 86_400_000;

/** Expired invitations stay listed this long, so that they can be sent again. */
const SHOWN_AFTERWARDS = 30 * DAY;

const InvitationItem = z.object({
  email: z.string(),
  role: z.enum(GIVABLE_ROLES),
  /** The entities that the new member may see; null for all. */
  entityIds: StoredEntityIds,
  /** Only the latest token works. */
  tokenHash: z.string(),
  invitedBy: z.string(),
  /** Milliseconds since the epoch. */
  invitedAt: z.number(),
  expiresAt: z.number(),
  /** The time of its use, milliseconds since the epoch. Kept until its expiry, so that its link can say so. */
  usedAt: z.number().optional(),
});

export type Invitation = Readonly<z.output<typeof InvitationItem>>;

const keyOf = (tenantId: string, email: string) => keys.invitation(tenantId, digest(normaliseEmail(email)));

/** Returns the write of an invitation. `tokenId` is the id in the mailed token. */
export function invitationWrite(
  tenantId: string,
  {
    tokenId,
    now,
    ...given
  }: Pick<Invitation, 'email' | 'role' | 'entityIds' | 'invitedBy'> & {
    readonly tokenId: string;
    readonly now: number;
  },
): { readonly invitation: Invitation; readonly write: Write } {
  const expiresAt = now + INVITE_DAYS * DAY;
  const invitation = { ...given, tokenHash: digest(tokenId), invitedAt: now, expiresAt };
  const ttl = Math.ceil((expiresAt + SHOWN_AFTERWARDS) / 1000);
  const stored = { ...invitation, entityIds: storedEntityIds(given.entityIds), ttl };
  return { invitation, write: { put: { ...keyOf(tenantId, given.email), ...stored } } };
}

/**
 * Returns the invitation of a token; null when it was withdrawn or replaced, or has expired.
 * @throws Refusal `invalid` when it was used.
 */
export async function findInvitation(
  table: TableReader,
  { id, tenantId, email }: InviteToken,
  now: number,
): Promise<Invitation | null> {
  const item = await table.get(keyOf(tenantId, email));
  const invitation = item ? InvitationItem.parse(item) : null;
  if (invitation?.usedAt !== undefined && invitation.tokenHash === digest(id)) throw inviteUsed();
  return invitation && invitation.tokenHash === digest(id) && now < invitation.expiresAt ? invitation : null;
}

/** Returns the write that uses an invitation up. It is refused when the invitation has changed since it was read. */
export const useInvitationWrite = (
  tenantId: string,
  { email, tokenHash }: Invitation,
  usedAt: number,
): Write => ({
  update: keyOf(tenantId, email),
  // The remaining item recognises the token, not the user.
  set: { usedAt, email: '', invitedBy: '' },
  if: { all: [['tokenHash', '=', tokenHash], UNUSED] },
});

const UNUSED = ['usedAt', 'absent'] as const;

const inviteUsed = (): Refusal => {
  const message = 'This invitation has already been used. Please log in.';
  return invalid('inviteToken', 'invite/used', message);
};

/** Returns the write that withdraws the invitation of an address. It is refused when there is none. */
export const cancelInvitationWrite = (tenantId: string, email: string): Write => ({
  delete: keyOf(tenantId, email),
  if: { all: ['present', UNUSED] },
  otherwise: unknownInvitation,
});

const unknownInvitation = (): Refusal => notFound('invite/unknown', 'The invitation could not be found.');

/** Withdraws the invitations of one sender that were not used, and returns how many. */
export async function withdrawInvitations(
  table: Table,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<number> {
  const own = (await listInvitations(table, tenantId)).filter(({ invitedBy }) => invitedBy === userId);
  for (const { email } of own) await commitOne(table, { delete: keyOf(tenantId, email) });
  return own.length;
}

/** Takes an entity from the open invitations that are limited to it. Repeatable. */
export async function withdrawFromInvitations(
  table: Table,
  tenantId: string,
  entityId: string,
): Promise<void> {
  const attribute = `entityIds.${entityId}`;
  for (const { email, entityIds } of await listInvitations(table, tenantId)) {
    if (!entityIds?.has(entityId)) continue;
    await tryCommitOne(table, {
      update: keyOf(tenantId, email),
      remove: [attribute],
      if: [attribute, 'present'],
    });
  }
}

/** Returns the unused invitations by time of sending, newest first. */
export async function listInvitations(table: TableReader, tenantId: string): Promise<Invitation[]> {
  const items = await listUnder(table, keys.organisation(tenantId), prefixes.invitations);
  return items
    .map((item) => InvitationItem.parse(item))
    .filter(({ usedAt }) => usedAt === undefined)
    .toSorted((a, b) => b.invitedAt - a.invitedAt);
}
