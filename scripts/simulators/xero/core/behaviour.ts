/** Readings of Xero that its documentation leaves open. The product must be right under every one of them. */
import * as z from 'zod';
import { put, type XeroState } from './state.ts';

export interface Behaviour {
  /** `nothing`: a filter by Reference matches no document, without an error. */
  readonly referenceFilter: 'exact' | 'nothing';
  /** Idempotency keys belong to the app, or to the access token of their first call. */
  readonly idempotencyScope: 'app' | 'token';
  /** `code`: lines of documents need AccountCode; AccountID is ignored, as unknown fields are. */
  readonly lineAccount: 'id' | 'code';
  /** Calls a day per organisation: 1,000 for apps on the starter tier, 5,000 above. */
  readonly dayLimit: 1000 | 5000;
}

/** The stricter readings. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
  referenceFilter: 'nothing',
  idempotencyScope: 'token',
  lineAccount: 'code',
  dayLimit: 1000,
};

/** A change of the behaviour; absent fields stay as they are. */
export const BehaviourPatch = z.strictObject({
  referenceFilter: z.enum(['exact', 'nothing']).optional(),
  idempotencyScope: z.enum(['app', 'token']).optional(),
  lineAccount: z.enum(['id', 'code']).optional(),
  dayLimit: z.union([z.literal(1000), z.literal(5000)]).optional(),
});

export function behaviourOf(state: XeroState): Behaviour {
  return state.records.behaviour.get('@') ?? DEFAULT_BEHAVIOUR;
}

export function changeBehaviour(state: XeroState, patch: z.infer<typeof BehaviourPatch>): Behaviour {
  const current = behaviourOf(state);
  const changed: Behaviour = {
    referenceFilter: patch.referenceFilter ?? current.referenceFilter,
    idempotencyScope: patch.idempotencyScope ?? current.idempotencyScope,
    lineAccount: patch.lineAccount ?? current.lineAccount,
    dayLimit: patch.dayLimit ?? current.dayLimit,
  };
  put(state, 'behaviour', '@', changed);
  return changed;
}
