import { endpoint } from '../access/endpoint.ts';
import { anonymousRequest } from '../access/network.ts';
import { throttle } from '../access/throttle.ts';
import { passwordChanged } from '../services/mail/templates.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { withdrawAllInvitations } from '../records/tenants/members.ts';
import { commit } from '../store/table.ts';
import { acceptNewPassword, ownWordsOf } from './accepted-password.ts';
import { isProvenSince, restoreAddressWrites } from '../records/users/address-changes.ts';
import { keepFactors } from '../records/users/suspended-factors.ts';
import type { StoredUser } from '../records/users/user.ts';
import { restorable, restoreLinkInvalid } from './restorable.ts';
import { hashPassword } from './password-hash.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { requirePassword } from './require-password.ts';
import { sendNotice } from './send-notice.ts';
import { recordSuccess } from './sign-in-guard.ts';

/** Factors and codes of this time may be a thief's. The owner keeps factors one by one, codes have no mark of their own. */
const DOUBTED_MS = 30 * 86_400_000;

/**
 * Sets a new password, which ends every session, and removes the factors that the owner doesn't keep; without `keep`
 * those confirmed since the oldest change of address, and those of the last thirty days. Once the mailbox of the new
 * address is proven, the link alone is not enough: its holder may be a stranger who prepared the account.
 */
export const handler = endpoint(
  mailedLinkRoutes,
  'POST /v1/users/email/restore',
  async (request, services) => {
    const { query, body, source } = request;
    const { table, clock } = services;
    const now = clock.now();
    const { user, address } = await restorable(table, query.token, now);
    if (isProvenSince(user, address)) {
      await throttle(table, now, 'reauthenticate', { who: user.userId, source });
      await requirePassword(user, body.currentPassword, 'currentPassword');
    }
    const own = await ownWordsOf(table, { ...user, email: address.email });
    await acceptNewPassword(services, body.Password, own, 'Password');
    const { userId } = user;
    const { keep } = body;
    const before = Math.min(oldestChange(user), now - DOUBTED_MS);
    const change = await keepFactors(table, userId, {
      factor: ({ factorId, confirmedAt }) => keep?.includes(factorId) ?? (confirmedAt ?? now) < before,
      codesBefore: before,
    });
    const restored = restoreAddressWrites(user, address, {
      passwordHash: await hashPassword(body.Password, services),
      factorCount: change.factorCount,
      mailboxProvenAt: now,
    });
    await commit(table, [
      ...change.writes,
      ...restored.map((write) => ({ ...write, otherwise: restoreLinkInvalid })),
      auditEntry({
        actor: { userId, tenantId: null, request: anonymousRequest(request) },
        action: 'user/restore-address',
        subject: userId,
        at: now,
      }),
    ]);
    const renewed = { email: address.email, passwordVersion: user.passwordVersion + 1 };
    const withdrawn = await withdrawAllInvitations(table, userId);
    await recordSuccess(table, now, renewed, source);
    await sendNotice(services, { to: address.email, ...passwordChanged(user, withdrawn) });
  },
);

/** The time when the first of the present changes was asked for. */
const oldestChange = ({ earlierAddresses }: StoredUser): number =>
  Math.min(...earlierAddresses.map(({ leftAt }) => leftAt));
