import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { ServicesFor } from '../services/context.ts';
import { endpoint } from '../access/endpoint.ts';
import { anonymousRequest } from '../access/network.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit, type Write } from '../store/table.ts';
import { newMemberWrites } from '../records/tenants/members.ts';
import { newTenantWrite } from '../records/tenants/tenant.ts';
import { acceptNewPassword } from './accepted-password.ts';
import { takeAddressWrite } from '../records/users/addresses.ts';
import { joinWrites, readInvite } from './invite-acceptance.ts';
import { hashPassword } from './password-hash.ts';
import { userRoutes } from '../api/users.ts';
import { sendNotice } from './send-notice.ts';
import { newUser, newUserWrite } from '../records/users/user.ts';
import { verificationMail } from './verification-mail.ts';

export const handler = endpoint(userRoutes, 'POST /v1/users', async (request, services) => {
  const { body } = request;
  const { table, clock, ids } = services;
  const now = clock.now();
  const invite =
    body.inviteToken === undefined ? null : await readInvite(services, body.inviteToken, body.email);
  const organisation = invite?.tenantName ?? body.tenantName ?? null;
  await acceptNewPassword(services, body.password, { ...body, organisation }, 'password');
  const tenantId = invite?.tenantId ?? ids.uuid();
  const user = {
    ...newUser({
      userId: ids.uuid(),
      email: body.email,
      givenName: body.givenName,
      surname: body.surname,
      isVerified: invite !== null,
      passwordHash: await hashPassword(body.password, services),
      lastTenantId: tenantId,
      leadAttribution: body.leadAttribution ?? {},
      createdAt: new Date(now).toISOString(),
    }),
    mailboxProvenAt: invite === null ? null : now,
  };
  const membership = invite
    ? await joinWrites(services, invite, user)
    : foundingWrites(services, { userId: user.userId, tenantId, name: body.tenantName ?? '' });
  const verification = verificationMail(services, user);
  await commit(table, [
    { ...takeAddressWrite(user.email, user.userId, now), otherwise: notRegistered },
    newUserWrite(user),
    ...membership,
    ...(user.isVerified ? [] : [verification.write]),
    auditEntry({
      actor: { userId: user.userId, tenantId, request: anonymousRequest(request) },
      action: 'user/register',
      subject: user.userId,
      at: now,
    }),
  ]);
  if (!user.isVerified) await sendNotice(services, verification.letter);
  return { id: user.userId };
});

function foundingWrites(
  { clock }: ServicesFor<never>,
  { userId, tenantId, name }: { userId: string; tenantId: string; name: string },
): Write[] {
  const createdAt = new Date(clock.now()).toISOString();
  return [
    newTenantWrite({ tenantId, name, ownerId: userId, createdAt }),
    ...newMemberWrites({ tenantId, userId, role: 'Owner', entityIds: null, joinedAt: createdAt }),
  ];
}

/** Returns the refusal of an address in use. Its text fits any failure, so that it doesn't confirm the address. */
function notRegistered(): Refusal {
  const message =
    "Oops! Something went wrong. We couldn't register your account right now. Please try again later.";
  return invalid('body', 'user/not-registered', message);
}
