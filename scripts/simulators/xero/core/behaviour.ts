/** Readings of Xero that its documentation leaves open. The product must be right under every one of them. */
import * as z from 'zod';
import type { Behaviour } from './records.ts';
import { put, type XeroState } from './state.ts';

/** The stricter readings. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
  referenceFilter: 'nothing',
  idempotencyScope: 'token',
  lineAccount: 'code',
  dayLimit: 1000,
  batchRefusal: 'partial',
  inFlightKey: 'runs',
  actions: 'documented',
  batchMs: 0,
};

/** A change of the behaviour; absent fields stay as they are. */
export const BehaviourPatch = z.strictObject({
  referenceFilter: z.enum(['exact', 'nothing']).optional(),
  idempotencyScope: z.enum(['app', 'token']).optional(),
  lineAccount: z.enum(['id', 'code']).optional(),
  dayLimit: z.union([z.literal(1000), z.literal(5000)]).optional(),
  batchRefusal: z.enum(['atomic', 'partial']).optional(),
  inFlightKey: z.enum(['waits', 'runs']).optional(),
  actions: z.enum(['all', 'documented']).optional(),
  batchMs: z.number().nonnegative().optional(),
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
    batchRefusal: patch.batchRefusal ?? current.batchRefusal,
    inFlightKey: patch.inFlightKey ?? current.inFlightKey,
    actions: patch.actions ?? current.actions,
    batchMs: patch.batchMs ?? current.batchMs,
  };
  put(state, 'behaviour', '@', changed);
  return changed;
}
