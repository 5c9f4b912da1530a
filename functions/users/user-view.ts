import type * as z from 'zod';
import type { Role } from '../../domain/roles.ts';
import type { User } from './routes.ts';
import { fullName, type StoredUser } from './user-store.ts';

/** Returns a user in wire format, with the role in the session's organisation. */
export function userView(
  user: StoredUser,
  { role, needsFactor }: { readonly role: Role | null; readonly needsFactor: boolean },
): z.input<typeof User> {
  return {
    ...user,
    id: user.userId,
    fullname: fullName(user),
    role,
    needsFactor,
    hasFactor: user.factorCount > 0,
  };
}
