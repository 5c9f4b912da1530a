/** What a path names must be the caller's own: the one place where path parameters become things. */
import { Refusal } from '../../domain/refusal.ts';
import { ownEntity, type OwnedEntity } from '../entities/entity-store.ts';
import { ownSchedule, type OwnedSchedule } from '../schedules/schedule-store.ts';
import { readMember, roleOf, type Member } from '../tenants/member-store.ts';
import { tenantOf } from '../tenants/tenant-store.ts';
import { keys } from '../store/keys.ts';
import { refuseWithoutFactor } from './factor-policy.ts';
import type { SignedIn } from './actor.ts';
import type { ServicesFor } from '../lib/context.ts';
import { Id } from '../lib/wire.ts';

/** The things behind a path's parameters, for its handler. */
export type OwnedBy<Params> = (Params extends { entityId: string }
  ? { readonly entity: OwnedEntity }
  : unknown) &
  (Params extends { scheduleId: string } ? { readonly schedule: OwnedSchedule } : unknown) &
  (Params extends { userId: string } ? { readonly member: Member } : unknown);

interface Owned {
  /** The caller, in the organisation that the path names or else in the session's. */
  readonly actor: SignedIn;
  readonly entity?: OwnedEntity;
  readonly schedule?: OwnedSchedule;
  readonly member?: Member;
}

/** @throws Refusal `not-found` for an unknown thing and for another organisation's alike. */
export async function ownPath(
  params: Readonly<Record<string, string | undefined>>,
  caller: SignedIn,
  services: ServicesFor<'table:read'>,
): Promise<Owned> {
  const { table } = services;
  const { tenantId, userId, entityId, scheduleId, sessionId, factorId } = params;
  refuseNonIds({ organisation: tenantId, user: userId, entity: entityId, schedule: scheduleId });
  refuseNonIds({ session: sessionId, factor: factorId });
  if (tenantId !== undefined) {
    const [membership, tenantItem] = await table.getMany([
      keys.membership(caller.userId, tenantId),
      keys.organisation(tenantId),
    ]);
    const [role, tenant] = [roleOf(membership), tenantOf(tenantItem)];
    if (role === null || tenant === null) throw unknown('organisation');
    refuseWithoutFactor(tenant, caller, services);
    return { actor: { ...caller, tenantId, role } };
  }
  const organisation = caller.tenantId;
  if (organisation === null) return { actor: caller };
  if (userId !== undefined) {
    const member = await readMember(table, organisation, userId);
    if (!member) throw unknown('user');
    return { actor: caller, member };
  }
  if (entityId === undefined) return { actor: caller };
  const entity = await ownEntity(table, organisation, entityId);
  if (scheduleId === undefined) return { actor: caller, entity };
  return { actor: caller, entity, schedule: await ownSchedule(table, entity, scheduleId) };
}

/** Nothing has a name that isn't an id; some of those would not even do as a key. */
function refuseNonIds(named: Readonly<Record<string, string | undefined>>): void {
  for (const [thing, id] of Object.entries(named)) {
    if (id !== undefined && !Id.safeParse(id).success) throw unknown(thing);
  }
}

function unknown(thing: string): Refusal {
  return new Refusal('not-found', `${thing}/unknown`, `The ${thing} could not be found.`);
}
