import { endpoint } from '../access/endpoint.ts';
import { messageRoutes } from '../api/messages.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { findUser, setPreferences } from '../records/users/user.ts';

/** A mail program posts a form, which says nothing more than the token. */
export const handler = endpoint(
  messageRoutes,
  'POST /v1/digest/unsubscribe',
  async ({ query }, { table, clock, verifier }) => {
    const userId = await verifier.digest(query.token);
    const user = await findUser(table, userId);
    if (!user || user.digest === false) return;
    const actor = { userId, tenantId: null };
    const entry = auditEntry({ actor, action: 'user/end-digest', subject: userId, at: clock.now() });
    await setPreferences(table, userId, { digest: false }, [entry]);
  },
);
