/** Steps of checks: run in order, each check with a verdict. */
import type { Cleanup } from './cleanup.ts';
import type { Evidence } from './evidence.ts';
import type { Person } from './person.ts';

/** The run stops: the account is not one to test with, or a setting is missing. Its message says what to do. */
export class SmokeRefusal extends Error {
  override readonly name = 'SmokeRefusal';
}

/** `failed`: the check could not be carried out. `skipped`: the person declined, or a credential is missing. */
export type Verdict = 'holds' | 'does not hold' | 'failed' | 'skipped';

interface Observation {
  readonly verdict: Verdict;
  readonly seen: string;
}

export interface Check<World> {
  /** A statement that holds or doesn't. */
  readonly expects: string;
  readonly isQuestion: boolean;
  run(this: void, world: World): Promise<Observation>;
}

export interface Step<World> {
  readonly name: string;
  readonly checks: readonly Check<World>[];
}

export interface Finding extends Observation {
  readonly step: string;
  readonly expects: string;
  readonly isQuestion: boolean;
}

/** The state that the checks of one service share. */
export interface Run<Found extends object> {
  readonly evidence: Evidence;
  readonly person: Person;
  readonly cleanup: Cleanup;
  readonly wait: (seconds: number) => Promise<void>;
  /** In names and references of everything that the run creates. */
  readonly mark: string;
  /** Objects that later checks need. Filled by the checks. */
  readonly found: Partial<Found>;
}

export const check = <World>(expects: string, run: Check<World>['run']): Check<World> => ({
  expects,
  isQuestion: false,
  run,
});

/** A statement known from one report only, or from none: either verdict is fine, and the run settles it. */
export const question = <World>(expects: string, run: Check<World>['run']): Check<World> => ({
  expects,
  isQuestion: true,
  run,
});

/** Returns the observation that a statement holds or doesn't. */
export const observe = (holds: boolean, seen: string): Observation => ({
  verdict: holds ? 'holds' : 'does not hold',
  seen,
});

export const skipped = (why: string): Observation => ({ verdict: 'skipped', seen: why });

/** Returns an object that an earlier check found. @throws Error when it did not. */
export function need<Found extends object, Name extends keyof Found & string>(
  { found }: Run<Found>,
  name: Name,
): NonNullable<Found[Name]> {
  const value = found[name];
  if (value === undefined || value === null) throw new Error(`No ${name}: an earlier check failed.`);
  return value;
}

const INTERRUPTED = 'The run was interrupted.';

/** Runs the steps in order. A failed check doesn't stop the others; a refusal or the signal stops the run. */
export async function runSteps<World extends Run<object>>(
  steps: readonly Step<World>[],
  world: World,
  report: (finding: Finding) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const step of steps) {
    for (const { expects, isQuestion, run } of step.checks) {
      if (signal.aborted) throw new SmokeRefusal(INTERRUPTED);
      world.evidence.begin(step.name, expects);
      const observation = await run(world).catch((error: unknown): Observation => {
        if (signal.aborted) throw new SmokeRefusal(INTERRUPTED);
        if (error instanceof SmokeRefusal) throw error;
        return { verdict: 'failed', seen: error instanceof Error ? error.message : String(error) };
      });
      report({ step: step.name, expects, isQuestion, ...observation });
    }
  }
}
