import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { ServicesFor } from '../services/context.ts';
import { endpoint } from '../access/endpoint.ts';
import { anonymousRequest } from '../access/network.ts';
import { uncount } from '../access/throttle.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit, type Key, type Write } from '../store/table.ts';
import { newMemberWrites } from '../records/tenants/members.ts';
import { newTenantWrites } from '../records/tenants/tenant.ts';
import { acceptNewPassword } from './accepted-password.ts';
import { takeAddressWrite } from '../records/users/addresses.ts';
import { joinWrites, readInvite } from './invite-acceptance.ts';
import { hashPassword } from './password-hash.ts';
import { userRoutes } from '../api/users.ts';
import type { InviteToken } from '../services/tokens.ts';
import { sendNotice } from './send-notice.ts';
import { newUser, newUserWrite } from '../records/users/user.ts';
import { mailRegistrationLink, needsLink, requireLink } from './registration-link.ts';
import { verificationMail } from './verification-mail.ts';

type Services = ServicesFor<'table:write' | 'mail' | 'breaches'>;

export const handler = endpoint(userRoutes, 'POST /v1/users', async (request, services) => {
  const { body, source } = request;
  const { email, inviteToken, token } = body;
  const invite = inviteToken === undefined ? null : await readInvite(services, inviteToken, email);
  if (token !== undefined) await requireLink(services, token, email);
  const isProven = invite !== null || token !== undefined;
  const counted: Key[] = [];
  if (!isProven && (await needsLink(services, { email, source }, counted))) {
    await uncount(services.table, counted);
    return { accepted: await mailRegistrationLink(services, { email, source }) };
  }
  try {
    return await register(services, request, { invite, isProven });
  } catch (error) {
    await uncount(services.table, counted);
    throw error;
  }
});

interface Registering {
  readonly body: {
    readonly email: string;
    readonly givenName: string;
    readonly surname: string;
    readonly password: string;
    readonly tenantName?: string | undefined;
    readonly leadAttribution?: Readonly<Record<string, string>> | undefined;
  };
  readonly source: string;
  readonly requestId: string;
}

/** @param isProven the mailbox answered a mail before. */
async function register(
  services: Services,
  { body, source, requestId }: Registering,
  { invite, isProven }: { readonly invite: InviteToken | null; readonly isProven: boolean },
): Promise<{ readonly id: string }> {
  const { table, clock, ids } = services;
  const now = clock.now();
  const organisation = invite?.tenantName ?? body.tenantName ?? null;
  await acceptNewPassword(services, body.password, { ...body, organisation }, 'password');
  const tenantId = invite?.tenantId ?? ids.uuid();
  const user = {
    ...newUser({
      userId: ids.uuid(),
      email: body.email,
      givenName: body.givenName,
      surname: body.surname,
      isVerified: isProven,
      passwordHash: await hashPassword(body.password, services),
      lastTenantId: tenantId,
      leadAttribution: body.leadAttribution ?? {},
      createdAt: new Date(now).toISOString(),
    }),
    mailboxProvenAt: isProven ? now : null,
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
      actor: { userId: user.userId, tenantId, request: anonymousRequest({ source, requestId }) },
      action: 'user/register',
      subject: user.userId,
      at: now,
    }),
  ]);
  if (!user.isVerified) await sendNotice(services, verification.letter);
  return { id: user.userId };
}

function foundingWrites(
  { clock, limits }: ServicesFor<never>,
  { userId, tenantId, name }: { userId: string; tenantId: string; name: string },
): Write[] {
  const createdAt = new Date(clock.now()).toISOString();
  return [
    ...newTenantWrites({ tenantId, name, ownerId: userId, createdAt }, limits.sizes),
    ...newMemberWrites({ tenantId, userId, role: 'Owner', entityIds: null, joinedAt: createdAt }),
  ];
}

/** Returns the refusal of an address in use. Its text fits any failure, so that it doesn't confirm the address. */
function notRegistered(): Refusal {
  const message =
    "Oops! Something went wrong. We couldn't register your account right now. Please try again later.";
  return invalid('body', 'user/not-registered', message);
}
