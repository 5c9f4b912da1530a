/**
 * The types of the job table. A job is one row and one handler file. The cloud's function with its role, schedule or
 * queue, and alarm is derived from the row, and so are the local timers and queue. Nothing here depends on AWS.
 */
import type * as z from 'zod';
import { partsOf, type QueueName, type Use, usesOf } from './route.ts';

/** Daily at this time in the business time zone; without an hour, hourly; with an interval, several times an hour. */
export interface Timer {
  readonly kind: 'timer';
  readonly hour?: number;
  readonly minute: number;
  /** A divisor of 60. */
  readonly everyMinutes?: number;
  /** Runs of each time, side by side, each with its part of the due index; 1 by default. */
  readonly slices?: number;
  /** Minutes from the start of a slice to that of the next, for slices that share a limit of a vendor; 0 by default. */
  readonly minutesApart?: number;
}

/** A FIFO queue: the messages of a group are processed one at a time, in order. */
export interface FromQueue {
  readonly kind: 'queue';
  readonly queue: QueueName;
  /** The schema of its messages. Others go to the dead-letter queue. */
  readonly message: z.ZodType;
  /** The messages contain secrets, so the log leaves them out. */
  readonly isSecret?: true;
  /** Messages per invocation. */
  readonly batch: number;
  readonly concurrency: number;
  /** Deliveries of a message before it goes to the dead-letter queue. */
  readonly deliveries: number;
}

export interface JobRow {
  readonly summary: string;
  /** The handler's file under `functions/`, without its extension. */
  readonly handler: string;
  readonly trigger: Timer | FromQueue;
  readonly uses: readonly Use[];
  /** The queue that a timer's job sends to; `postings` by default. */
  readonly queue?: QueueName;
  /** Counts of its result that the cloud records as metrics. */
  readonly measures?: readonly string[];
  /** Has alarms of its own, and deployments replace it gradually: sign-in, and whatever posts documents. */
  readonly isCritical?: true;
  /** The job checks the deployment, so the local product does not run it. */
  readonly isCloudOnly?: true;
  /** The limit of a run; Lambda allows 900. */
  readonly timeoutSeconds: number;
  /** The effect of a failure on people, in one sentence. The alarm shows it. */
  readonly impact: string;
}

export function defineJobs<const Rows extends Readonly<Record<string, JobRow>>>(rows: Rows): Rows {
  return rows;
}

export type MessageOf<Row> = Row extends { readonly trigger: { readonly message: infer Schema } }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : never
  : never;

/** Seconds for which a delivered message is invisible: six times the job's timeout, as Lambda recommends. */
export const visibilitySeconds = ({ timeoutSeconds }: JobRow): number => 6 * timeoutSeconds;

/** Returns the timer of a slice in EventBridge's syntax, in the business time zone. All slices start within one hour. */
export function cronOf({ hour, minute, everyMinutes, minutesApart = 0 }: Timer, slice = 0): string {
  const minutes = everyMinutes === undefined ? minute + slice * minutesApart : `${minute}/${everyMinutes}`;
  return `cron(${minutes} ${hour ?? '*'} * * ? *)`;
}

/** Returns the suffix of the name and the part of the event of each slice of a timer. */
export function slicesOf({ slices = 1 }: Timer): (readonly [suffix: string, event: { slice?: string }])[] {
  if (slices === 1) return [['', {}]];
  return Array.from({ length: slices }, (_each, slice) => [`-${slice}`, { slice: `${slice}/${slices}` }]);
}

/** Returns the queue that a job's function sends to: the one it processes, otherwise the row's. */
export const queueOfJob = ({ trigger, queue = 'postings' }: JobRow): QueueName =>
  trigger.kind === 'queue' ? trigger.queue : queue;

export function usesOfJob({ uses }: JobRow): ReadonlySet<Use> {
  return usesOf({ allow: 'anyone', uses });
}

/** Returns the composition parts (`functions/compose/`) of a job's function. */
export function partsOfJob(row: JobRow): string[] {
  return partsOf({ allow: 'anyone', uses: row.uses });
}
