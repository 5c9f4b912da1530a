/**
 * Memberships and their roles. Each is stored under the user and under the organisation, for strong reads both
 * ways.
 */
import * as z from 'zod';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import {
  MAX_ENTITY_IDS,
  may,
  mayBeLimited,
  ROLES,
  type GivableRole,
  type Role,
} from '../../../domain/roles.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  commit,
  type Item,
  type Key,
  listUnder,
  type Table,
  type TableReader,
  tryCommit,
  type Write,
} from '../../store/table.ts';
import { type allEntities, type EntityScope, StoredEntityIds, storedEntityIds } from './entity-scope.ts';
import { withdrawFromInvitations, withdrawInvitations } from './invitations.ts';

const Membership = z.object({
  userId: z.string(),
  tenantId: z.string(),
  role: z.enum(ROLES),
  joinedAt: z.string(),
  /** The entities that the member may see; null for all, which Owners and Admins always do. */
  entityIds: StoredEntityIds,
});

export type Member = Readonly<z.output<typeof Membership>>;

/** Returns the user's role in the organisation; null for other users. */
export async function readRole(table: TableReader, userId: string, tenantId: string): Promise<Role | null> {
  return memberOf(await table.get(keys.membership(userId, tenantId)))?.role ?? null;
}

export const memberOf = (item: Item | undefined): Member | null => (item ? Membership.parse(item) : null);

export async function readMember(
  table: TableReader,
  tenantId: string,
  userId: string,
): Promise<Member | null> {
  return memberOf(await table.get(keys.member(tenantId, userId)));
}

export async function listMembers(table: TableReader, tenantId: string): Promise<Member[]> {
  const items = await listUnder(table, keys.organisation(tenantId), prefixes.members);
  return items.map((item) => Membership.parse(item));
}

/** Returns every membership of a user, the earliest first. */
export async function listMemberships(table: TableReader, userId: string): Promise<Member[]> {
  const items = await listUnder(table, keys.user(userId), prefixes.memberships);
  return items.map((item) => Membership.parse(item)).toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt));
}

/** The two items of a membership. */
const keysOf = ({ tenantId, userId }: Pick<Member, 'tenantId' | 'userId'>): Key[] => [
  keys.member(tenantId, userId),
  keys.membership(userId, tenantId),
];

/** Returns the writes of a new membership. They are refused when the user is a member already. */
export function newMemberWrites(member: Member): Write[] {
  const stored = { ...member, entityIds: storedEntityIds(member.entityIds) };
  return keysOf(member).map((key) => ({ put: { ...key, ...stored }, if: 'absent' }));
}

/** Refuses a transaction that depends on a member who may still invite. */
export const mayStillInvite = (tenantId: string, userId: string): Write => ({
  check: keys.member(tenantId, userId),
  if: { any: ROLES.filter(mayInvite).map((role) => ['role', '=', role] as const) },
});

export const mayInvite = (role: Role): boolean => may(role, 'manage users');

/** Returns the writes that end a membership of any role. */
export const endMemberWrites = (member: Member): Write[] => keysOf(member).map((key) => ({ delete: key }));

export const memberChanged = (): Refusal =>
  conflict('member/changed', 'This user was changed elsewhere. Please check the list and try again.');

const asRead = ({ role }: Member) => ({ if: ['role', '=', role], otherwise: memberChanged }) as const;

/**
 * Gives a member another role. An Admin sees all entities.
 * @throws Refusal `conflict` when the role has changed since it was read, or the member has left.
 */
export async function changeRole(
  table: Table,
  member: Member,
  role: GivableRole,
  more: readonly Write[],
): Promise<void> {
  const change = { set: { role }, ...(!mayBeLimited(role) && { remove: ['entityIds'] }), ...asRead(member) };
  await commit(table, [...keysOf(member).map((key) => ({ update: key, ...change })), ...more]);
}

/** @throws Refusal `conflict` when the role has changed since it was read, or the member has left. */
export async function removeMember(table: Table, member: Member, more: readonly Write[]): Promise<void> {
  await commit(table, [...keysOf(member).map((key) => ({ delete: key, ...asRead(member) })), ...more]);
}

/**
 * Limits a member to some entities, or with null to none in particular.
 * @throws Refusal `conflict` when the role has changed since it was read, or the member has left.
 */
export async function changeEntities(
  table: Table,
  member: Member,
  entityIds: EntityScope['entityIds'],
  more: readonly Write[],
): Promise<void> {
  const stored = storedEntityIds(entityIds);
  const change = {
    ...(stored === undefined ? { remove: ['entityIds'] } : { set: { entityIds: stored } }),
    ...asRead(member),
  };
  await commit(table, [...keysOf(member).map((key) => ({ update: key, ...change })), ...more]);
}

/** The member who creates something, with the member's limits. */
export type Creator = ReturnType<typeof allEntities> | (EntityScope & Pick<Member, 'userId'>);

/**
 * Returns the writes that let a limited member see an entity that the same transaction creates.
 * @throws Refusal `conflict` at the most entities.
 */
export async function createdEntityWrites(
  table: TableReader,
  creator: Creator,
  entityId: string,
): Promise<Write[]> {
  if (creator.entityIds === null) return [];
  const { tenantId, userId } = creator;
  const limits = (await readMember(table, tenantId, userId))?.entityIds ?? null;
  if (limits === null) throw memberChanged();
  if (limits.size >= MAX_ENTITY_IDS) throw tooManyEntities();
  const change = {
    set: { [`entityIds.${entityId}`]: true },
    if: ['entityIds', 'present'],
    otherwise: memberChanged,
  } as const;
  return keysOf(creator).map((key) => ({ update: key, ...change }));
}

function tooManyEntities(): Refusal {
  const message = `Your access is limited to ${MAX_ENTITY_IDS} entities, which is the most. Please ask an Admin.`;
  return conflict('member/too-many-entities', message);
}

/** Takes an entity that was deleted or has moved away from the members and invitations limited to it. Repeatable. */
export async function withdrawEntity(
  table: Table,
  { tenantId, entityId }: { readonly tenantId: string; readonly entityId: string },
): Promise<void> {
  await withdrawFromInvitations(table, tenantId, entityId);
  const attribute = `entityIds.${entityId}`;
  const change = { remove: [attribute], if: [attribute, 'present'] } as const;
  for (const member of await listMembers(table, tenantId)) {
    if (!member.entityIds?.has(entityId)) continue;
    await tryCommit(
      table,
      keysOf(member).map((key) => ({ update: key, ...change })),
    );
  }
}

/**
 * Withdraws the invitations that a user has sent, in every organisation, and returns how many: a thief of the account may
 * have sent them.
 */
export async function withdrawAllInvitations(table: Table, userId: string): Promise<number> {
  let count = 0;
  for (const member of await listMemberships(table, userId))
    count += await withdrawInvitations(table, member);
  return count;
}
