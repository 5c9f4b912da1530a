import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { invitation as invitationMail } from '../services/mail/templates.ts';
import { auditEntry } from '../store/audit.ts';
import { normaliseEmail } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { findUserByEmail } from '../users/address-store.ts';
import { fullName, readUser } from '../users/user-store.ts';
import { invitationWrite } from './invitation-store.ts';
import { readRole } from './member-store.ts';
import { tenantRoutes } from './routes.ts';
import { readTenant, stillThere, unknownTenant } from './tenant-store.ts';
import { invitedUserView } from './tenant-user-view.ts';

export const handler = endpoint(
  tenantRoutes,
  'POST /v1/tenants/users/invite',
  async ({ actor, body: { email, role }, source }, { table, clock, ids, origin, signer, mail }) => {
    const { tenantId } = actor;
    const now = clock.now();
    const [tenant, inviter, invited] = await Promise.all([
      readTenant(table, tenantId),
      readUser(table, actor.userId),
      findUserByEmail(table, email),
    ]);
    if (!tenant) throw unknownTenant();
    if (invited && (await readRole(table, invited.userId, tenantId)) !== null) throw alreadyMember(email);
    await throttle(table, now, 'invite', { who: normaliseEmail(email), source });

    const id = ids.secret();
    const { invitation, write } = invitationWrite(tenantId, {
      email,
      role,
      invitedBy: actor.userId,
      tokenId: id,
      now,
    });
    await commit(table, [
      write,
      stillThere(tenantId),
      auditEntry({
        actor,
        action: 'invite/send',
        subject: normaliseEmail(email),
        at: now,
        detail: { role },
      }),
    ]);
    const token = await signer.invite({
      id,
      tenantId,
      email,
      tenantName: tenant.name,
      registered: invited !== null,
    });
    const link = `${origin}/invite?token=${token}`;
    const content = invitationMail({ tenantName: tenant.name, invitedBy: fullName(inviter), role, link });
    await mail.send({ to: email, ...content });
    return invitedUserView(invitation);
  },
);

function alreadyMember(email: string): Refusal {
  const message = `${email} belongs to this organisation already.`;
  return new Refusal('conflict', 'invite/already-member', message, { email: [message] });
}
