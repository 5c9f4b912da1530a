/**
 * Fails each table call of each route and job in turn: throttled, failed, in conflict, or done with its answer lost,
 * for one attempt or for all. The answer must be the usual one or a clean 503, and a repeat must end in the same state
 * as an undisturbed run. `--count 3` fails at most three calls of each scenario, `--only sync` selects scenarios, and
 * `--plant torn` writes transactions item by item, which the proof finds.
 */
import { parseArgs } from 'node:util';
import { FAULT_KINDS, type FaultKind, Faults } from '../../scripts/simulators/dynamodb/faults.ts';
import { judgeRepeats, type Scenario, type Seen } from './table-faults/judge.ts';
import { contractScenarios } from './table-faults/contract-scenarios.ts';
import { xeroScenarios } from './table-faults/xero-scenarios.ts';

const { values } = parseArgs({
  options: { count: { type: 'string' }, only: { type: 'string' }, plant: { type: 'string' } },
});
const mostCalls = Number(values.count ?? Number.POSITIVE_INFINITY);
const isTorn = values.plant === 'torn';

/** Each kind of fault, once and for all attempts. A conflict ends with its transaction. */
const VARIANTS: readonly (readonly [FaultKind, boolean])[] = [
  ...FAULT_KINDS.map((kind) => [kind, false] as const),
  ...FAULT_KINDS.filter((kind) => kind !== 'conflict').map((kind) => [kind, true] as const),
];

let findings = 0;
let runs = 0;
let scenarios = 0;

/** Spreads the failed calls over the scenario when there are more than `--count`. */
function chosenCalls(calls: number): number[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1);
  const step = Math.max(1, calls / mostCalls);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

async function prove(scenario: Scenario, faults: Faults): Promise<void> {
  scenarios++;
  await scenario.rewind();
  const before = await scenario.read();
  faults.clear();
  const once = await scenario.run();
  const { calls } = faults;
  const after = await scenario.read();
  await scenario.run();
  const twice = await scenario.read();
  for (const call of chosenCalls(calls)) {
    for (const [kind, isLasting] of VARIANTS) {
      await scenario.rewind();
      faults.failCall(call, kind, { isLasting });
      const disturbed = await scenario.run();
      faults.clear();
      const seen: Seen = { disturbed, state: await scenario.read(), usual: once, before, after, twice };
      const problem = await judgeRepeats(scenario, seen);
      runs++;
      if (problem !== null) {
        findings++;
        const fault = `${kind}${isLasting ? ' for good' : ''}`;
        console.error(`${scenario.name}: call ${call} of ${calls} ${fault}: ${problem}`);
      }
    }
  }
}

for (const create of [contractScenarios, xeroScenarios]) {
  const faults = new Faults();
  const world = await create(faults, { isTorn });
  for (const scenario of world.scenarios) {
    if (values.only === undefined || scenario.name.includes(values.only)) await prove(scenario, faults);
  }
  await world.close();
}
console.log(`${scenarios} routes and jobs, ${runs} failed table calls: ${findings} findings`);
process.exit(findings > 0 ? 1 : 0);
