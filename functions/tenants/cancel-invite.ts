import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { normaliseEmail } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { cancelInvitationWrite } from './invitation-store.ts';
import { tenantRoutes } from './routes.ts';

export const handler = endpoint(
  tenantRoutes,
  'POST /v1/tenants/users/invite/cancel',
  async ({ actor, body: { email } }, { table, clock }) => {
    await commit(table, [
      cancelInvitationWrite(actor.tenantId, email),
      auditEntry({ actor, action: 'invite/cancel', subject: normaliseEmail(email), at: clock.now() }),
    ]);
  },
);
