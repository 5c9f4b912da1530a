/**
 * The way back for a user without factors and recovery codes: all factors are removed 72 hours after a mailed link, or
 * after an Admin asked. A second mail, or a sign-in with a factor older than the request, cancels that.
 */
import type { ServicesFor } from '../services/context.ts';
import { factorsReset, factorsResetCancelled, factorsResetStarted } from '../services/mail/templates.ts';
import { digest } from '../lib/digest.ts';
import { type AuditEntry, auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import { commit, type Write } from '../store/table.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { sendNotice, notMeLink } from './send-notice.ts';
import { userChanged } from '../records/users/addresses.ts';
import type { StoredUser } from '../records/users/user.ts';
import { releaseSuspended, removeAllFactors } from '../records/users/suspended-factors.ts';

const RESET_AFTER_MS = 72 * 3_600_000;

type Mailing = ServicesFor<'table:write' | 'mail'>;

export const isResetDue = ({ factorReset }: StoredUser, now: number): boolean =>
  factorReset !== undefined && factorReset.dueAt <= now;

interface Request {
  /** The time of the request, milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly actor: AuditEntry['actor'];
  readonly more: readonly Write[];
  readonly otherwise: () => Refusal;
}

/** Starts the 72 hours and mails the link that cancels them. A removal that is under way keeps its date. */
export async function beginReset(
  services: Mailing,
  user: StoredUser,
  { requestedAt, actor, more, otherwise }: Request,
): Promise<{ dueAt: string }> {
  const { table, clock, ids, origin } = services;
  const now = clock.now();
  const { userId, factorReset } = user;
  if (factorReset) return { dueAt: new Date(factorReset.dueAt).toISOString() };
  const [dueAt, secret] = [now + RESET_AFTER_MS, ids.secret()];
  await commit(table, [
    {
      update: keys.user(userId),
      set: { factorReset: { requestedAt, dueAt, cancelHash: digest(secret) } },
      if: ['factorReset', 'absent'],
      otherwise,
    },
    ...more,
    auditEntry({ actor, action: 'factor/begin-reset', subject: userId, at: now }),
  ]);
  const link = `${origin}/lost-factors/keep?token=${userId}.${secret}`;
  await sendNotice(services, { to: user.email, ...factorsResetStarted({ ...user, link }) });
  return { dueAt: new Date(dueAt).toISOString() };
}

/** The decisions that a user's proof of a factor makes, besides the sign-in. */
export interface FactorDecision {
  readonly writes: readonly Write[];
  readonly mail: () => Promise<void>;
}

/**
 * Returns what a proven factor decides: one older than a request cancels the removal of factors, and one older than the
 * suspended ones lets these count again. `since` is the time since which the user has the factor.
 */
export async function decideByFactor(
  services: Mailing,
  user: StoredUser,
  since: number,
): Promise<FactorDecision> {
  const { userId, factorReset, factorCount } = user;
  const released = await releaseSuspended(services.table, userId, since);
  const isCancelled = factorReset !== undefined && since <= factorReset.requestedAt;
  const own: Write = {
    update: keys.user(userId),
    set: { factorCount: released.factorCount },
    remove: isCancelled ? ['factorReset'] : [],
    if: ['factorCount', '=', factorCount],
    otherwise: userChanged,
  };
  const writes = isCancelled || released.writes.length > 0 ? [own, ...released.writes] : [];
  const mail = (): Promise<void> => sendNotice(services, { to: user.email, ...factorsResetCancelled(user) });
  return { writes, mail: isCancelled ? mail : async () => {} };
}

/**
 * Removes the factors of a user whose waiting time is over; all sessions have ended with it. Returns the user as it is
 * from then on, and the same user before.
 */
export async function applyDueReset(services: Mailing, user: StoredUser): Promise<StoredUser> {
  const { table, clock } = services;
  const now = clock.now();
  if (!isResetDue(user, now)) return user;
  const { userId, passwordVersion } = user;
  const { writes } = await removeAllFactors(table, userId);
  const after = { ...user, factorCount: 0, factorReset: undefined, passwordVersion: passwordVersion + 1 };
  const notMe = notMeLink(services, after);
  await commit(table, [
    {
      update: keys.user(userId),
      // The removal was announced to the mailbox, and not cancelled from there.
      set: { factorCount: 0, mailboxProvenAt: now },
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
    ...writes,
    notMe.write,
    auditEntry({ actor: { userId, tenantId: null }, action: 'factor/reset', subject: userId, at: now }),
  ]);
  await sendNotice(services, { to: user.email, ...factorsReset({ ...user, link: notMe.link }) });
  return after;
}
