/** The steps that all jobs share: parse the event, run once per scheduled time or message, log the result. */
import type { Context as Lambda, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { keys, shards } from '../store/keys.ts';
import { commitOne } from '../store/table.ts';
import type { ServicesFor } from '../services/context.ts';
import type { FromQueue, JobRow, MessageOf, Timer } from '../api/job.ts';
import { DateText } from '../api/wire.ts';

/** A handler that waits for its services: the entry composes them once per process. */
type Job<Services, Event, Answer> = (services: Services) => (event: Event, lambda: Lambda) => Promise<Answer>;

type Rows = Readonly<Record<string, JobRow>>;
type ServicesOf<Row extends JobRow> = ServicesFor<Row['uses'][number]>;

/** The result of a job, in counts and words. It is logged, and shown when the job is run by hand. */
export type JobResult = Readonly<Record<string, unknown>>;

/** The event of a job: from a timer with its scheduled time, or by hand for a given day (default: today). */
const Call = z.object({
  scheduledTime: z.iso.datetime().optional(),
  today: DateText.optional(),
  /** The part of the due index, `{number}/{of}` from 0; the whole by default. */
  slice: z
    .string()
    .regex(/^\d+\/\d+$/)
    .default('0/1'),
});

export interface TimerRun {
  /** The business date of the run. */
  readonly today: CalendarDate;
  /** The shards of the due index that the run processes. */
  readonly shards: readonly number[];
  /** The same for every retry of the run. */
  readonly runId: string;
  readonly isManual: boolean;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

const DONE_SECONDS = 7 * 86_400;

/**
 * Defines a job that a timer starts. A timer may fire twice: a scheduled time that is done is skipped, and a failed run
 * is retried.
 */
export function timerJob<Table extends Rows, Name extends keyof Table & string>(
  _rows: Table & Readonly<Record<Name, { readonly trigger: Timer }>>,
  name: Name,
  run: (run: TimerRun, services: ServicesOf<Table[Name]>) => Promise<JobResult>,
): Job<ServicesOf<Table[Name]> & ServicesFor<'table:write'>, unknown, JobResult> {
  return (services) => async (event, lambda) => {
    const { table, clock, ids, log } = services;
    const { scheduledTime, today, slice } = Call.parse(event);
    const [number = 0, slices = 1] = slice.split('/').map(Number);
    const part = slices === 1 ? name : `${name}/${slice}`;
    const began = clock.now();
    const done = scheduledTime === undefined ? null : keys.jobRun(part, scheduledTime);
    if (done && (await table.get(done))) return { skipped: 'The run of this scheduled time is done.' };
    try {
      const result = await run(
        {
          today: today ?? businessDate(scheduledTime === undefined ? began : Date.parse(scheduledTime)),
          shards: shards.filter((shard) => shard % slices === number),
          runId: scheduledTime?.replaceAll(/\W/g, '-') ?? ids.uuid(),
          isManual: scheduledTime === undefined,
          deadline: began + lambda.getRemainingTimeInMillis(),
        },
        services,
      );
      if (done) await commitOne(table, { put: { ...done, ttl: Math.ceil(began / 1000) + DONE_SECONDS } });
      log.info('job', { job: name, milliseconds: clock.now() - began, result });
      return result;
    } catch (error) {
      log.error('job failed', { job: name, milliseconds: clock.now() - began, error });
      throw error;
    }
  };
}

/** Thrown where the work of a message can't be done now: the message is delivered again, and no alarm is raised. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly result: JobResult;

  /** @param result what is logged of this delivery */
  constructor(result: JobResult) {
    super('The work can’t be done now.');
    this.result = result;
  }
}

export interface Delivery {
  readonly group: string;
  readonly id: string;
  /** Whether a message that fails now is not delivered again. */
  readonly isLast: boolean;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Defines a job that processes a queue in order. After a failure the message and those behind it are delivered again, so
 * that none overtakes another. A message that does not match its schema goes to the dead-letter queue at once.
 */
export function queueJob<Table extends Rows, Name extends keyof Table & string>(
  rows: Table & Readonly<Record<Name, { readonly trigger: FromQueue }>>,
  name: Name,
  run: (
    message: MessageOf<Table[Name]>,
    delivery: Delivery,
    services: ServicesOf<Table[Name]>,
  ) => Promise<JobResult>,
): Job<ServicesOf<Table[Name]> & ServicesFor<'queue'>, SQSEvent, SQSBatchResponse> {
  const { message: schema, isSecret = false, deliveries } = rows[name].trigger;
  return (services) => async (event, lambda) => {
    const { queue, clock, log } = services;
    const work = async (record: SQSRecord): Promise<JobResult> => {
      const { MessageGroupId: group = '', MessageDeduplicationId: id = '', ...counted } = record.attributes;
      const isLast = Number(counted.ApproximateReceiveCount) >= deliveries;
      const body = parseJson(record.body);
      const message = schema.safeParse(body);
      if (!message.success) {
        await queue.sendToDeadLetters({ group, id, body });
        return { deadLetter: z.prettifyError(message.error) };
      }
      const deadline = clock.now() + lambda.getRemainingTimeInMillis();
      return run(message.data as MessageOf<Table[Name]>, { group, id, isLast, deadline }, services);
    };
    for (const [index, record] of event.Records.entries()) {
      try {
        log.info('job', { job: name, result: await work(record) });
      } catch (error) {
        if (error instanceof TryLater) log.info('job', { job: name, result: error.result });
        else log.error('job failed', { job: name, ...(!isSecret && { body: record.body }), error });
        const rest = event.Records.slice(index);
        return { batchItemFailures: rest.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      }
    }
    return { batchItemFailures: [] };
  };
}

/** Text that is not JSON is returned as it is; no schema accepts it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
