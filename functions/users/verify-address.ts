import { invalid, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import type { ServicesFor } from '../services/context.ts';
import { addressChanged, earlyFactorsRemoved } from '../services/mail/templates.ts';
import { sendAddressOfOwner } from '../plans/customer.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { keys, maskedEmail } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { confirmAddressWrites } from '../records/users/address-changes.ts';
import { userChanged } from '../records/users/addresses.ts';
import { addressHash, type MailToken, readMailToken } from '../records/users/mail-tokens.ts';
import { type FactorChange, removeAllFactors } from '../records/users/suspended-factors.ts';
import { findUser, type StoredUser } from '../records/users/user.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { sendNotice } from './send-notice.ts';

type Services = ServicesFor<'table:write' | 'mail' | 'stripe'>;

/**
 * Confirms the address that a link was mailed to: the user's, or the new one that waits. Keeps the token until it
 * expires, because mail scanners follow links and pages load twice.
 */
export const handler = endpoint(mailedLinkRoutes, 'GET /v1/users/verify', async ({ query }, services) => {
  const { table, clock } = services;
  const token = await readMailToken(table, 'verify', query.token, clock.now());
  const user = token && (await findUser(table, token.userId));
  if (!token || !user || isVoid(user, token)) throw linkInvalid();
  if (isConfirmed(user, token)) return;
  const isNew = !isOwn(user, token);
  if (isNew && !isPending(user, token, clock.now())) throw linkInvalid();
  // Another person may have registered with the address and added them.
  const dropped = user.isVerified ? null : await removeAllFactors(table, user.userId);
  await (isNew ? confirmNew : confirmFirst)(services, user, dropped);
  if (!dropped?.isRemoval) return;
  const to = isNew && user.pendingAddress ? user.pendingAddress.email : user.email;
  await sendNotice(services, { to, ...earlyFactorsRemoved(user) });
});

const isOwn = ({ email }: StoredUser, token: MailToken): boolean => addressHash(email) === token.addressHash;

/** Whether the user's address has changed since the link was mailed, except to the one that it confirms. */
function isVoid(user: StoredUser, token: MailToken): boolean {
  const version = isOwn(user, token)
    ? [token.addressVersion, token.addressVersion + 1]
    : [token.addressVersion];
  return !version.includes(user.addressVersion);
}

const isConfirmed = (user: StoredUser, token: MailToken): boolean => user.isVerified && isOwn(user, token);

/** Whether the new address still waits. A new password since voids it. */
const isPending = ({ pendingAddress, passwordVersion }: StoredUser, token: MailToken, now: number): boolean =>
  pendingAddress !== undefined &&
  addressHash(pendingAddress.email) === token.addressHash &&
  now < pendingAddress.until &&
  passwordVersion === token.passwordVersion;

async function confirmFirst(
  { table, clock }: Services,
  { userId, addressVersion, factorCount }: StoredUser,
  dropped: FactorChange | null,
): Promise<void> {
  const now = clock.now();
  await commit(table, [
    {
      update: keys.user(userId),
      set: { isVerified: true, factorCount: dropped?.factorCount ?? factorCount },
      if: {
        all: [
          ['addressVersion', '=', addressVersion],
          ['factorCount', '=', factorCount],
        ],
      },
      otherwise: userChanged,
    },
    ...(dropped?.writes ?? []),
    auditEntry({ actor: { userId, tenantId: null }, action: 'user/verify', subject: userId, at: now }),
  ]);
}

/** Makes the new address the user's, and mails the restore link to the old one. */
async function confirmNew(services: Services, user: StoredUser, dropped: FactorChange | null): Promise<void> {
  const { table, clock, ids, origin } = services;
  const { pendingAddress, userId } = user;
  if (!pendingAddress) throw linkInvalid();
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

function linkInvalid(): Refusal {
  const message = 'This link no longer works. Please log in and ask for a new one.';
  return invalid('token', 'verify/invalid', message);
}
