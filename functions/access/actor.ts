import type { Role } from '../../domain/roles.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';

/** The session of a request and the user's present role in it. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  /** The session that signed in, of which this one is a continuation in another organisation. */
  readonly familyId: string;
  /** The session's current organisation; null without one. */
  readonly tenantId: string | null;
  /** Read with every request, so a new role or a removal binds at once. */
  readonly role: Role | null;
  /** The entities that the user may see, read with every request; null for all, and empty without an organisation. */
  readonly entityIds: EntityScope['entityIds'];
  /** The session has an organisation, which admits only sessions with a second factor. */
  readonly needsFactor: boolean;
  readonly authentication: Authentication;
}

export interface Authentication {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether it used a second factor or a passkey. */
  readonly isStrong: boolean;
  /** Whether the user has a factor that it could have used. */
  readonly hasFactor: boolean;
}

/** The facts of a request that its audit entries keep. */
export interface RequestFacts {
  readonly requestId: string;
  /** The network that the request came from, truncated. */
  readonly source: string;
  readonly entityId?: string | undefined;
  readonly scheduleId?: string | undefined;
}

/** A signed-in user, with or without an organisation. */
export interface SignedIn extends Caller {
  readonly request: RequestFacts;
}

/** The signed-in user in the session's current organisation; the scope of what the user may read. */
export interface Actor extends SignedIn, EntityScope {
  readonly tenantId: string;
  readonly role: Role;
}
