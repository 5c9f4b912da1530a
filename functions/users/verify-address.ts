import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { readMailToken } from '../records/users/mail-tokens.ts';
import { userRoutes } from '../api/users.ts';
import { verifyUser } from '../records/users/user.ts';

/** Keeps the token until it expires, because mail scanners follow links and pages load twice. */
export const handler = endpoint(userRoutes, 'GET /v1/users/verify', async ({ query }, { table, clock }) => {
  const now = clock.now();
  const token = await readMailToken(table, 'verify', query.token, now);
  const isConfirmed =
    token !== null &&
    (await verifyUser(table, token, [
      auditEntry({
        actor: { userId: token.userId, tenantId: null },
        action: 'user/verify',
        subject: token.userId,
        at: now,
      }),
    ]));
  if (isConfirmed) return;
  const message = 'This link no longer works. Please log in and ask for a new one.';
  throw new Refusal('invalid', 'verify/invalid', message, { token: [message] });
});
