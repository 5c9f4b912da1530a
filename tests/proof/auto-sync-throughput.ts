/**
 * Auto sync of many Xero organisations on a virtual clock, beside the time that Xero's limits make it take at least: a
 * thousand organisations with fifty payments due each, so many that the limits are what counts, and a thousand whose
 * ledgers are checked at the same time. With `--plant strict` Xero takes fewer calls than it states, and refuses some,
 * which the proof finds.
 */
import { measureThroughput, type Throughput } from '../support/auto-sync-world.ts';
import { readOptions, sized } from '../support/command.ts';
import { measured } from '../support/figures.ts';

const { plant } = readOptions();
const stricter = plant === 'strict' ? { perMinute: 2 } : {};

/** A check takes one call, and look-ups where the balances differ, as they all do here. */
const MOST_CALLS_OF_A_CHECK = 56;

interface Run {
  readonly organisations: number;
  /** Schedules of each organisation, with a payment due. */
  readonly schedules: number;
  readonly checksLedgers?: boolean;
  /** Whether entities choose a tracking option, whose categories take a call more. */
  readonly isTracked?: boolean;
}

async function measure({
  organisations,
  schedules,
  checksLedgers = false,
  isTracked = false,
}: Run): Promise<Throughput> {
  const size = { organisations, schedules, xeroMs: 500, tableMs: 5, isTracked, ...stricter };
  const result = await measureThroughput(size, checksLedgers);
  const { posted, calls, refused, mostInAMinute, seconds } = result;
  console.log(`${organisations} organisations, ${schedules} schedules each with a payment due`);
  console.log(`  ${posted} payments posted in ${calls} calls, ${refused} of them refused for a limit`);
  console.log(`  at most ${mostInAMinute} calls of the whole app in any minute, ${seconds.toFixed(0)} s`);
  if (posted !== organisations * schedules || refused > 0) process.exitCode = 1;
  return result;
}

const asked = { organisations: sized(1_000, 10), schedules: 50 };
const first = await measure(asked);
measured('autoSyncTime', first.seconds);
measured('autoSyncCalls', first.calls / asked.organisations);

const tracked = await measure({ ...asked, organisations: sized(100, 10), isTracked: true });
measured('autoSyncTrackedCalls', tracked.calls / sized(100, 10));

const { boundSeconds, seconds } = await measure({ organisations: sized(5_000, 20), schedules: 5 });
console.log(`  Xero's limits alone take ${boundSeconds.toFixed(0)} s`);
measured('autoSyncBound', (100 * boundSeconds) / seconds);

const checked = { organisations: sized(1_000, 10), schedules: 5, checksLedgers: true };
const { refused, calls } = await measure(checked);
measured('ledgerCheckRefusals', refused);
if (calls > checked.organisations * (first.calls / asked.organisations + MOST_CALLS_OF_A_CHECK))
  process.exitCode = 1;
