import type * as z from 'zod';
import { merged } from '../../merged.ts';
import { Behaviour } from './records.ts';
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
  forbidden: 'empty',
  appToken: 'granted',
  unknownTracking: 'dropped',
  batchMs: 0,
  minuteMs: 60_000,
};

export const BehaviourPatch = Behaviour.partial();

export function behaviourOf(state: XeroState): Behaviour {
  return state.records.behaviour.get('@') ?? DEFAULT_BEHAVIOUR;
}

/** Changes the fields that a patch names. */
export function changeBehaviour(state: XeroState, patch: z.infer<typeof BehaviourPatch>): Behaviour {
  const changed = merged(behaviourOf(state), patch);
  put(state, 'behaviour', '@', changed);
  return changed;
}
