/**
 * The way back for a user without factors and recovery codes: by a mailed link all factors are removed after 72 hours,
 * during which a second mail, or a sign-in with a factor, cancels that.
 */
import type { ServicesFor } from '../services/context.ts';
import { factorsReset } from '../services/mail/templates.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import { commit, type Write } from '../store/table.ts';
import { sendOrQueue } from './send-or-queue.ts';
import type { StoredUser } from '../records/users/user.ts';
import { everyFactor } from '../records/users/factors.ts';
import { deleteRecoveryCodesWrite } from '../records/users/recovery-codes.ts';

export const RESET_AFTER_MS = 72 * 3_600_000;

export const isResetDue = ({ factorReset }: StoredUser, now: number): boolean =>
  factorReset !== undefined && factorReset.dueAt <= now;

/** Cancels a removal that is under way: the user has just proved a factor. */
export const keepFactorsWrites = ({ userId, factorReset }: StoredUser): readonly Write[] =>
  factorReset === undefined ? [] : [{ update: keys.user(userId), remove: ['factorReset'], if: 'present' }];

/**
 * Removes the factors of a user whose waiting time is over; all sessions have ended with it. Returns the user as it is
 * from then on, and the same user before.
 */
export async function applyDueReset(
  services: ServicesFor<'table:write' | 'mail' | 'queue'>,
  user: StoredUser,
): Promise<StoredUser> {
  const { table, clock } = services;
  const now = clock.now();
  if (!isResetDue(user, now)) return user;
  const { userId, passwordVersion } = user;
  const factors = await everyFactor(table, userId);
  await commit(table, [
    {
      update: keys.user(userId),
      set: { factorCount: 0 },
      // Keeps the sessions ended when the date is gone.
      add: { passwordVersion: 1 },
      remove: ['factorReset'],
      if: {
        all: [
          ['factorReset', 'present'],
          ['passwordVersion', '=', passwordVersion],
        ],
      },
    },
    ...factors.map(({ factorId }): Write => ({ delete: keys.factor(userId, factorId) })),
    deleteRecoveryCodesWrite(userId),
    auditEntry({ actor: { userId, tenantId: null }, action: 'factor/reset', subject: userId, at: now }),
  ]);
  await sendOrQueue(services, { to: user.email, ...factorsReset(user) });
  return { ...user, factorCount: 0, factorReset: undefined, passwordVersion: passwordVersion + 1 };
}
