/**
 * Memberships and their roles. Each is stored under the user and under the organisation, for strong reads both
 * ways.
 */
import * as z from 'zod';
import { Refusal } from '../../../domain/refusal.ts';
import { may, ROLES, type GivableRole, type Role } from '../../../domain/roles.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commit, type Item, queryAll, type Table, type TableReader, type Write } from '../../store/table.ts';

const Membership = z.object({
  userId: z.string(),
  tenantId: z.string(),
  role: z.enum(ROLES),
  joinedAt: z.string(),
});

/** The membership of a user in an organisation. */
export type Member = Readonly<z.output<typeof Membership>>;

/** Returns the user's role in the organisation; null for other users. */
export async function readRole(table: TableReader, userId: string, tenantId: string): Promise<Role | null> {
  return roleOf(await table.get(keys.membership(userId, tenantId)));
}

/** Returns the role of a membership item from a combined read. */
export function roleOf(item: Item | undefined): Role | null {
  return item ? Membership.parse(item).role : null;
}

/** Returns the member of an organisation, or null. */
export async function readMember(
  table: TableReader,
  tenantId: string,
  userId: string,
): Promise<Member | null> {
  const item = await table.get(keys.member(tenantId, userId));
  return item ? Membership.parse(item) : null;
}

/** Returns every member of an organisation. */
export async function listMembers(table: TableReader, tenantId: string): Promise<Member[]> {
  const { pk } = keys.organisation(tenantId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.members } });
  return items.map((item) => Membership.parse(item));
}

/** Returns every membership of a user, the earliest first. */
export async function listMemberships(table: TableReader, userId: string): Promise<Member[]> {
  const { pk } = keys.user(userId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.memberships } });
  return items.map((item) => Membership.parse(item)).toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt));
}

/** Returns the writes of a new membership. They are refused when the user is a member already. */
export function newMemberWrites(member: Member): readonly [Write, Write] {
  const { tenantId, userId } = member;
  return [
    { put: { ...keys.member(tenantId, userId), ...member }, if: 'absent' },
    { put: { ...keys.membership(userId, tenantId), ...member }, if: 'absent' },
  ];
}

/** Refuses a transaction that depends on a member who may still invite. */
export const mayStillInvite = (tenantId: string, userId: string): Write => ({
  check: keys.member(tenantId, userId),
  if: { any: ROLES.filter(mayInvite).map((role) => ['role', '=', role] as const) },
});

/** Whether a role may give roles to others. */
export const mayInvite = (role: Role): boolean => may(role, 'manage users');

/** Returns the writes that end a membership of any role. */
export function endMemberWrites({ tenantId, userId }: Member): readonly [Write, Write] {
  return [{ delete: keys.member(tenantId, userId) }, { delete: keys.membership(userId, tenantId) }];
}

const memberChanged = (): Refusal =>
  new Refusal('conflict', 'member/changed', 'This user was changed elsewhere. Please reload the list.');

/** @throws Refusal `conflict` when the role has changed since it was read, or the member has left. */
export async function changeRole(
  table: Table,
  { tenantId, userId, role: before }: Member,
  role: GivableRole,
  more: readonly Write[],
): Promise<void> {
  const change = { set: { role }, if: ['role', '=', before], otherwise: memberChanged } as const;
  await commit(table, [
    { update: keys.member(tenantId, userId), ...change },
    { update: keys.membership(userId, tenantId), ...change },
    ...more,
  ]);
}

/** @throws Refusal `conflict` when the role has changed since it was read, or the member has left. */
export async function removeMember(
  table: Table,
  { tenantId, userId, role }: Member,
  more: readonly Write[],
): Promise<void> {
  const asRead = { if: ['role', '=', role], otherwise: memberChanged } as const;
  await commit(table, [
    { delete: keys.member(tenantId, userId), ...asRead },
    { delete: keys.membership(userId, tenantId), ...asRead },
    ...more,
  ]);
}
