/** Invitations, one an address and organisation; inviting again replaces the one before. */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { GIVABLE_ROLES } from '../../domain/roles.ts';
import { digest } from '../lib/digest.ts';
import { INVITE_DAYS, type InviteToken } from '../lib/tokens.ts';
import { keys, normaliseEmail, prefixes } from '../store/keys.ts';
import { type Key, queryAll, type TableReader, type Write } from '../store/table.ts';

const DAY = 86_400_000;

/** An invitation that ran out is still shown this long, so that it can be sent again. */
const SHOWN_AFTERWARDS = 30 * DAY;

const InvitationItem = z.object({
  email: z.string(),
  role: z.enum(GIVABLE_ROLES),
  /** Only the token sent last works. */
  tokenHash: z.string(),
  invitedBy: z.string(),
  /** Milliseconds since the epoch. */
  invitedAt: z.number(),
  expiresAt: z.number(),
});

export type Invitation = Readonly<z.output<typeof InvitationItem>>;

const keyOf = (tenantId: string, email: string) => keys.invitation(tenantId, digest(normaliseEmail(email)));

/** `tokenId` is the id in the token that is mailed. */
export function invitationWrite(
  tenantId: string,
  {
    email,
    role,
    invitedBy,
    tokenId,
    now,
  }: Pick<Invitation, 'email' | 'role' | 'invitedBy'> & {
    readonly tokenId: string;
    readonly now: number;
  },
): { readonly invitation: Invitation; readonly write: Write } {
  const expiresAt = now + INVITE_DAYS * DAY;
  const invitation = { email, role, invitedBy, tokenHash: digest(tokenId), invitedAt: now, expiresAt };
  const ttl = Math.ceil((expiresAt + SHOWN_AFTERWARDS) / 1000);
  return { invitation, write: { put: { ...keyOf(tenantId, email), ...invitation, ttl } } };
}

/** The invitation that a token stands for, or null when it was used, withdrawn, replaced or ran out. */
export async function findInvitation(
  table: TableReader,
  { id, tenantId, email }: InviteToken,
  now: number,
): Promise<Invitation | null> {
  const item = await table.get(keyOf(tenantId, email));
  const invitation = item ? InvitationItem.parse(item) : null;
  return invitation && invitation.tokenHash === digest(id) && now < invitation.expiresAt ? invitation : null;
}

/** Uses an invitation up; refused unless it is the one that was read. */
export const useInvitationWrite = (tenantId: string, { email, tokenHash }: Invitation): Write => ({
  delete: keyOf(tenantId, email),
  if: ['tokenHash', '=', tokenHash],
});

/** Withdraws the invitation of an address; refused when it has none. */
export const cancelInvitationWrite = (tenantId: string, email: string): Write => ({
  delete: keyOf(tenantId, email),
  if: 'present',
  otherwise: unknownInvitation,
});

const unknownInvitation = (): Refusal =>
  new Refusal('not-found', 'invite/unknown', 'The invitation could not be found.');

/** Withdraws the invitations that a member sent. */
export async function invitationsOfWrites(
  table: TableReader,
  tenantId: string,
  invitedBy: string,
): Promise<{ delete: Key }[]> {
  const sent = (await listInvitations(table, tenantId)).filter(
    (invitation) => invitation.invitedBy === invitedBy,
  );
  return sent.map(({ email }) => ({ delete: keyOf(tenantId, email) }));
}

/** By the time they were sent, the newest first. */
export async function listInvitations(table: TableReader, tenantId: string): Promise<Invitation[]> {
  const { pk } = keys.organisation(tenantId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.invitations } });
  return items.map((item) => InvitationItem.parse(item)).toSorted((a, b) => b.invitedAt - a.invitedAt);
}
