/** Who belongs to which organisation, and as what. Mirrored, so that both ways are strong reads. */
import * as z from 'zod';
import { ROLES, type Role } from '../../domain/roles.ts';
import { keys } from '../store/keys.ts';
import type { TableReader } from '../store/table.ts';

const Membership = z.object({ role: z.enum(ROLES) });

export interface Member {
  readonly userId: string;
  readonly role: Role;
}

/** The user's role in the organisation, or null for who is no member. */
export async function readRole(table: TableReader, userId: string, tenantId: string): Promise<Role | null> {
  const item = await table.get(keys.membership(userId, tenantId));
  return item ? Membership.parse(item).role : null;
}

/** The member of an organisation, or null. */
export async function readMember(
  table: TableReader,
  tenantId: string,
  userId: string,
): Promise<Member | null> {
  const item = await table.get(keys.member(tenantId, userId));
  return item ? { userId, role: Membership.parse(item).role } : null;
}
