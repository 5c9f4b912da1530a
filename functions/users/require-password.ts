import { invalid } from '../../domain/refusal.ts';
import { verifyPassword } from './password-hash.ts';
import type { StoredUser } from '../records/users/user.ts';

/**
 * Requires the user's current password. `field` is its name in the body.
 * @throws Refusal `invalid` naming the field when the password is missing or wrong.
 */
export async function requirePassword(
  user: StoredUser,
  password: string | undefined,
  field: 'password' | 'Password' | 'currentPassword',
): Promise<void> {
  if (password === undefined) {
    throw invalid(field, 'user/no-password', 'Please provide your current password.');
  }
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw invalid(field, 'user/wrong-password', 'This is not your current password.');
  }
}
