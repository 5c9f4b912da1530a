/** What every job does besides its own work: read what it is called with, log what came of it, and repeat no harm. */
import type { Context as Lambda, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { keys } from '../store/keys.ts';
import { commitOne } from '../store/table.ts';
import type { ServicesFor } from './context.ts';
import type { FromQueue, JobRow, MessageOf, Timer } from './job.ts';
import type { Use } from './route.ts';
import { DateText } from './wire.ts';

/** A handler that waits for its services: those of its row's `uses`, and its trigger's own. */
type Job<Used extends Use, Event, Answer, Own extends Use> = (
  services: ServicesFor<Used> & ServicesFor<Own>,
) => (event: Event, lambda: Lambda) => Promise<Answer>;

type Rows = Readonly<Record<string, JobRow>>;
type UsesOf<Row extends JobRow> = Row['uses'][number];

/** What a job did, in counts and words: for the log, and for who ran it by hand. */
export type Did = Readonly<Record<string, unknown>>;

/** Called by a timer, with the moment that it was set to; or by hand, as of a day or of today. */
const Call = z.object({ scheduledTime: z.iso.datetime().optional(), today: DateText.optional() });

export interface TimerRun {
  /** The day that counts as today. */
  readonly today: CalendarDate;
  /** The same for every repetition of the run. */
  readonly runId: string;
  readonly isManual: boolean;
  /** When it must be over, milliseconds since the epoch. */
  readonly deadline: number;
}

const DONE_SECONDS = 7 * 86_400;

/**
 * A job that a timer starts. Timers may call twice: a moment that is done is not done again, and a job that fails in
 * the middle is.
 */
export function timerJob<Table extends Rows, Name extends keyof Table & string>(
  _rows: Table & Readonly<Record<Name, { readonly trigger: Timer }>>,
  name: Name,
  run: (run: TimerRun, services: ServicesFor<UsesOf<Table[Name]>>) => Promise<Did>,
): Job<UsesOf<Table[Name]>, unknown, Did, 'table:write'> {
  return (services) => async (event, lambda) => {
    const { table, clock, ids, log } = services;
    const { scheduledTime, today } = Call.parse(event);
    const began = clock.now();
    const done = scheduledTime === undefined ? null : keys.jobRun(name, scheduledTime);
    if (done && (await table.get(done))) return { skipped: 'It was done already.' };
    try {
      const did = await run(
        {
          today: today ?? businessDate(scheduledTime === undefined ? began : Date.parse(scheduledTime)),
          runId: scheduledTime?.replaceAll(/\W/g, '-') ?? ids.uuid(),
          isManual: scheduledTime === undefined,
          deadline: began + lambda.getRemainingTimeInMillis(),
        },
        services,
      );
      if (done) await commitOne(table, { put: { ...done, ttl: Math.ceil(began / 1000) + DONE_SECONDS } });
      log.info('job', { job: name, milliseconds: clock.now() - began, did });
      return did;
    } catch (error) {
      log.error('job failed', { job: name, milliseconds: clock.now() - began, error });
      throw error;
    }
  };
}

/** One delivery of a message. */
export interface Delivery {
  readonly group: string;
  readonly id: string;
  /** When work on it must be over, milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * A job that works off a queue, in order. A message that fails comes again, and with it those after it, lest one
 * overtakes; one that cannot be read is put aside at once, since it never will be.
 */
export function queueJob<Table extends Rows, Name extends keyof Table & string>(
  rows: Table & Readonly<Record<Name, { readonly trigger: FromQueue }>>,
  name: Name,
  run: (
    message: MessageOf<Table[Name]>,
    delivery: Delivery,
    services: ServicesFor<UsesOf<Table[Name]>>,
  ) => Promise<Did>,
): Job<UsesOf<Table[Name]>, SQSEvent, SQSBatchResponse, 'queue'> {
  const schema = rows[name].trigger.message;
  return (services) => async (event, lambda) => {
    const { queue, clock, log } = services;
    const work = async (record: SQSRecord): Promise<Did> => {
      const { MessageGroupId: group = '', MessageDeduplicationId: id = '' } = record.attributes;
      const body = parseJson(record.body);
      const message = schema.safeParse(body);
      if (!message.success) {
        await queue.setAside({ group, id, body });
        return { putAside: z.prettifyError(message.error) };
      }
      const deadline = clock.now() + lambda.getRemainingTimeInMillis();
      return run(message.data as MessageOf<Table[Name]>, { group, id, deadline }, services);
    };
    for (const [index, record] of event.Records.entries()) {
      try {
        log.info('job', { job: name, did: await work(record) });
      } catch (error) {
        log.error('job failed', { job: name, body: record.body, error });
        const rest = event.Records.slice(index);
        return { batchItemFailures: rest.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      }
    }
    return { batchItemFailures: [] };
  };
}

/** What is no JSON stays text, which no schema takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
