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

/** Runs jobs at their times. The clock is looked at every minute, since a machine may have slept. */
export function startTimers(
  rows: readonly (readonly [name: string, row: JobRow & { readonly trigger: Timer }])[],
  run: (name: string, call: TimerCall) => Promise<unknown>,
): { stop(): void } {
  const next = new Map(rows.map(([name, { trigger }]) => [name, nextTime(trigger, Date.now())]));
  const look = (): void => {
    const now = Date.now();
    for (const [name, { trigger }] of rows) {
      const at = next.get(name) ?? Infinity;
      if (at > now) continue;
      next.set(name, nextTime(trigger, now));
      run(name, { scheduledTime: new Date(at).toISOString() }).catch((error: unknown) => {
        process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
      });
    }
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
