/** Runs the jobs in this process, with their timers and their queue. */
import type { Context as Lambda } from 'aws-lambda';
import * as z from 'zod';
import { jobs } from '../../functions/api/jobs.ts';
import { type FromQueue, type JobRow, partsOfJob, queueOfJob, type Timer } from '../../functions/api/job.ts';
import type { Table } from '../../functions/store/table.ts';
import { createQueue, type DeadLetter, type LocalQueue, type QueueWorker } from './queue.ts';
import { type Environment, loadHandler } from './load-handler.ts';
import { callJob, startTimers, type TimerCall } from './timers.ts';

type Handler = (event: unknown, lambda: Lambda) => Promise<unknown>;

/** Loads the handler of a job. Its log lines go to `writeLine`. */
export type LoadJob = (row: JobRow, writeLine: (line: string) => void) => Promise<Handler>;

/** The result of a run, and of the messages that it queued. */
export interface JobReport {
  readonly job: string;
  readonly result: unknown;
  /** The result of each message that was processed during the run. */
  readonly worked: readonly unknown[];
  /** Messages that wait for a retry. */
  readonly waiting: number;
  readonly deadLetters: number;
}

export interface LocalJobs {
  /** The queues by name. */
  readonly queues: ReadonlyMap<string, LocalQueue>;
  /** The name and summary of each job with a timer. */
  readonly timers: readonly (readonly [name: string, summary: string])[];
  /** Runs a job now, as of a day, and waits until the queue is empty. Returns null when there is no such job. */
  run(name: string, call: TimerCall): Promise<JobReport | null>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Sends the dead letters again, and waits until the queue is empty. */
  redrive(): Promise<Omit<JobReport, 'job'>>;
  close(): Promise<void>;
}

type TimerRow = JobRow & { readonly trigger: Timer };
type QueueRow = JobRow & { readonly trigger: FromQueue };

const rows: readonly (readonly [string, JobRow])[] = Object.entries(jobs);
const timerRows = rows.filter(
  (entry): entry is [string, TimerRow] => entry[1].trigger.kind === 'timer' && !entry[1].isCloudOnly,
);

/** The jobs that process a queue, one each. */
const workerRows = rows.map(([, row]) => row).filter((row): row is QueueRow => row.trigger.kind === 'queue');

export function startJobs(load: LoadJob, table: Table, writeLine: (line: string) => void): LocalJobs {
  const listeners = new Set<(result: unknown) => void>();
  const listen = (line: string): void => {
    writeLine(line);
    const result = resultOf(line);
    if (result !== undefined) for (const notify of listeners) notify(result);
  };
  const loaded = new Map<string, Promise<Handler>>();
  const handlerOf = (row: JobRow, write: (line: string) => void): Promise<Handler> => {
    const handler = loaded.get(row.handler) ?? load(row, write);
    loaded.set(row.handler, handler);
    return handler;
  };
  const queues = new Map<string, LocalQueue>(
    workerRows.map((row) => {
      const work: QueueWorker = async (event, lambda) => {
        const handler = await handlerOf(row, listen);
        return (await handler(event, lambda)) as Awaited<ReturnType<QueueWorker>>;
      };
      return [row.trigger.queue, createQueue(row, work, table)];
    }),
  );
  const ofAll = async <Result>(read: (queue: LocalQueue) => Promise<Result>): Promise<Result[]> =>
    Promise.all([...queues.values()].map(read));
  const deadLetters = async (): Promise<DeadLetter[]> => (await ofAll((queue) => queue.deadLetters())).flat();

  const call = async (row: TimerRow, how: TimerCall): Promise<unknown> =>
    callJob(await handlerOf(row, writeLine), row, how);

  /** Adds the results of the queue's worker to the report, schedule by schedule. */
  const reporting = async (work: () => Promise<unknown>): Promise<Omit<JobReport, 'job'>> => {
    const worked: unknown[] = [];
    const collect = (result: unknown): void => void worked.push(...eachOf(result));
    listeners.add(collect);
    try {
      const result = await work();
      const waiting = sum(await ofAll((queue) => queue.drained()));
      return { result, worked, waiting, deadLetters: (await deadLetters()).length };
    } finally {
      listeners.delete(collect);
    }
  };

  const byName = new Map(timerRows);
  const timers = startTimers(
    timerRows.map(([name, { trigger }]) => [name, trigger] as const),
    async (name, how) => {
      const row = byName.get(name);
      if (row) await call(row, how);
    },
  );

  return {
    queues,
    timers: timerRows.map(([name, { summary }]) => [name, summary] as const),
    async run(name, how) {
      const row = byName.get(name);
      return row ? { job: name, ...(await reporting(() => call(row, how))) } : null;
    },
    deadLetters,
    redrive: () => reporting(async () => sum(await ofAll((queue) => queue.redrive()))),
    async close() {
      timers.stop();
      await ofAll((queue) => queue.close());
    },
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const OfSchedules = z.object({ schedules: z.array(z.unknown()) });

const eachOf = (result: unknown): readonly unknown[] =>
  OfSchedules.safeParse(result).data?.schedules ?? [result];

const Line = z.object({ message: z.literal('job'), result: z.unknown() });

/** Returns the result in the log line of a job. */
function resultOf(line: string): unknown {
  const parsed = Line.safeParse(JSON.parse(line));
  return parsed.success ? parsed.data.result : undefined;
}

/** Loads jobs from their files and composes them as in the cloud. */
export const jobsFromFiles =
  (environment: Environment): LoadJob =>
  (row, writeLine) =>
    loadHandler<unknown, unknown>(row.handler, partsOfJob(row), queueOfJob(row), environment, writeLine);
