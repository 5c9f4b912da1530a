/**
 * The table fails at each call of each route and job: throttled, failed, in conflict, or done with its answer lost. Every
 * answer must be the usual one or a clean refusal, and a repeat must end in the state of an undisturbed run.
 *
 * `--only schedules` selects the scenarios whose names contain the word; `--count 3` fails at most three table calls of
 * each.
 */
import { readOptions, sized } from '../support/command.ts';
import { Findings } from './table-faults/findings.ts';
import { proveCalls } from './table-faults/prove-calls.ts';

const { only, count } = readOptions();
const findings = new Findings();
await proveCalls(findings, {
  mostCalls: count(Infinity, 1),
  mostScenarios: sized(Infinity, 3),
  only,
});
console.log(`${findings.tried} failed table calls: ${findings.count} findings`);
process.exit(findings.count > 0 ? 1 : 0);
