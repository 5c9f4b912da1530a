/*
 * How long auto sync takes for many Xero organisations, on a virtual clock, beside how long Xero's limits make it take
 * at least: a thousand organisations with fifty payments due each, and so many that the limits are what counts.
 * With `--plant strict` Xero takes fewer calls than it states, and refuses some, which the proof finds.
 * Run by `node tests/proof/auto-sync-throughput.ts`.
 */
import { parseArgs } from 'node:util';
import { measureThroughput, type Throughput } from '../support/auto-sync-world.ts';
import { measured } from '../support/figures.ts';

const { values } = parseArgs({ options: { plant: { type: 'string' } } });
const stricter = values.plant === 'strict' ? { perMinute: 3 } : {};

/** The lock date, the contacts, the accounts, and the payments. */
const CALLS_EACH = 4;

async function measure(organisations: number, schedules: number): Promise<Throughput> {
  const began = Date.now();
  const result = await measureThroughput({ organisations, schedules, xeroMs: 500, tableMs: 5, ...stricter });
  const took = ((Date.now() - began) / 1000).toFixed(0);
  const { posted, calls, refused, mostInAMinute, seconds } = result;
  console.log(`${organisations} organisations, ${schedules} schedules each with a payment due (${took} s)`);
  console.log(`  ${posted} payments posted in ${calls} calls, ${refused} of them refused for a limit`);
  console.log(`  at most ${mostInAMinute} calls of the whole app in any minute`);
  console.log(`  ${seconds.toFixed(0)} s`);
  const isWell = posted === organisations * schedules && refused === 0;
  if (!isWell || calls !== organisations * CALLS_EACH) process.exitCode = 1;
  return result;
}

const asked = await measure(1_000, 50);
measured('autoSyncTime', asked.seconds);

const { boundSeconds, seconds } = await measure(5_000, 5);
console.log(`  Xero's limits alone take ${boundSeconds.toFixed(0)} s`);
measured('autoSyncBound', (100 * boundSeconds) / seconds);
