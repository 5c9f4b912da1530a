/** Permissions by the caller's role in the session's organisation. */
import { Refusal } from '../../domain/refusal.ts';
import { type Role, roleAtLeast } from '../../domain/roles.ts';
import type { Actor, SignedIn } from './actor.ts';

/** @throws Refusal `forbidden` for a caller without an organisation. */
export function permitMembers(actor: SignedIn): asserts actor is Actor {
  if (actor.tenantId === null || actor.role === null) {
    throw new Refusal('forbidden', 'role/no-organisation', 'You are not a member of an organisation.');
  }
}

/** @throws Refusal `forbidden` for a lower role. */
export function permitFrom(minimum: Role, { role }: Actor): void {
  if (roleAtLeast(role, minimum)) return;
  const message = `Your role in this organisation is ${role}; this needs at least ${minimum}.`;
  throw new Refusal('forbidden', 'role/too-low', message);
}
