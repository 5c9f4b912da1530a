/** The local timers, which replace EventBridge. They run in the business time zone. */
import type { Context as Lambda } from 'aws-lambda';
import { Cron } from 'croner';
import { BUSINESS_TIME_ZONE, type CalendarDate } from '../../domain/calendar.ts';
import { cronOf, type JobRow, type Timer } from '../../functions/api/job.ts';
import { lambdaContext } from './api-event.ts';

const MINUTE = 60_000;

/** The event of a timer's job: its scheduled time, or a day for a run by hand. */
export interface TimerCall {
  readonly scheduledTime?: string;
  readonly today?: CalendarDate | undefined;
}

export type TimerJob = (call: TimerCall, lambda: Lambda) => Promise<unknown>;

/** Returns the first time after an instant at which a timer fires; both in milliseconds since the epoch. */
export function nextTime(timer: Timer, after: number): number {
  // EventBridge's pattern has the days of the month as `?`, and the year.
  const pattern = cronOf(timer).replace(/^cron\((.+) \? \*\)$/, '$1 *');
  const cron = new Cron(pattern, { timezone: BUSINESS_TIME_ZONE, sloppyRanges: true });
  return cron.nextRun(new Date(after))?.getTime() ?? Infinity;
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
