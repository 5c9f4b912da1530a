import type { Role } from '../../domain/roles.ts';

/** The signed-in user in the session's current organisation. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string;
  /** Read with every request, so a new role or a removal applies at once. */
  readonly role: Role;
}

/** A signed-in user, with or without an organisation. */
export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string | null;
  readonly role: Role | null;
}
