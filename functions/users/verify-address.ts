import { conflict } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { userChanged } from '../records/users/addresses.ts';
import { type FactorChange, removeAllFactors } from '../records/users/suspended-factors.ts';
import type { StoredUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import { earlyFactorsRemoved } from '../services/mail/templates.ts';
import { keys } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { confirmable } from './confirmable.ts';
import { sendNotice } from './send-notice.ts';

/**
 * Confirms the first address of a user by the link mailed to it. Keeps the token until it expires, because mail scanners
 * follow links and pages load twice. For the same reason a new address takes more than its link.
 */
export const handler = endpoint(mailedLinkRoutes, 'GET /v1/users/verify', async ({ query }, services) => {
  const { table, clock } = services;
  const { user, state } = await confirmable(table, query.token, clock.now());
  if (state === 'confirmed') return;
  if (state === 'new') {
    const message = 'Please confirm your new email address on the page that opens.';
    throw conflict('user/confirm-on-page', message);
  }
  // Another person may have registered with the address and added them.
  const dropped = await removeAllFactors(table, user.userId);
  await confirmFirst(services, user, dropped);
  if (dropped.isRemoval) await sendNotice(services, { to: user.email, ...earlyFactorsRemoved(user) });
});

async function confirmFirst(
  { table, clock }: ServicesFor<'table:write'>,
  { userId, addressVersion, factorCount }: StoredUser,
  dropped: FactorChange,
): Promise<void> {
  const now = clock.now();
  await commit(table, [
    {
      update: keys.user(userId),
      set: { isVerified: true, factorCount: dropped.factorCount },
      if: {
        all: [
          ['addressVersion', '=', addressVersion],
          ['factorCount', '=', factorCount],
        ],
      },
      otherwise: userChanged,
    },
    ...dropped.writes,
    auditEntry({ actor: { userId, tenantId: null }, action: 'user/verify', subject: userId, at: now }),
  ]);
}
