/**
 * Xero's limits, kept rather than met: at most so many calls at once and in any minute for one Xero
 * organisation, whoever makes them. Every call takes a place in the organisation's window first.
 */
import * as z from 'zod';
import { XeroError, xeroLimits } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { type Table, WriteRefused } from '../store/table.ts';
import type { XeroServices } from '../lib/context.ts';

/** Instants in milliseconds; `end` is when the call will be over at the latest, until it is over. */
const Call = z.object({ start: z.number(), end: z.number() });

const WindowItem = z.object({
  calls: z.record(z.string(), Call),
  /** Xero has asked for quiet until then. */
  pausedUntil: z.number(),
  /** Counts the places taken. */
  version: z.number(),
});

type Window = z.output<typeof WindowItem>;

/** A call counts from its start until a minute after its end, since Xero may have counted it at any moment between. */
const COUNTED_MS = 61_000;
/** How long one call takes at most before it is given up. */
export const CALL_MS = 20_000;
const RETRY_MS = 200;

/** A place in the window: give it back when the call is over. */
export interface CallPlace {
  readonly id: string;
  readonly tenantId: string;
  /** The place is void for a call that starts later: others may count on it. */
  readonly startBy: number;
}

/** How long preparing a call takes at most, once it has its place. */
const PREPARE_MS = 10_000;

/**
 * Waits for a place.
 * @throws XeroError `throttled` when there is none before `until`.
 */
export async function takePlace(
  { table, clock, timers, ids }: Pick<XeroServices, 'table' | 'clock' | 'timers' | 'ids'>,
  tenantId: string,
  until: number,
): Promise<CallPlace> {
  const id = ids.uuid().slice(0, 8);
  for (;;) {
    const window = await readWindow(table, tenantId);
    const now = clock.now();
    const wait = waitFor(window, now);
    if (wait === 0 && (await enter(table, tenantId, window, { id, now }))) {
      return { id, tenantId, startBy: now + PREPARE_MS };
    }
    if (now + wait > until) throw new XeroError('throttled');
    if (wait > 0) await timers.sleep(wait);
  }
}

/** Ends a call; `quietMs` is how long Xero asked everybody to wait. */
export async function givePlaceBack(
  table: Table,
  { tenantId, id }: CallPlace,
  now: number,
  quietMs: number,
): Promise<void> {
  try {
    await table.write({
      update: keys.xeroRate(tenantId),
      set: { [`calls.${id}.end`]: now, ...(quietMs > 0 && { pausedUntil: now + quietMs }) },
      if: [`calls.${id}.start`, 'present'],
    });
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
  }
}

async function readWindow(table: Table, tenantId: string): Promise<Window> {
  const key = keys.xeroRate(tenantId);
  const item = await table.get(key);
  if (item) return WindowItem.parse(item);
  const empty: Window = { calls: {}, pausedUntil: 0, version: 0 };
  try {
    await table.write({ put: { ...key, ...empty }, if: 'absent' });
    return empty;
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    return readWindow(table, tenantId);
  }
}

/** Milliseconds until there may be a place; 0 when there is one. */
function waitFor({ calls, pausedUntil }: Window, now: number): number {
  if (pausedUntil > now) return pausedUntil - now;
  const all = Object.values(calls);
  if (all.filter(({ end }) => end > now).length >= xeroLimits.concurrentCalls) return RETRY_MS;
  const counted = all.map(({ end }) => end + COUNTED_MS - now).filter((left) => left > 0);
  const tooMany = counted.length - xeroLimits.callsPerMinute;
  if (tooMany < 0) return 0;
  return counted.toSorted((a, b) => a - b)[tooMany] ?? RETRY_MS;
}

/** Takes a place if the window is still as it was read, and forgets the calls that count no more. */
async function enter(
  table: Table,
  tenantId: string,
  { calls, version }: Window,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<boolean> {
  const over = Object.entries(calls).filter(([, { end }]) => end + COUNTED_MS <= now);
  try {
    await table.write({
      update: keys.xeroRate(tenantId),
      set: { [`calls.${id}`]: { start: now, end: now + PREPARE_MS + CALL_MS }, version: version + 1 },
      remove: over.map(([key]) => `calls.${key}`),
      if: ['version', '=', version],
    });
    return true;
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    return error.failures.some(({ item }) => {
      const entered = WindowItem.safeParse(item);
      return entered.success && entered.data.calls[id] !== undefined;
    });
  }
}
