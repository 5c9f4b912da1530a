import type * as z from 'zod';
import type { Role } from '../../domain/roles.ts';
import type { User } from '../api/users.ts';
import { isMailed, pendingEmailOf } from '../records/users/address-changes.ts';
import { fullName, type StoredUser } from '../records/users/user.ts';

/** Returns a user in wire format, with the role in the session's organisation. */
export function userView(
  user: StoredUser,
  { role, needsFactor }: { readonly role: Role | null; readonly needsFactor: boolean },
  now: number,
): z.input<typeof User> {
  return {
    ...user,
    id: user.userId,
    fullname: fullName(user),
    role,
    needsFactor,
    hasFactor: user.factorCount > 0,
    pendingEmail: pendingEmailOf(user, now),
    pendingEmailHeld: user.pendingAddress !== undefined && !isMailed(user.pendingAddress),
  };
}
