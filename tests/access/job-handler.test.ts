import { describe, expect, it } from 'vitest';
import type { SQSBatchResponse } from 'aws-lambda';
import * as z from 'zod';
import type { Context } from '../../functions/services/context.ts';
import { defineJobs, slicesOf } from '../../functions/api/job.ts';
import { queueJob, timerJob, type TimerRun, TryLater } from '../../functions/access/job-handler.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { shards } from '../../functions/store/keys.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { createTestApp } from '../support/app.ts';
import { eventOf } from '../support/jobs.ts';

const common = { summary: '', handler: '', timeoutSeconds: 60, impact: '' };
const rows = defineJobs({
  daily: { ...common, trigger: { kind: 'timer', hour: 6, minute: 30 }, uses: ['table:write'] },
  worker: {
    ...common,
    trigger: {
      kind: 'queue',
      queue: 'postings',
      message: z.object({ number: z.number() }),
      batch: 10,
      concurrency: 1,
      deliveries: 3,
    },
    uses: ['queue'],
  },
});

const lambda = { ...lambdaContext('job', 0), getRemainingTimeInMillis: () => 60_000 };

describe('A job with a timer', () => {
  const setUp = async (work: (run: TimerRun) => Promise<Record<string, unknown>>) => {
    const app = await createTestApp();
    const job = timerJob(rows, 'daily', work)(app);
    return { app, call: (event: unknown) => job(event, lambda) };
  };

  it('runs for the Sydney date of its scheduled time, even when it starts late', async () => {
    const runs: TimerRun[] = [];
    const { app, call } = await setUp(async (run) => {
      runs.push(run);
      return {};
    });
    app.clock.advance(3 * 86_400_000);
    await call({ scheduledTime: '2025-06-01T20:30:00Z' });
    expect(runs).toMatchObject([{ today: '2025-06-02', isManual: false, runId: '2025-06-01T20-30-00Z' }]);
  });

  it('runs once per scheduled time when the timer fires twice', async () => {
    let count = 0;
    const { call } = await setUp(async () => ({ count: ++count }));
    await call({ scheduledTime: '2025-06-01T20:30:00Z' });
    expect(await call({ scheduledTime: '2025-06-01T20:30:00Z' })).toEqual({
      skipped: 'The run of this scheduled time is done.',
    });
    await call({ scheduledTime: '2025-06-02T20:30:00Z' });
    expect(count).toBe(2);
  });

  it('covers every shard once with the slices of its timer, each of which runs once', async () => {
    const covered: number[] = [];
    const { call } = await setUp(async (run) => {
      covered.push(...run.shards);
      return {};
    });
    const slices = slicesOf({ kind: 'timer', minute: 0, slices: 8 });
    for (const [, event] of [...slices, ...slices])
      await call({ scheduledTime: '2025-06-01T20:30:00Z', ...event });
    expect(covered.toSorted((a, b) => a - b)).toEqual(shards);
  });

  it('runs again for a scheduled time that failed', async () => {
    let count = 0;
    const { app, call } = await setUp(async () => {
      if (++count === 1) throw new Error('Out of luck');
      return { count };
    });
    const event = { scheduledTime: '2025-06-01T20:30:00Z' };
    await expect(call(event)).rejects.toThrow('Out of luck');
    expect(app.logged.at(-1)).toMatchObject({ level: 'ERROR', job: 'daily' });
    expect(await call(event)).toEqual({ count: 2 });
  });

  it('runs by hand any number of times, as of any day', async () => {
    const days: string[] = [];
    const { call } = await setUp(async ({ today, isManual }) => {
      days.push(`${today} ${isManual}`);
      return {};
    });
    for (const event of [{ today: '2027-01-31' }, { today: '2027-01-31' }, {}]) await call(event);
    expect(days).toEqual(['2027-01-31 true', '2027-01-31 true', '2025-06-01 true']);
  });

  it('rejects a date that does not exist', async () => {
    const { call } = await setUp(async () => ({}));
    await expect(call({ today: '2025-02-30' })).rejects.toThrow('YYYY-MM-DD');
  });
});

describe('A job that processes a queue', () => {
  const setUp = async (work: (number: number) => Promise<void>) => {
    const aside: QueueMessage[] = [];
    const queue: Context['queue'] = {
      send: async () => {},
      sendToDeadLetters: async (message) => void aside.push(message),
    };
    const app = await createTestApp({ queue });
    const lasts: boolean[] = [];
    const job = queueJob(rows, 'worker', async ({ number }, { isLast }) => {
      lasts.push(isLast);
      await work(number);
      return { number };
    })(app);
    const deliverAgain = (deliveries: number): Promise<SQSBatchResponse> =>
      job(eventOf([{ group: 'g', id: 'id', body: { number: 1 } }], deliveries), lambda);
    const deliver = (...bodies: unknown[]): Promise<SQSBatchResponse> =>
      job(eventOf(bodies.map((body, index) => ({ group: 'g', id: `id-${index}`, body }))), lambda);
    return { app, aside, deliver, deliverAgain, lasts };
  };

  it('reports the first failed message and those behind it', async () => {
    const done: number[] = [];
    const { deliver } = await setUp(async (number) => {
      if (number === 2) throw new Error('Out of luck');
      done.push(number);
    });
    const { batchItemFailures } = await deliver({ number: 1 }, { number: 2 }, { number: 3 });
    expect(batchItemFailures).toEqual([{ itemIdentifier: '1' }, { itemIdentifier: '2' }]);
    expect(done).toEqual([1]);
  });

  it('sends an unreadable message to the dead letters and continues', async () => {
    const done: number[] = [];
    const { aside, deliver } = await setUp(async (number) => void done.push(number));
    expect(await deliver({ number: 'one' }, { number: 2 })).toEqual({ batchItemFailures: [] });
    expect(aside).toEqual([{ group: 'g', id: 'id-0', body: { number: 'one' } }]);
    expect(done).toEqual([2]);
  });

  it('takes work that can’t be done now again, without an error in the log', async () => {
    const { app, deliver } = await setUp(async (number) => {
      if (number === 1) throw new TryLater({ waits: true });
    });
    const { batchItemFailures } = await deliver({ number: 1 }, { number: 2 });
    expect(batchItemFailures).toEqual([{ itemIdentifier: '0' }, { itemIdentifier: '1' }]);
    expect(app.logged).toMatchObject([{ level: 'INFO', message: 'job', result: { waits: true } }]);
  });

  it('tells the last delivery of a message, after which it goes to the dead letters', async () => {
    const { deliverAgain, lasts } = await setUp(async () => {});
    for (const deliveries of [1, 2, 3]) await deliverAgain(deliveries);
    expect(lasts).toEqual([false, false, true]);
  });

  it('logs each message once with its result', async () => {
    const { app, deliver } = await setUp(async (number) => {
      if (number === 2) throw new Error('Out of luck');
    });
    await deliver({ number: 1 }, { number: 2 });
    expect(app.logged).toMatchObject([
      { level: 'INFO', message: 'job', result: { number: 1 } },
      { level: 'ERROR', message: 'job failed', body: '{"number":2}', error: { message: 'Out of luck' } },
    ]);
  });
});
