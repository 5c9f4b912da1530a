import * as fc from 'fast-check';
import { PROPERTIES } from '../support/domain-properties.ts';
import { REGISTER_PROPERTIES } from '../support/register-properties.ts';
import { readOptions } from '../support/command.ts';

/*
 * The domain's properties on a hundred thousand random schedules, up to loans of 10⁹ and 3,200 payments, and on as many
 * random registers. Run by `node tests/proof/domain.ts`, with another seed each time; a failure prints its seed and the
 * smallest example.
 */

const { count } = readOptions();

for (const { claim, property, runs } of [...PROPERTIES, ...REGISTER_PROPERTIES]) {
  const start = performance.now();
  const result = fc.check<unknown>(property, { numRuns: count(runs, Math.ceil(runs / 2_000)) });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${result.failed ? 'FAILED' : 'holds'}: ${claim} (${result.numRuns} runs, ${seconds} s)`);
  if (!result.failed) continue;
  console.error(fc.defaultReportMessage(result));
  process.exitCode = 1;
}
