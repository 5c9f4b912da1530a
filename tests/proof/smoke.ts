/**
 * Runs the smoke test unattended against the simulators, once under the strict and once under the lenient reading of
 * each open question. Every check must hold, and the questions must have opposite verdicts. With `--plant otherwise`
 * the simulated Xero remembers idempotency keys otherwise than the run expects, which the proof finds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LENIENT, type Readings, STRICT, smokeAgainstSimulators } from '../../scripts/smoke/simulated-run.ts';

const { values } = parseArgs({ options: { plant: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'paydown-smoke-'));
let failures = 0;

function otherwise(readings: Readings): Readings {
  return { ...readings, xero: { ...readings.xero, idempotencyScope: 'app' } };
}

for (const [name, readings] of [
  ['strict', values.plant === 'otherwise' ? otherwise(STRICT) : STRICT],
  ['lenient', LENIENT],
] as const) {
  const { findings, refused } = await smokeAgainstSimulators(readings, folder);
  const wrong = findings.filter(({ isQuestion, check, verdict }) =>
    isQuestion ? verdict !== readings.verdicts[check] : verdict !== 'holds',
  );
  const questions = findings.filter(({ isQuestion }) => isQuestion).length;
  console.log(`${name}: ${findings.length} checks, ${questions} open questions, ${wrong.length} wrong`);
  for (const { step, check, verdict, seen } of wrong)
    console.log(`  ${verdict}: ${step}: ${check} (${seen})`);
  if (refused !== null) console.log(`  stopped: ${refused}`);
  failures += wrong.length + (refused === null ? 0 : 1);
}
rmSync(folder, { recursive: true });
process.exit(failures === 0 ? 0 : 1);
