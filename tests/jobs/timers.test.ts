import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobs } from '../../functions/api/jobs.ts';
import { cronOf, type Timer } from '../../functions/api/job.ts';
import { nextTime, startTimers } from '../../scripts/local/timers.ts';

/** Returns the instants at which a timer fires between two instants. */
function timesBetween(timer: Timer, from: string, to: string): string[] {
  const times: string[] = [];
  for (let at = nextTime(timer, Date.parse(from)); at <= Date.parse(to); at = nextTime(timer, at)) {
    times.push(new Date(at).toISOString());
  }
  return times;
}

/** Returns the local time in Sydney. */
const inSydney = (instant: string): string =>
  new Date(instant).toLocaleString('en-AU', {
    timeZone: 'Australia/Sydney',
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });

const daily: Timer = { kind: 'timer', hour: 6, minute: 30 };
const hourly: Timer = { kind: 'timer', minute: 0 };

describe('a daily timer', () => {
  it('keeps its wall-clock time when summer time ends', () => {
    // On 6 April 2025 the clocks in Sydney went back from 3:00 to 2:00.
    const times = timesBetween(daily, '2025-04-03T00:00:00Z', '2025-04-07T23:59:00Z');
    expect(times.map(inSydney)).toEqual([
      '4/4/25, 06:30',
      '5/4/25, 06:30',
      '6/4/25, 06:30',
      '7/4/25, 06:30',
      '8/4/25, 06:30',
    ]);
    expect(times[1]).toBe('2025-04-04T19:30:00.000Z');
    expect(times[2]).toBe('2025-04-05T20:30:00.000Z');
  });

  it('keeps its wall-clock time when summer time begins', () => {
    // On 5 October 2025 the clocks in Sydney went forward from 2:00 to 3:00.
    const times = timesBetween(daily, '2025-10-03T00:00:00Z', '2025-10-05T23:59:00Z');
    expect(times.map(inSydney)).toEqual(['4/10/25, 06:30', '5/10/25, 06:30', '6/10/25, 06:30']);
    expect(times[0]).toBe('2025-10-03T20:30:00.000Z');
    expect(times[1]).toBe('2025-10-04T19:30:00.000Z');
  });

  it('fires once on a day that repeats or skips its time', () => {
    const atTwo: Timer = { kind: 'timer', hour: 2, minute: 15 };
    expect(timesBetween(atTwo, '2025-04-05T12:00:00Z', '2025-04-06T12:00:00Z')).toEqual([
      '2025-04-05T15:15:00.000Z',
    ]);
    const skipped = timesBetween(atTwo, '2025-10-04T12:00:00Z', '2025-10-05T12:00:00Z');
    expect(skipped.map(inSydney)).toEqual(['5/10/25, 03:00']);
  });
});

describe('an hourly timer', () => {
  it('fires every hour: 25 times on the long day, 23 on the short one', () => {
    const long = timesBetween(hourly, '2025-04-05T12:59:59Z', '2025-04-06T13:59:59Z');
    const short = timesBetween(hourly, '2025-10-04T13:59:59Z', '2025-10-05T12:59:59Z');
    expect([long.length, short.length]).toEqual([25, 23]);
    expect(new Set([...long, ...short]).size).toBe(48);
  });

  it('fires first at midnight of each day in any season', () => {
    const dates = (from: string): string[] =>
      timesBetween(hourly, from, new Date(Date.parse(from) + 3_600_000).toISOString()).map(inSydney);
    expect(dates('2025-04-05T12:30:00Z')).toEqual(['6/4/25, 00:00']);
    expect(dates('2025-04-06T13:30:00Z')).toEqual(['7/4/25, 00:00']);
    expect(dates('2025-10-05T12:30:00Z')).toEqual(['6/10/25, 00:00']);
  });
});

it('the cloud and the local product use the same times', () => {
  expect(cronOf(jobs['auto-sync'].trigger)).toBe('cron(0 * * * ? *)');
  expect(cronOf(jobs.messages.trigger)).toBe('cron(30 6 * * ? *)');
  expect(cronOf(jobs['reconcile-plans'].trigger)).toBe('cron(30 4 * * ? *)');
});

describe('the local timers', () => {
  beforeEach(() => {
    // 5:30 on 1 June 2025 in Sydney.
    vi.useFakeTimers({ now: Date.parse('2025-05-31T19:30:00Z') });
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('run each job at its times and pass the scheduled time', async () => {
    const calls: string[] = [];
    const timers = startTimers(
      [
        ['messages', daily],
        ['auto-sync', hourly],
      ],
      async (name, { scheduledTime }) => void calls.push(`${name} ${scheduledTime}`),
    );
    await vi.advanceTimersByTimeAsync(2.5 * 3_600_000);
    timers.stop();
    await vi.advanceTimersByTimeAsync(2 * 3_600_000);
    expect(calls).toEqual([
      'auto-sync 2025-05-31T20:00:00.000Z',
      'messages 2025-05-31T20:30:00.000Z',
      'auto-sync 2025-05-31T21:00:00.000Z',
      'auto-sync 2025-05-31T22:00:00.000Z',
    ]);
  });

  it('retry a failed run for the same time a limited number of times', async () => {
    const calls: string[] = [];
    const timers = startTimers([['messages', daily]], async (_name, { scheduledTime }) => {
      calls.push(String(scheduledTime));
      throw new Error('Out of luck');
    });
    await vi.advanceTimersByTimeAsync(20 * 3_600_000);
    timers.stop();
    expect(calls).toEqual(Array.from({ length: 4 }, () => '2025-05-31T20:30:00.000Z'));
  });
});
