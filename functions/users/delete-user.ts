import { conflict, type Refusal } from '../../domain/refusal.ts';
import { nameSome } from '../../domain/text.ts';
import { endpoint } from '../access/endpoint.ts';
import type { SignedIn } from '../access/actor.ts';
import { requireRecentAuthentication } from '../access/step-up.ts';
import { throttle } from '../access/throttle.ts';
import type { ServicesFor } from '../services/context.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import { commit, commitOne, queryAll, type Table } from '../store/table.ts';
import { withdrawInvitations } from '../records/tenants/invitations.ts';
import { listMemberships, type Member, removeMember } from '../records/tenants/members.ts';
import { readTenants } from '../records/tenants/tenant.ts';
import { endCalendarsOf } from '../records/users/calendars.ts';
import { deleteJoinedMessage } from '../records/tenants/messages.ts';
import { requirePassword } from './require-password.ts';
import { userRoutes } from '../api/users.ts';
import { readUser, type StoredUser } from '../records/users/user.ts';

/** Can be repeated: the user goes last, and so can finish a deletion that was cut short. */
export const handler = endpoint(userRoutes, 'DELETE /v1/users', async ({ actor, body, source }, services) => {
  const { table, clock } = services;
  const user = await readUser(table, actor.userId);
  await prove(services, { actor, user, password: body.password, source });
  const memberships = await listMemberships(table, user.userId);
  await refuseOwner(table, memberships);
  for (const member of memberships) await leave(services, actor, member);
  await sweepUser(table, user, actor.sessionId);
  await commit(table, [
    {
      delete: keys.user(user.userId),
      if: ['membershipsEpoch', '=', user.membershipsEpoch],
      otherwise: joinedMeanwhile,
    },
    ...[user.email, ...user.earlierAddresses.map(({ email }) => email)].map((email) => ({
      delete: keys.address(email),
      if: { any: ['absent' as const, ['userId', '=', user.userId] as const] },
    })),
    auditEntry({
      actor: { ...actor, tenantId: null },
      action: 'user/delete',
      subject: user.userId,
      at: clock.now(),
    }),
  ]);
  await commitOne(table, { delete: keys.session(user.userId, actor.sessionId) });
});

const joinedMeanwhile = (): Refusal =>
  conflict('user/changed', 'Your account has just been changed. Please try again.');

interface Asker {
  readonly actor: SignedIn;
  readonly user: StoredUser;
  readonly password: string | undefined;
  readonly source: string;
}

/** By the password, of a user without a factor; otherwise by a recent authentication. */
async function prove(
  { table, clock }: ServicesFor<'table:write'>,
  { actor, user, password, source }: Asker,
): Promise<void> {
  if (password === undefined || user.factorCount > 0) return requireRecentAuthentication(actor, clock.now());
  await throttle(table, clock.now(), 'reauthenticate', { who: actor.familyId, source });
  return requirePassword(user, password, 'password');
}

/** @throws Refusal `conflict` naming the organisations that the user owns. */
async function refuseOwner(table: Table, memberships: readonly Member[]): Promise<void> {
  const owned = memberships.filter(({ role }) => role === 'Owner').map(({ tenantId }) => tenantId);
  const names = (await readTenants(table, owned)).flatMap((tenant) => tenant?.name ?? []);
  if (owned.length === 0) return;
  const message = `You own ${nameSome(names)}. Please delete what you own before you delete your account.`;
  throw conflict('user/owner', message);
}

async function leave(
  { table, clock }: ServicesFor<'table:write'>,
  actor: SignedIn,
  member: Member,
): Promise<void> {
  const { tenantId, userId } = member;
  await removeMember(table, member, [
    auditEntry({ actor: { ...actor, tenantId }, action: 'member/leave', subject: userId, at: clock.now() }),
  ]);
  await withdrawInvitations(table, member);
  await deleteJoinedMessage(table, tenantId, userId);
  const marks = await queryAll(table, { pk: keys.messageMark(userId, tenantId, '').pk });
  await Promise.all(marks.map(({ pk, sk }) => commitOne(table, { delete: { pk, sk } })));
}

/** Factors, codes, mailed links, calendars and sessions, but the one that deletes. */
async function sweepUser(table: Table, { userId }: StoredUser, sessionId: string): Promise<void> {
  const kept = new Set([keys.user(userId).sk, keys.session(userId, sessionId).sk]);
  const items = await queryAll(table, { pk: keys.user(userId).pk });
  await endCalendarsOf(table, items);
  await Promise.all(
    items.filter(({ sk }) => !kept.has(sk)).map(({ pk, sk }) => commitOne(table, { delete: { pk, sk } })),
  );
}
