/**
 * Fails each table call of each route and job in turn: throttled, failed, in conflict, or done with its answer lost,
 * for one attempt or for all. The answer must be the usual one or a clean 503, and a repeat must end in the same state
 * as an undisturbed run.
 */
import { FAULT_KINDS, type FaultKind, Faults } from './faults.ts';
import type { Findings } from './findings.ts';
import { judgeRepeats, type Scenario, type Seen } from './judge-repeats.ts';
import { contractScenarios } from './contract-scenarios.ts';
import { xeroScenarios } from './xero-scenarios.ts';

/** Each kind of fault, once and for all attempts. A conflict ends with its transaction. */
const VARIANTS: readonly (readonly [FaultKind, boolean])[] = [
  ...FAULT_KINDS.map((kind) => [kind, false] as const),
  ...FAULT_KINDS.filter((kind) => kind !== 'conflict').map((kind) => [kind, true] as const),
];

export interface Chosen {
  /** The calls of each scenario that fail, at most, spread over it. */
  readonly mostCalls: number;
  /** The scenarios of each world, at most. */
  readonly mostScenarios: number;
  /** A part of the names of the chosen scenarios; '' for all. */
  readonly only: string;
}

export async function proveCalls(findings: Findings, chosen: Chosen): Promise<void> {
  for (const create of [contractScenarios, xeroScenarios]) {
    const faults = new Faults();
    const world = await create(faults);
    const scenarios = world.scenarios.filter(({ name }) => name.includes(chosen.only));
    for (const scenario of scenarios.slice(0, chosen.mostScenarios)) {
      await prove(scenario, faults, findings, chosen.mostCalls);
    }
    await world.close();
  }
}

async function prove(
  scenario: Scenario,
  faults: Faults,
  findings: Findings,
  mostCalls: number,
): Promise<void> {
  await scenario.rewind();
  const before = await scenario.read();
  faults.clear();
  const once = await scenario.run();
  const { calls } = faults;
  const after = await scenario.read();
  await scenario.run();
  const twice = await scenario.read();
  for (const call of spread(calls, mostCalls)) {
    for (const [kind, isLasting] of VARIANTS) {
      await scenario.rewind();
      faults.failCall(call, kind, { isLasting });
      const disturbed = await scenario.run();
      faults.clear();
      const seen: Seen = { disturbed, state: await scenario.read(), usual: once, before, after, twice };
      const problem = await judgeRepeats(scenario, seen);
      findings.tried++;
      const fault = `${kind}${isLasting ? ' for good' : ''}`;
      if (problem !== null) findings.add(`${scenario.name}: call ${call} of ${calls} ${fault}: ${problem}`);
    }
  }
}

/** Returns numbers from 1 to `count`, at most `most` of them. */
function spread(count: number, most: number): number[] {
  const step = Math.max(1, count / most);
  return Array.from({ length: Math.min(count, most) }, (_, index) => Math.floor(index * step) + 1);
}
