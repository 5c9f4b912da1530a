import { endpoint } from '../access/endpoint.ts';
import { authenticate } from '../access/authenticate.ts';
import { throttle } from '../access/throttle.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ServicesFor } from '../services/context.ts';
import { addressChanged, earlyFactorsRemoved } from '../services/mail/templates.ts';
import { sendAddressOfOwner } from '../plans/customer.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { maskedEmail } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { confirmAddressWrites, type PendingAddress } from '../records/users/address-changes.ts';
import { type FactorChange, removeAllFactors } from '../records/users/suspended-factors.ts';
import type { StoredUser } from '../records/users/user.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { confirmable, linkInvalid } from './confirmable.ts';
import { requirePassword } from './require-password.ts';
import { sendNotice } from './send-notice.ts';

/**
 * Makes a new address the user's, by the link mailed to it and a session or the password of the account that asked.
 * Again does no harm.
 */
export const handler = endpoint(
  mailedLinkRoutes,
  'POST /v1/users/email/confirm',
  async ({ body, raw, source }, services) => {
    const { table, clock } = services;
    const { user, state } = await confirmable(table, body.token, clock.now());
    if (state === 'first') throw linkInvalid();
    if (state === 'confirmed') return;
    if ((await callerOf(services, raw.headers)) !== user.userId) {
      await throttle(table, clock.now(), 'reauthenticate', { who: user.userId, source });
      await requirePassword(user, body.password, 'password');
    }
    // Another person may have registered with an address that was never confirmed, and added them.
    const dropped = user.isVerified ? null : await removeAllFactors(table, user.userId);
    const { pendingAddress } = user;
    if (!pendingAddress) throw linkInvalid();
    await confirmNew(services, user, pendingAddress, dropped);
    if (dropped?.isRemoval) {
      await sendNotice(services, { to: pendingAddress.email, ...earlyFactorsRemoved(user) });
    }
  },
);

/** Returns the user of the request's session; null without one. */
async function callerOf(
  services: ServicesFor<'table:read'>,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  try {
    return (await authenticate(headers, services)).userId;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') return null;
    throw error;
  }
}

/** Makes the new address the user's, and mails the restore link to the old one. */
async function confirmNew(
  services: ServicesFor<'table:write' | 'mail' | 'stripe'>,
  user: StoredUser,
  pendingAddress: PendingAddress,
  dropped: FactorChange | null,
): Promise<void> {
  const { table, clock, ids, origin } = services;
  const { userId } = user;
  const now = clock.now();
  const set = dropped ? { factorCount: dropped.factorCount } : {};
  const confirmation = { secret: ids.secret(), now, set };
  const { writes, restoreToken } = confirmAddressWrites(user, pendingAddress, confirmation);
  await commit(table, [
    ...writes,
    ...(dropped?.writes ?? []),
    auditEntry({
      actor: { userId, tenantId: null },
      action: 'user/change-address',
      subject: userId,
      at: now,
      detail: changesOf(
        ['email'],
        { email: maskedEmail(user.email) },
        { email: maskedEmail(pendingAddress.email) },
      ),
    }),
  ]);
  const link = restoreToken === null ? null : `${origin}/restore?token=${restoreToken}`;
  if (user.isVerified) await sendNotice(services, { to: user.email, ...addressChanged({ ...user, link }) });
  await sendAddressOfOwner(services, userId, user.email);
}
