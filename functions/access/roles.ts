/** Permissions by the caller's role in the session's organisation. */
import { Refusal } from '../../domain/refusal.ts';
import { type Role, roleAtLeast } from '../../domain/roles.ts';
import type { Caller } from './actor.ts';
import type { Base } from '../services/context.ts';
import { factorRequiredFrom, type StoredTenant } from '../records/tenants/tenant.ts';

type Member = Caller & { readonly tenantId: string; readonly role: Role };

/** @throws Refusal `forbidden` for a session without an organisation, or without the factor that its organisation requires. */
export function permitMembers<Given extends Caller>(actor: Given): asserts actor is Given & Member {
  if (actor.needsFactor) throw factorRequired();
  if (actor.tenantId === null || actor.role === null) {
    throw new Refusal('forbidden', 'role/no-organisation', 'You are not a member of an organisation.');
  }
}

/** @throws Refusal `forbidden` for a lower role. */
export function permitFrom(minimum: Role, { role }: Member): void {
  if (roleAtLeast(role, minimum)) return;
  const message = `Your role in this organisation is ${role}; this needs at least ${minimum}.`;
  throw new Refusal('forbidden', 'role/too-low', message);
}

/** @throws Refusal `forbidden` when the organisation refuses the caller's session by now. */
export function refuseWithoutFactor(
  tenant: StoredTenant,
  { authentication }: Pick<Caller, 'authentication'>,
  policy: Pick<Base, 'clock' | 'requireMfaWhenLinked'>,
): void {
  const requiredFrom = factorRequiredFrom(tenant, policy);
  const isRequired = requiredFrom !== null && policy.clock.now() >= requiredFrom;
  if (isRequired && !authentication.isStrong) throw factorRequired();
}

const factorRequired = (): Refusal =>
  new Refusal(
    'forbidden',
    'session/factor-required',
    'Your organisation requires a second factor. Please add one, or confirm it, to continue.',
  );
