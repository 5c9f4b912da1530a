import { conflict } from '../../domain/refusal.ts';
import { mayManage, type Membership } from '../../domain/roles.ts';

/** @throws Refusal `conflict` for oneself and for owners, whose role and membership are fixed. */
export function refuseUnmanageable(actor: Membership, member: Membership): void {
  if (mayManage(actor, member)) return;
  if (actor.userId === member.userId) {
    throw conflict('member/self', 'You cannot change or remove yourself.');
  }
  throw conflict('member/owner', 'The owner of an organisation cannot be changed or removed.');
}
