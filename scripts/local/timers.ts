/** The local timers, which replace EventBridge. They run in the business time zone. */
import type { Context as Lambda } from 'aws-lambda';
import { addDays, BUSINESS_TIME_ZONE, businessDate, type CalendarDate } from '../../domain/calendar.ts';
import type { JobRow, Timer } from '../../functions/api/job.ts';
import { lambdaContext } from './api-event.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The event of a timer's job: its scheduled time, or a day for a run by hand. */
export interface TimerCall {
  readonly scheduledTime?: string;
  readonly today?: CalendarDate;
}

export type TimerJob = (call: TimerCall, lambda: Lambda) => Promise<unknown>;

/** Returns the first time after an instant at which a timer fires; both in milliseconds since the epoch. */
export function nextTime({ hour, minute, everyMinutes = 60 }: Timer, after: number): number {
  if (hour === undefined) {
    // The business time zone is whole hours from UTC, so its minutes are UTC's.
    const period = everyMinutes * MINUTE;
    const time = Math.floor(after / period) * period + minute * MINUTE;
    return time > after ? time : time + period;
  }
  for (let date = businessDate(after); ; date = addDays(date, 1)) {
    const at = instantOf(date, hour, minute);
    if (at > after) return at;
  }
}

const wallClock = new Intl.DateTimeFormat('en-AU', {
  timeZone: BUSINESS_TIME_ZONE,
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Hours ahead of UTC: summer time, then standard time. */
const OFFSETS = [11, 10];

/** Returns the instant of a local time. A time that the clock skips is an hour later; a repeated time is its first occurrence. */
function instantOf(date: CalendarDate, hour: number, minute: number): number {
  const utc = Date.parse(`${date}T00:00:00Z`) + hour * HOUR + minute * MINUTE;
  const instants = OFFSETS.map((offset) => utc - offset * HOUR);
  const matching = instants.find((at) => Number(wallClock.format(at)) === hour);
  return matching ?? utc - 10 * HOUR;
}

/** A scheduled run. */
interface Pending {
  readonly name: string;
  readonly timer: Timer;
  /** The scheduled time, which a retry keeps. */
  readonly time: number;
  /** The start, and the number of failures so far. */
  readonly at: number;
  readonly failures: number;
}

/** Retries of a failed run, as EventBridge is configured. */
const MAX_RETRIES = 3;

/** Runs jobs at their times. The clock is checked every minute, because the machine may have slept. */
export function startTimers(
  timers: readonly (readonly [name: string, timer: Timer])[],
  run: (name: string, call: TimerCall) => Promise<unknown>,
): { stop(): void } {
  const upcoming = (name: string, timer: Timer, after: number): Pending => {
    const time = nextTime(timer, after);
    return { name, timer, time, at: time, failures: 0 };
  };
  let pending = timers.map(([name, timer]) => upcoming(name, timer, Date.now()));

  const begin = async (one: Pending): Promise<void> => {
    const { name, time, failures } = one;
    try {
      await run(name, { scheduledTime: new Date(time).toISOString() });
    } catch (error) {
      process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
      const at = Date.now() + 2 ** failures * MINUTE;
      if (failures < MAX_RETRIES) pending.push({ ...one, at, failures: failures + 1 });
    }
  };
  const look = (): void => {
    const now = Date.now();
    const due = pending.filter(({ at }) => at <= now);
    const next = due
      .filter(({ failures }) => failures === 0)
      .map(({ name, timer }) => upcoming(name, timer, now));
    pending = [...pending.filter(({ at }) => at > now), ...next];
    for (const one of due) void begin(one);
  };
  const interval = setInterval(look, MINUTE);
  interval.unref();
  return { stop: () => clearInterval(interval) };
}

/** Calls a job as Lambda does. */
export function callJob(
  job: TimerJob,
  { handler, timeoutSeconds }: JobRow,
  call: TimerCall,
): Promise<unknown> {
  return job(call, lambdaContext(handler, Date.now() + timeoutSeconds * 1000));
}
