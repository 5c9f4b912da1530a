/** A request to post for an entity. */
import type { OwnedEntity } from '../../records/entities/entity.ts';
import type { Deadlines } from '../../services/deadlines.ts';
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
  { actor, entity, deadlines }: Pick<PostingRequest, 'entity' | 'deadlines'> & Pick<AuditedAction, 'actor'>,
  action: Omit<AuditedAction, 'actor'>,
): PostingRequest => ({
  entity,
  userId: actor.userId,
  deadlines,
  audited: { actor, ...action },
});
