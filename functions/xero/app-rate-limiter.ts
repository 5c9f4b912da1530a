/** The rate limit of the app: Xero allows 10,000 calls per minute for all organisations together. */
import { keys } from '../store/keys.ts';
import { tryCommitOne } from '../store/table.ts';
import type { XeroServices } from '../services/context.ts';

/** 9,300 per minute. The rest is for pages, whose calls are not limited. */
export const WORKER_CALLS_PER_SECOND = 155;

const TTL_SECONDS = 3600;

/**
 * Reserves calls in the next second that has room, and waits for that second.
 * @param until the latest start, milliseconds since the epoch
 * @returns false when no second until then has room
 */
export async function acquireAppCalls(
  { table, clock, timers }: Pick<XeroServices, 'table' | 'clock' | 'timers'>,
  calls: number,
  until: number,
): Promise<boolean> {
  const room = ['calls', '<=', WORKER_CALLS_PER_SECOND - calls] as const;
  for (let second = Math.floor(clock.now() / 1000); second * 1000 <= until; second++) {
    const isTaken = await tryCommitOne(table, {
      update: keys.xeroAppRate(second),
      set: { ttl: second + TTL_SECONDS },
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
