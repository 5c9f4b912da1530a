/**
 * The rate limiter of a Xero organisation: Xero's limits are kept, so that it refuses no call in normal running. All
 * processes share one window in the table; every call acquires a slot in it first.
 */
import * as z from 'zod';
import { XeroError } from '../services/xero/error.ts';
import { xeroLimits, type XeroTenantId } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { type LeaseServices, waiting } from '../store/lease.ts';
import { commitOne, type Table, tryCommitOne } from '../store/table.ts';
import type { Role } from '../../domain/roles.ts';
import { digest } from '../lib/digest.ts';
import { CALL_MS } from '../../domain/posting/protocol.ts';

/** Priorities, the highest first. A lower one leaves slots free for the higher ones. */
export type Priority = 'posting' | 'interactive' | 'background';

/** The slots a priority may fill, of five at once and sixty a minute. */
const SHARES: Readonly<Record<Priority, { readonly atOnce: number; readonly aMinute: number }>> = {
  posting: { atOnce: xeroLimits.concurrentCalls, aMinute: xeroLimits.callsPerMinute },
  interactive: { atOnce: 4, aMinute: 50 },
  background: { atOnce: 3, aMinute: 40 },
};

/** One user's reads get at most a third of the slots, so that a loop does not stop the work of others. */
const READER_SHARE = {
  atOnce: Math.floor(xeroLimits.concurrentCalls / 3),
  aMinute: Math.floor(xeroLimits.callsPerMinute / 3),
};

/** The caller of a call: its priority, and the user whose request it serves; null for a job. */
export interface SlotCaller {
  readonly priority: Priority;
  readonly userId: string | null;
  /** A read for a user who can only look: it leaves the last calls of the day to the others. */
  readonly isGuest?: boolean;
  /** The most that the call may take, in milliseconds. */
  readonly callMs?: number;
}

/** The caller of background work, which gives way to users. */
export const BACKGROUND = { priority: 'background', userId: null } as const;

/** Returns the caller of a read that a page shows. */
export const readerFor = ({
  userId,
  role,
}: {
  readonly userId: string;
  readonly role: Role;
}): SlotCaller => ({
  priority: 'interactive',
  userId,
  isGuest: role === 'Guest',
});

/** Instants in milliseconds. `end` is the latest end of the call until it is over. `reader` is a user's short id. */
const Call = z.object({ start: z.number(), end: z.number(), reader: z.string().optional() });

const WindowItem = z.object({
  calls: z.record(z.string(), Call),
  /** Xero asked for no calls until then. */
  pausedUntil: z.number(),
  /** Calls left of the day as Xero counted them, and when it said so. */
  dayRemaining: z.number().nullable().default(null),
  dayRemainingAt: z.number().default(0),
  version: z.number(),
});

type Window = z.output<typeof WindowItem>;

const MINUTE = 60_000;
/** A call counts until a minute after its end, since Xero may have counted it at any moment of it. */
const COUNTED_MS = MINUTE + 1000;
const RETRY_MS = 200;
const JITTER_MS = 25;
/** The time limit for preparing a call that has its slot. */
const PREPARE_MS = 10_000;
/** The last tenth of the smallest daily limit, 1,000 calls, is kept for people. */
const KEPT_FOR_PEOPLE = 100;
/** The last fifth of it is kept from Guests, and each of them reads this often in a day. */
const KEPT_FROM_GUESTS = 200;
const GUEST_READS = 200;
const DAY_MS = 24 * 60 * MINUTE;
/** How long Xero's count of the day's remaining calls is valid. */
const DAY_REMAINING_MS = 60 * MINUTE;

/** A slot of the window: release it when the call is over. */
export interface Slot {
  readonly id: string;
  readonly xeroTenantId: XeroTenantId;
  /** The slot is void for a call that starts later. */
  readonly startBy: number;
}

/**
 * Waits for a slot.
 * @throws XeroError `throttled` when there is none before `until`, or when too many executions of the user wait.
 */
export async function acquireSlot(
  services: LeaseServices,
  xeroTenantId: XeroTenantId,
  caller: SlotCaller,
  until: number,
): Promise<Slot> {
  const { table, clock, timers, ids } = services;
  const id = ids.uuid().slice(0, 8);
  if (caller.isGuest) await countGuestRead(table, xeroTenantId, caller, clock.now());
  let lost = 0;
  // The write compares the version, so that an old read costs no more than another one.
  let consistent = false;
  /** Returns the slot, or the milliseconds to wait for one. */
  const attempt = async (): Promise<Slot | number> => {
    const window = await readWindow(table, xeroTenantId, consistent);
    consistent = true;
    const now = clock.now();
    let wait = waitFor(window, caller, now);
    if (wait === 0) {
      if (await enter(table, xeroTenantId, window, caller, { id, now })) {
        return { id, xeroTenantId, startBy: now + PREPARE_MS };
      }
      wait = jitterOf(id, ++lost);
    }
    if (now + wait > until) throw throttled(now + wait);
    return wait;
  };
  const first = await attempt();
  if (typeof first !== 'number') return first;
  const waitForSlot = async (): Promise<Slot> => {
    for (let wait = first; ;) {
      await timers.sleep(wait);
      const next = await attempt();
      if (typeof next !== 'number') return next;
      wait = next;
    }
  };
  return waiting(services, { userId: caller.userId, holder: id, until }, waitForSlot, () => {
    throw throttled(clock.now() + first);
  });
}

