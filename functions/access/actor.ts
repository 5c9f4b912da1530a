import type { Role } from '../../domain/roles.ts';

/** Who is signed in, in the session's current organisation. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string;
  /** Read with every request, so a new role or a removal binds at once. */
  readonly role: Role;
}

/** Whoever is signed in, with or without an organisation. */
export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string | null;
  readonly role: Role | null;
}
