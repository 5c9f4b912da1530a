/**
 * The vocabulary of the table of jobs: what happens without anybody asking. A row is data; one row and one handler
 * file make a job, and from the row come the cloud's function with its role, schedule or queue, and alarm, and the
 * local timers and queue. Nothing here speaks of AWS.
 */
import type * as z from 'zod';
import { partsOf, type QueueName, type Use, usesOf } from './route.ts';

/** Every day at that time of the business time zone; without an hour, every hour. */
export interface Timer {
  readonly kind: 'timer';
  readonly hour?: number;
  readonly minute: number;
}

/** Messages of a group are worked off one at a time, in the order they came. */
export interface FromQueue {
  readonly kind: 'queue';
  readonly queue: QueueName;
  /** What its messages hold; one that doesn't fit is put aside. */
  readonly message: z.ZodType;
  /** Messages handed over at a time. */
  readonly batch: number;
  /** Functions at work at the same time, at most. */
  readonly concurrency: number;
  /** Deliveries of a message before it is put aside. */
  readonly deliveries: number;
}

export interface JobRow {
  readonly summary: string;
  /** The handler's file under `functions/`, without its ending. */
  readonly handler: string;
  readonly trigger: Timer | FromQueue;
  readonly uses: readonly Use[];
  /** How long a run may take; the cloud allows 900. */
  readonly timeoutSeconds: number;
  /** What people notice when it fails, in a sentence about people: its alarm says that. */
  readonly impact: string;
}

/** Declares a feature's jobs by their names, keeping each row's own types. */
export function defineJobs<const Rows extends Readonly<Record<string, JobRow>>>(rows: Rows): Rows {
  return rows;
}

/** What the handler of a queue's job is given. */
export type MessageOf<Row> = Row extends { readonly trigger: { readonly message: infer Schema } }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : never
  : never;

/** How long a message that was handed over stays with who has it: six times as long as its job may take. */
export const visibilitySeconds = ({ timeoutSeconds }: JobRow): number => 6 * timeoutSeconds;

/** The timer as EventBridge writes it; its time zone is the business time zone. */
export const cronOf = ({ hour, minute }: Timer): string => `cron(${minute} ${hour ?? '*'} * * ? *)`;

/** The queue that a job's function sends to: the one it works off, else that of postings. */
export const queueOfJob = ({ trigger }: JobRow): QueueName =>
  trigger.kind === 'queue' ? trigger.queue : 'postings';

/** What a job's function really needs. */
export function usesOfJob({ uses }: JobRow): ReadonlySet<Use> {
  return usesOf({ allow: 'anyone', uses });
}

/** The composition parts (`functions/compose/`) of a job's function. */
export function partsOfJob(row: JobRow): string[] {
  return partsOf({ allow: 'anyone', uses: row.uses });
}