const throttled = (availableAt: number): XeroError => new XeroError('throttled', { availableAt });

/**
 * Returns the milliseconds that a waiter sleeps after it lost a race for the window: different ones for each, so that
 * those that woke together do not race again, and more after each loss.
 * @param id of the slot, eight hexadecimal digits
 */
const jitterOf = (id: string, lost: number): number =>
  1 + (Number.parseInt(id, 16) % (JITTER_MS * Math.min(lost, 8)));

/** Xero's statements about its limits during a call. */
export interface LimitNews {
  /** How long it asked for no calls, in milliseconds. */
  readonly pauseMs: number;
  /** Calls left of the day; null when it did not say. */
  readonly dayRemaining: number | null;
}

export async function releaseSlot(
  table: Table,
  { xeroTenantId, id }: Slot,
  now: number,
  { pauseMs, dayRemaining }: LimitNews,
): Promise<void> {
  await tryCommitOne(table, {
    update: keys.xeroRate(xeroTenantId),
    set: {
      [`calls.${id}.end`]: now,
      ...(pauseMs > 0 && { pausedUntil: now + pauseMs }),
      ...(dayRemaining !== null && { dayRemaining, dayRemainingAt: now }),
    },
    if: [`calls.${id}.start`, 'present'],
  });
}

async function readWindow(table: Table, xeroTenantId: XeroTenantId, consistent: boolean): Promise<Window> {
  const key = keys.xeroRate(xeroTenantId);
  const item = await table.get(key, { consistent });
  if (item) return WindowItem.parse(item);
  const empty = { calls: {}, pausedUntil: 0, version: 0 };
  const isNew = await tryCommitOne(table, { put: { ...key, ...empty }, if: 'absent' });
  return isNew ? WindowItem.parse(empty) : readWindow(table, xeroTenantId, true);
}

/** Milliseconds until a slot may be free; 0 when one is. */
function waitFor(window: Window, { priority, userId, isGuest = false }: SlotCaller, now: number): number {
  const { pausedUntil, calls, dayRemaining, dayRemainingAt } = window;
  if (pausedUntil > now) return pausedUntil - now;
  const kept = userId === null ? KEPT_FOR_PEOPLE : isGuest ? KEPT_FROM_GUESTS : 0;
  const validUntil = dayRemainingAt + DAY_REMAINING_MS;
  if (dayRemaining !== null && dayRemaining <= kept && kept > 0 && validUntil > now) return validUntil - now;
  const all = Object.values(calls);
  const waits = [waitIn(all, SHARES[priority], now)];
  if (priority === 'interactive' && userId !== null) {
    const own = all.filter(({ reader }) => reader === readerOf(userId));
    waits.push(waitIn(own, READER_SHARE, now));
  }
  return Math.max(...waits);
}

/** @throws XeroError `throttled` when the Guest has used the reads of the day. */
async function countGuestRead(
  table: Table,
  xeroTenantId: XeroTenantId,
  { userId }: SlotCaller,
  now: number,
): Promise<void> {
  const day = Math.floor(now / DAY_MS);
  const endsAt = (day + 1) * DAY_MS;
  await commitOne(table, {
    update: keys.throttle(digest(['guest reads', xeroTenantId, userId, day].join('\n'))),
    set: { ttl: endsAt / 1000 },
    add: { count: 1 },
    if: { any: ['absent', ['count', '<', GUEST_READS]] },
    otherwise: () => new XeroError('throttled', { availableAt: endsAt }),
  });
}

/** Milliseconds until one call more fits beside `calls`. */
function waitIn(
  calls: readonly z.output<typeof Call>[],
  share: { readonly atOnce: number; readonly aMinute: number },
  now: number,
): number {
  if (calls.filter(({ end }) => end > now).length >= share.atOnce) return RETRY_MS;
  const counted = calls.map(({ end }) => end + COUNTED_MS - now).filter((left) => left > 0);
  const tooMany = counted.length - share.aMinute;
  if (tooMany < 0) return 0;
  return counted.toSorted((a, b) => a - b)[tooMany] ?? RETRY_MS;
}

const readerOf = (userId: string): string => userId.slice(0, 8);

/** Takes a slot if the window is as it was read, and removes the calls that count no more. */
async function enter(
  table: Table,
  xeroTenantId: XeroTenantId,
  { calls, version }: Window,
  { priority, userId, callMs = CALL_MS }: SlotCaller,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<boolean> {
  const over = Object.entries(calls).filter(([, { end }]) => end + COUNTED_MS <= now);
  const reader = priority === 'interactive' && userId !== null ? { reader: readerOf(userId) } : {};
  return tryCommitOne(table, {
    update: keys.xeroRate(xeroTenantId),
    set: {
      [`calls.${id}`]: { start: now, end: now + PREPARE_MS + callMs, ...reader },
      version: version + 1,
    },
    remove: over.map(([key]) => `calls.${key}`),
    // The SDK may repeat a write that was done already.
    if: {
      any: [
        ['version', '=', version],
        [`calls.${id}.start`, 'present'],
      ],
    },
  });
}
