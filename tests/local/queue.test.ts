import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { FromQueue, JobRow } from '../../functions/api/job.ts';
import { createQueue, type LocalQueue, type QueueWorker } from '../../scripts/local/queue.ts';
import { createMemoryTable } from '../support/memory-table.ts';

const row: JobRow & { trigger: FromQueue } = {
  summary: '',
  handler: 'test/worker',
  trigger: {
    kind: 'queue',
    queue: 'postings',
    message: z.unknown(),
    batch: 2,
    concurrency: 3,
    deliveries: 3,
  },
  uses: [],
  timeoutSeconds: 10,
  impact: '',
};
const VISIBILITY_MS = 60_000;

let queue: LocalQueue;
/** The delivered bodies, by delivery. */
let deliveries: string[][];
/** The worker's result of a delivery; success by default. */
let work: (bodies: readonly string[]) => Promise<readonly string[]>;
let underWay: number;
let mostUnderWay: number;

const worker: QueueWorker = async ({ Records }) => {
  deliveries.push(Records.map(({ body }) => body));
  underWay++;
  mostUnderWay = Math.max(mostUnderWay, underWay);
  try {
    const failed = await work(Records.map(({ body }) => body));
    const failures = Records.filter(({ body }) => failed.includes(body));
    return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  } finally {
    underWay--;
  }
};

beforeEach(() => {
  vi.useFakeTimers();
  deliveries = [];
  underWay = 0;
  mostUnderWay = 0;
  work = async () => [];
  queue = createQueue(row, worker, createMemoryTable({ now: Date.now }));
});

afterEach(() => vi.useRealTimers());

const send = (...bodies: string[]): void =>
  void queue.send(bodies.map((body) => ({ group: body[0] ?? '', id: body, body })));

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('The local queue', () => {
  it('delivers the messages of a group in order, in batches of the job’s size', async () => {
    send('a1', 'a2', 'a3');
    await queue.drained();
    expect(deliveries).toEqual([['a1', 'a2'], ['a3']]);
  });

  it('processes one delivery per group, and several groups in parallel', async () => {
    const groups = new Set<string>();
    work = async ([first = '']) => {
      const [group = ''] = first;
      expect(groups.has(group)).toBe(false);
      groups.add(group);
      await later(10);
      groups.delete(group);
      return [];
    };
    send('a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'd1', 'e1');
    await queue.drained();
    expect(deliveries.flat()).toHaveLength(9);
    expect(mostUnderWay).toBe(3);
  });

  it('deduplicates a message within five minutes', async () => {
    send('a1');
    send('a1');
    await later(4 * 60_000);
    send('a1');
    await queue.drained();
    expect(deliveries).toEqual([['a1']]);
    await later(2 * 60_000);
    send('a1');
    await queue.drained();
    expect(deliveries).toHaveLength(2);
  });

  it('retries a failed message before the others of its group', async () => {
    work = async () => (deliveries.length === 1 ? ['a1', 'a2'] : []);
    send('a1', 'a2', 'a3', 'b1');
    expect(await queue.drained()).toBe(3);
    expect(deliveries).toEqual([['a1', 'a2'], ['b1']]);
    await later(VISIBILITY_MS);
    await queue.drained();
    expect(deliveries.slice(2)).toEqual([['a1', 'a2'], ['a3']]);
  });

  it('moves a message to the dead letters after its last delivery, and continues with its group', async () => {
    work = async (bodies) => bodies.filter((body) => body === 'a1');
    send('a1', 'a2', 'a3');
    await queue.drained();
    await later(VISIBILITY_MS);
    await later(VISIBILITY_MS);
    await queue.drained();
    send('a4');
    await queue.drained();
    expect(deliveries).toEqual([['a1', 'a2'], ['a1', 'a3'], ['a1'], ['a4']]);
    expect(await queue.deadLetters()).toMatchObject([{ group: 'a', id: 'a1', body: 'a1' }]);
  });

  it('treats an exception or a timeout of the worker as a failure', async () => {
    work = async ([body]) => {
      if (body === 'a1') throw new Error('Out of luck');
      return new Promise(() => {});
    };
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    send('a1', 'b1');
    const drained = queue.drained();
    await later(10_000);
    expect(await drained).toBe(2);
    vi.restoreAllMocks();
  });

  it('sends dead letters again once', async () => {
    await queue.sendToDeadLetters({ group: 'a', id: 'a1', body: 'a1' });
    expect(await queue.redrive()).toBe(1);
    await queue.drained();
    expect(deliveries).toEqual([['a1']]);
    expect(await queue.deadLetters()).toEqual([]);
    expect(await queue.redrive()).toBe(0);
  });

  it('delivers nothing after it is closed', async () => {
    await queue.close();
    send('a1');
    expect(deliveries).toEqual([]);
  });
});
