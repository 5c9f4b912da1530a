/*
 * The nightly check of a thousand linked entities beside auto sync, on a virtual clock: Xero refuses no call for a
 * limit, and every payment is posted. With `--plant strict` Xero takes fewer calls than it states, and refuses some,
 * which the proof finds. Run by `node tests/proof/ledger-check.ts`.
 */
import { parseArgs } from 'node:util';
import { measureThroughput } from '../support/auto-sync-world.ts';
import { measured } from '../support/figures.ts';

const { values } = parseArgs({ options: { plant: { type: 'string' } } });

const ORGANISATIONS = 1_000;
const SCHEDULES = 5;
/** Posting takes four calls. A check takes one, and look-ups where the balances differ, as they all do here. */
const MOST_CALLS_EACH = 60;

const began = Date.now();
const { posted, calls, refused, mostInAMinute, seconds } = await measureThroughput(
  {
    organisations: ORGANISATIONS,
    schedules: SCHEDULES,
    xeroMs: 500,
    tableMs: 5,
    ...(values.plant === 'strict' && { perMinute: 3 }),
  },
  true,
);
console.log(`${ORGANISATIONS} organisations are checked while ${SCHEDULES} payments each are posted`);
console.log(`  ${posted} payments posted, ${calls} calls, ${refused} of them refused for a limit`);
console.log(`  at most ${mostInAMinute} calls of the whole app in any minute, ${seconds.toFixed(0)} s`);
console.log(`  measured in ${((Date.now() - began) / 1000).toFixed(0)} s`);
measured('ledgerCheckRefusals', refused);
if (posted !== ORGANISATIONS * SCHEDULES || calls > ORGANISATIONS * MOST_CALLS_EACH) process.exitCode = 1;
