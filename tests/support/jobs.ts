/** The jobs of an app, run by hand: timers as of any day, and the queue until it is empty. */
import type { Context as Lambda, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { jobs } from '../../functions/api/jobs.ts';
import { queueOfJob } from '../../functions/api/job.ts';
import type { Context } from '../../functions/services/context.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';

export type JobCall = Readonly<{ scheduledTime?: string; today?: string }>;

export interface Jobs {
  /** Calls a job, and processes the messages that it sends. */
  run(name: keyof typeof jobs, call?: JobCall): Promise<Run>;
  /** Calls a job without processing its messages. */
  start(name: keyof typeof jobs, call?: JobCall): Promise<unknown>;
  /** Processes these messages; by default all waiting ones. `deliveries`: how often they were delivered, this time included. */
  processQueue(messages?: readonly QueueMessage[], deliveries?: number): Promise<SQSBatchResponse>;
  /** Checks the entities of these messages, which a route has sent. */
  processChecks(messages: readonly QueueMessage[]): Promise<unknown>;
  /** Messages that are not processed yet. */
  readonly waiting: QueueMessage[];
  readonly deadLetters: QueueMessage[];
}

export interface Run {
  readonly result: Readonly<Record<string, unknown>>;
  /** The result of each message. */
  readonly worked: readonly Readonly<Record<string, unknown>>[];
}

type Handler = (services: Context) => (event: unknown, lambda: Lambda) => Promise<unknown>;

export function jobsOf(
  app: Context & { readonly logged: readonly Readonly<Record<string, unknown>>[] },
): Jobs {
  const waiting: QueueMessage[] = [];
  const deadLetters: QueueMessage[] = [];
  const checks = new WeakSet<QueueMessage>();
  const servicesOf = (name: keyof typeof jobs): Context => ({
    ...app,
    queue: {
      send: async (messages) => {
        if (queueOfJob(jobs[name]) === 'checks') messages.forEach((message) => checks.add(message));
        waiting.push(...messages);
      },
      sendToDeadLetters: async (message) => void deadLetters.push(message),
    },
  });
  const call = async (name: keyof typeof jobs, event: unknown): Promise<unknown> => {
    const file = new URL(`../../functions/${jobs[name].handler}.ts`, import.meta.url).href;
    const { handler } = (await import(file)) as { handler: Handler };
    const remaining = jobs[name].timeoutSeconds * 1000;
    const lambda = { ...lambdaContext(name, 0), getRemainingTimeInMillis: () => remaining };
    return handler(servicesOf(name))(event, lambda);
  };
  const processQueue = async (
    messages: readonly QueueMessage[] = waiting.splice(0),
    deliveries = 1,
  ): Promise<SQSBatchResponse> => {
    const batchItemFailures = [];
    for (const [index, message] of messages.entries()) {
      const worker = checks.has(message) ? 'ledger-worker' : 'sync-worker';
      const answer = (await call(worker, eventOf([message], deliveries))) as SQSBatchResponse;
      if (answer.batchItemFailures.length > 0) batchItemFailures.push({ itemIdentifier: String(index) });
    }
    return { batchItemFailures };
  };
  return {
    waiting,
    deadLetters,
    processQueue,
    processChecks: (messages) => call('ledger-worker', eventOf(messages)),
    start: (name, how = {}) => call(name, how),
    async run(name, how = {}) {
      const before = app.logged.length;
      const result = (await call(name, how)) as Run['result'];
      await processQueue();
      const worked = app.logged
        .slice(before)
        .filter((line) => WORKERS.has(String(line['job'])) && line['message'] === 'job')
        .map((line) => line['result'] as Readonly<Record<string, unknown>>);
      return { result, worked };
    },
  };
}

const WORKERS = new Set(['sync-worker', 'ledger-worker']);

/** Returns messages in Lambda's format. */
export function eventOf(messages: readonly QueueMessage[], deliveries = 1): SQSEvent {
  return {
    Records: messages.map(({ group, id, body }, index) => ({
      messageId: String(index),
      receiptHandle: '',
      body: JSON.stringify(body),
      attributes: {
        ApproximateReceiveCount: String(deliveries),
        SentTimestamp: '0',
        SenderId: '',
        ApproximateFirstReceiveTimestamp: '0',
        MessageGroupId: group,
        MessageDeduplicationId: id,
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: '',
      awsRegion: '',
    })),
  };
}
