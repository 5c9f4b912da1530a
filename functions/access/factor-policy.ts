/** Organisations that require a second factor of each member. */
import { Refusal } from '../../domain/refusal.ts';
import type { Base } from '../services/context.ts';
import { factorRequiredFrom, type StoredTenant } from '../records/tenants/tenant.ts';
import type { Caller } from './actor.ts';

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

export const factorRequired = (): Refusal =>
  new Refusal(
    'forbidden',
    'session/factor-required',
    'Your organisation requires a second factor. Please add one, or confirm it, to continue.',
  );
