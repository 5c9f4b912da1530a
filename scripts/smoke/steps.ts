/** Steps of checks: run in order, each check with a verdict. */
import type { Evidence } from './evidence.ts';
import { SmokeRefusal } from './refusal.ts';

/** `failed`: the check could not be carried out. `skipped`: the person declined, or a credential is missing. */
export type Verdict = 'holds' | 'does not hold' | 'failed' | 'skipped';

export interface Observation {
  readonly verdict: Exclude<Verdict, 'failed'>;
  readonly seen: string;
}

export interface Check<World> {
  readonly name: string;
  /** A statement that holds or doesn't. */
  readonly expects: string;
  /** Undocumented or known from one report only: either verdict is fine, and the run settles it. */
  readonly isQuestion?: true;
  run(world: World): Promise<Observation>;
}

export interface Step<World> {
  readonly name: string;
  readonly checks: readonly Check<World>[];
}

export interface Finding {
  readonly step: string;
  readonly check: string;
  readonly expects: string;
  readonly isQuestion: boolean;
  readonly verdict: Verdict;
  readonly seen: string;
}

/** Returns the observation that a statement holds or doesn't. */
export const observe = (holds: boolean, seen: string): Observation => ({
  verdict: holds ? 'holds' : 'does not hold',
  seen,
});

export const skipped = (why: string): Observation => ({ verdict: 'skipped', seen: why });

/** Runs the steps in order. A failed check doesn't stop the others; a refusal or the signal stops the run. */
export async function runSteps<World extends { readonly evidence: Evidence }>(
  steps: readonly Step<World>[],
  world: World,
  report: (finding: Finding) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const step of steps) {
    for (const check of step.checks) {
      if (signal.aborted) throw new SmokeRefusal('The run was interrupted.');
      world.evidence.begin(step.name, check.name);
      const { verdict, seen } = await runCheck(check, world);
      const { name, expects, isQuestion = false } = check;
      const finding = { step: step.name, check: name, expects, isQuestion, verdict, seen };
      report(world.evidence.redactor.redact(finding));
    }
  }
}

async function runCheck<World>(
  check: Check<World>,
  world: World,
): Promise<{ verdict: Verdict; seen: string }> {
  try {
    return await check.run(world);
  } catch (error) {
    if (error instanceof SmokeRefusal) throw error;
    return { verdict: 'failed', seen: error instanceof Error ? error.message : String(error) };
  }
}
