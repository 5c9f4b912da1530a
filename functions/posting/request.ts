/** A request to post for an entity. */
import type { OwnedEntity } from '../records/entities/entity.ts';
import { type Deadlines, requestDeadlines } from '../xero/session.ts';
import type { AuditedAction } from './audited-action.ts';

/** By a user, or by a job (`userId` null). */
export interface PostingRequest {
  readonly entity: OwnedEntity;
  readonly userId: string | null;
  readonly deadlines: Deadlines;
  /** The action whose audit entry is written with the outcomes; absent for jobs, and for one whose entry is written before. */
  readonly audited?: AuditedAction | undefined;
}

/** Returns the request of a user's action, whose audit entry is written with the outcomes. */
export const auditedRequest = (
  { actor, entity, deadline }: Pick<PostingRequest, 'entity'> & Caller,
  action: Omit<AuditedAction, 'actor'>,
): PostingRequest => ({
  entity,
  userId: actor.userId,
  deadlines: requestDeadlines(action.at, deadline),
  audited: { actor, ...action },
});

interface Caller {
  readonly actor: AuditedAction['actor'];
  /** The instant at which the answer must be under way, milliseconds since the epoch. */
  readonly deadline: number;
}
