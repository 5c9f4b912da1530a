import { conflict, Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { invitation as invitationMail } from '../services/mail/templates.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { mailboxOf, maskedEmail } from '../store/keys.ts';
import { commit, type Table } from '../store/table.ts';
import { findUserByEmail } from '../records/users/addresses.ts';
import { fullName, readUser, type StoredUser } from '../records/users/user.ts';
import { invitationWrite } from '../records/tenants/invitations.ts';
import { readRole } from '../records/tenants/members.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { readTenant, stillThere, type StoredTenant, unknownTenant } from '../records/tenants/tenant.ts';
import { invitedUserView } from '../views/tenant-user.ts';
import { chosenDetail, chosenEntities } from './chosen-entities.ts';

export const handler = endpoint(
  tenantRoutes,
  'POST /v1/tenants/users/invite',
  async ({ actor, body: { email, role, ...body }, source, now }, { table, ids, origin, signer, mail }) => {
    const { tenantId } = actor;
    const [tenant, inviter, invited] = await Promise.all([
      readTenant(table, tenantId),
      readUser(table, actor.userId),
      findUserByEmail(table, email),
    ]);
    if (!tenant) throw unknownTenant();
    if (!inviter.isVerified) throw addressUnconfirmed();
    const entityIds = await chosenEntities(table, actor, role, body.entityIds ?? null);
    if (invited && (await readRole(table, invited.userId, tenantId)) !== null) throw alreadyMember(email);
    await throttleInvitations(table, { tenant, inviter, email, source, now });

    const id = ids.secret();
    const { invitation, write } = invitationWrite(tenantId, {
      email,
      role,
      entityIds,
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
        subject: maskedEmail(email),
        at: now,
        detail: { role, ...chosenDetail(entityIds) },
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
    const content = invitationMail({
      tenantName: tenant.name,
      invitedBy: fullName(inviter),
      address: inviter.email,
      role,
      link,
    });
    await mail.send({ to: email, ...content });
    return invitedUserView(invitation);
  },
);

interface Inviting {
  readonly tenant: StoredTenant;
  readonly inviter: StoredUser;
  readonly email: string;
  readonly source: string;
  readonly now: number;
}

/** @throws Refusal `throttled` above the limits of the address, the account or the organisation. */
async function throttleInvitations(
  table: Table,
  { tenant, inviter, email, source, now }: Inviting,
): Promise<void> {
  const { tenantId, invitationsPerDay: most } = tenant;
  const mailbox = mailboxOf(email);
  await throttle(table, now, 'invite by account', { who: inviter.userId, source, most });
  await throttle(table, now, 'invite by organisation', { who: tenantId, source, most });
  await throttle(table, now, 'invite', { who: `${tenantId} ${mailbox}`, source });
  await throttle(table, now, 'invite by account and address', {
    who: `${inviter.userId} ${mailbox}`,
    source,
  });
}

/** An unknown sender must not mail strangers in our name. */
const addressUnconfirmed = (): Refusal =>
  conflict(
    'user/address-unconfirmed',
    'Please confirm your email address before you invite others. Open the link that we mailed to you.',
  );

function alreadyMember(email: string): Refusal {
  const message = `${email} belongs to this organisation already.`;
  return new Refusal('conflict', 'invite/already-member', message, { email: [message] });
}
