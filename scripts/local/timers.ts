/** The local timers: EventBridge's part, in the business time zone. */
import type { Context as Lambda } from 'aws-lambda';
import { addDays, BUSINESS_TIME_ZONE, businessDate, type CalendarDate } from '../../domain/calendar.ts';
import type { JobRow, Timer } from '../../functions/lib/job.ts';
import { lambdaContext } from './api-event.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How a timer's job is called: with the moment it was set to, or as of a day. */
export interface TimerCall {
  readonly scheduledTime?: string;
  readonly today?: CalendarDate;
}

export type TimerJob = (call: TimerCall, lambda: Lambda) => Promise<unknown>;

/** The first moment after an instant at which a timer goes off; both in milliseconds since the epoch. */
export function nextTime({ hour, minute }: Timer, after: number): number {
  if (hour === undefined) {
    // The business time zone is whole hours from UTC, so its minutes are UTC's.
    const thisHour = Math.floor(after / HOUR) * HOUR + minute * MINUTE;
    return thisHour > after ? thisHour : thisHour + HOUR;
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

/** When it is that late on a day; of a time that the clock skips, an hour later, and of one it repeats, the first. */
function instantOf(date: CalendarDate, hour: number, minute: number): number {
  const utc = Date.parse(`${date}T00:00:00Z`) + hour * HOUR + minute * MINUTE;
  const instants = OFFSETS.map((offset) => utc - offset * HOUR);
  const matching = instants.find((at) => Number(wallClock.format(at)) === hour);
  return matching ?? utc - 10 * HOUR;
}

/** A run that is to begin. */
interface Pending {
  readonly name: string;
  readonly timer: Timer;
  /** The moment that the timer is set to, which a repetition keeps. */
  readonly time: number;
  /** When to begin, and how often it has failed. */
  readonly at: number;
  readonly failures: number;
}

/** As EventBridge is told: a run that fails is repeated. */
const REPETITIONS = 3;

/** Runs jobs at their times. The clock is looked at every minute, since a machine may have slept. */
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
      if (failures < REPETITIONS) pending.push({ ...one, at, failures: failures + 1 });
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

/** Calls a job as the cloud would. */
export function callJob(
  job: TimerJob,
  { handler, timeoutSeconds }: JobRow,
  call: TimerCall,
): Promise<unknown> {
  return job(call, lambdaContext(handler, Date.now() + timeoutSeconds * 1000));
}
