/*
 * A thousand Xero organisations with fifty payments due each, on a virtual clock: how long auto sync takes, beside how
 * long Xero's limits make it take at least. Run by `node scripts/proof/auto-sync-throughput.ts [organisations]`.
 */
import { measureThroughput } from '../../tests/support/auto-sync-world.ts';

const LEAST_OF_BOUND = 0.9;

const organisations = Number(process.argv[2] ?? 1_000);
const began = Date.now();
const result = await measureThroughput({ organisations, schedules: 50, xeroMs: 500, tableMs: 5 });
const { posted, calls, refused, mostInAMinute, seconds, boundSeconds } = result;
const reached = boundSeconds / seconds;
const took = ((Date.now() - began) / 1000).toFixed(0);

console.log(`${organisations} organisations, 50 schedules each with a payment due (simulated in ${took} s)`);
console.log(`  ${posted} payments posted in ${calls} calls, ${refused} of them refused for a limit`);
console.log(`  at most ${mostInAMinute} calls of the whole app in any minute`);
console.log(`  ${seconds.toFixed(0)} s, where Xero's limits alone take ${boundSeconds.toFixed(0)} s`);
console.log(`  ${(100 * reached).toFixed(1)} % of what is possible (at least ${100 * LEAST_OF_BOUND} %)`);
const isWell = posted === organisations * 50 && refused === 0 && reached >= LEAST_OF_BOUND;
process.exit(isWell ? 0 : 1);
