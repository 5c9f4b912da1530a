import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { maskedEmail } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { cancelInvitationWrite } from '../records/tenants/invitations.ts';
import { tenantRoutes } from '../api/tenants.ts';

export const handler = endpoint(
  tenantRoutes,
  'POST /v1/tenants/users/invite/cancel',
  async ({ actor, body: { email } }, { table, clock }) => {
    await commit(table, [
      cancelInvitationWrite(actor.tenantId, email),
      auditEntry({ actor, action: 'invite/cancel', subject: maskedEmail(email), at: clock.now() }),
    ]);
  },
);
