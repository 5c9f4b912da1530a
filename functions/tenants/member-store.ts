/** Who belongs to which organisation, and as what. Mirrored, so that both ways are strong reads. */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { ROLES, type GivableRole, type Role } from '../../domain/roles.ts';
import { keys, prefixes } from '../store/keys.ts';
import { commit, type Item, queryAll, type Table, type TableReader, type Write } from '../store/table.ts';

const Membership = z.object({
  userId: z.string(),
  tenantId: z.string(),
  role: z.enum(ROLES),
  joinedAt: z.string(),
});

/** A user's place in an organisation. */
export type Member = Readonly<z.output<typeof Membership>>;

/** The user's role in the organisation, or null for who is no member. */
export async function readRole(table: TableReader, userId: string, tenantId: string): Promise<Role | null> {
  return roleOf(await table.get(keys.membership(userId, tenantId)));
}

/** The role in a membership item that was read together with others. */
export function roleOf(item: Item | undefined): Role | null {
  return item ? Membership.parse(item).role : null;
}

/** The member of an organisation, or null. */
export async function readMember(
  table: TableReader,
  tenantId: string,
  userId: string,
): Promise<Member | null> {
  const item = await table.get(keys.member(tenantId, userId));
  return item ? Membership.parse(item) : null;
}

/** Everybody in an organisation. */
export async function listMembers(table: TableReader, tenantId: string): Promise<Member[]> {
  const { pk } = keys.organisation(tenantId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.members } });
  return items.map((item) => Membership.parse(item));
}

/** Every organisation of a user, the one joined first in front. */
export async function listMemberships(table: TableReader, userId: string): Promise<Member[]> {
  const { pk } = keys.user(userId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.memberships } });
  return items.map((item) => Membership.parse(item)).toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt));
}

/** Makes a user a member; refused when the user is one already. */
export function newMemberWrites(member: Member): readonly [Write, Write] {
  const { tenantId, userId } = member;
  return [
    { put: { ...keys.member(tenantId, userId), ...member }, if: 'absent' },
    { put: { ...keys.membership(userId, tenantId), ...member }, if: 'absent' },
  ];
}

/** Refuses a transaction that depends on a member who has left. */
export const stillMember = (tenantId: string, userId: string): Write => ({
  check: keys.member(tenantId, userId),
  if: 'present',
});

/** The end of a membership, whatever its role. */
export function endMemberWrites({ tenantId, userId }: Member): readonly [Write, Write] {
  return [{ delete: keys.member(tenantId, userId) }, { delete: keys.membership(userId, tenantId) }];
}

const memberChanged = (): Refusal =>
  new Refusal('conflict', 'member/changed', 'This user was changed elsewhere. Please reload the list.');

/** @throws Refusal `conflict` when the role changed meanwhile, or the member left. */
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

/** @throws Refusal `conflict` when the role changed meanwhile, or the member left. */
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
