/** The pace of the workers: Xero lets the whole app call 10,000 times a minute, all organisations together. */
import { keys } from '../store/keys.ts';
import { tryCommitOne } from '../store/table.ts';
import type { XeroServices } from '../lib/context.ts';

/** 9,300 a minute; the rest is for pages, which are not paced. */
export const WORKER_CALLS_A_SECOND = 155;

const KEPT_SECONDS = 3600;

/**
 * Waits for a second in which so many calls can begin.
 * @param until the last moment at which to begin, milliseconds since the epoch.
 * @returns whether there is one.
 */
export async function takeAppCalls(
  { table, clock, timers }: Pick<XeroServices, 'table' | 'clock' | 'timers'>,
  calls: number,
  until: number,
): Promise<boolean> {
  const room = ['calls', '<=', WORKER_CALLS_A_SECOND - calls] as const;
  for (let second = Math.floor(clock.now() / 1000); second * 1000 <= until; second++) {
    const isTaken = await tryCommitOne(table, {
      update: keys.xeroAppRate(second),
      set: { ttl: second + KEPT_SECONDS },
      add: { calls },
      if: { any: [['calls', 'absent'], room] },
    });
    if (!isTaken) continue;
    const wait = second * 1000 - clock.now();
    if (wait > 0) await timers.sleep(wait);
    return true;
  }
  return false;
}
