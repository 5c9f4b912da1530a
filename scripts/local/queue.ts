/**
 * The local queue: SQS's rules for a FIFO queue with dead letters, in this process. Messages are in memory, since the
 * next run of the timer finds unprocessed work again in the table. Dead letters are stored in the table.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as passing } from 'node:timers/promises';
import type { Context as Lambda, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { type FromQueue, type JobRow, visibilitySeconds } from '../../functions/api/job.ts';
import { keys } from '../../functions/store/keys.ts';
import { queryAll, type Table } from '../../functions/store/table.ts';
import { lambdaContext } from './api-event.ts';

/** Messages with the same id in a group are deduplicated within this time. */
const DEDUPLICATION_MS = 5 * 60_000;
/** The longest pause before the queue looks again: the clock may step, as after a laptop's sleep. */
const LOOK_MS = 1_000;
/** The longest wait for running work at close. The next run finds unfinished work again. */
const PATIENCE_MS = 5_000;

export interface SentMessage {
  readonly group: string;
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

interface Waiting extends SentMessage {
  readonly messageId: string;
  readonly sentAt: number;
  /** Deliveries so far. */
  deliveries: number;
  /** The earliest delivery, milliseconds since the epoch. */
  visibleAt: number;
}

const DeadLetter = z.object({
  group: z.string(),
  id: z.string(),
  body: z.string(),
  /** An instant, ISO 8601. */
  since: z.string(),
});
export type DeadLetter = z.output<typeof DeadLetter>;

export interface LocalQueue {
  /** Returns the ids of the messages in their order. A duplicate is accepted and not stored. */
  send(messages: readonly SentMessage[]): string[];
  sendToDeadLetters(message: SentMessage): Promise<string>;
  /** Resolves when no message can be delivered now. Returns the number of messages that wait for a retry. */
  drained(): Promise<number>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Sends all dead letters again. Returns their number. */
  redrive(): Promise<number>;
  /** Stops deliveries, and waits a short time for running work. */
  close(): Promise<void>;
}

export type QueueWorker = (event: SQSEvent, lambda: Lambda) => Promise<SQSBatchResponse>;

/** Creates the queue of a job, configured by the job's row. */
export function createQueue(
  row: JobRow & { readonly trigger: FromQueue },
  worker: QueueWorker,
  table: Table,
): LocalQueue {
  const { queue, batch, concurrency, deliveries: mostDeliveries } = row.trigger;
  const waiting: Waiting[] = [];
  const underWay = new Set<string>();
  const seen = new Map<string, number>();
  const settled = new Set<() => void>();
  let running = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function send(messages: readonly SentMessage[]): string[] {
    const now = Date.now();
    for (const [key, at] of seen) if (at + DEDUPLICATION_MS <= now) seen.delete(key);
    const ids = messages.map((message) => {
      const messageId = randomUUID();
      const key = `${message.group} ${message.id}`;
      if (!seen.has(key)) {
        waiting.push({ ...message, messageId, sentAt: now, deliveries: 0, visibleAt: now });
        seen.set(key, now);
      }
      return messageId;
    });
    pump();
    return ids;
  }

  /** Returns the first message of each group that is not in progress. The messages behind it wait. */
  function heads(): Waiting[] {
    const first = new Map<string, Waiting>();
    for (const message of waiting) {
      const { group } = message;
      if (!underWay.has(group) && !first.has(group)) first.set(group, message);
    }
    return [...first.values()];
  }

  function nextBatch(): Waiting[] {
    const now = Date.now();
    const head = heads().find(({ visibleAt }) => visibleAt <= now);
    if (!head) return [];
    const ofGroup = waiting.filter(({ group }) => group === head.group);
    const invisible = ofGroup.findIndex(({ visibleAt }) => visibleAt > now);
    return ofGroup.slice(0, invisible === -1 ? batch : Math.min(invisible, batch));
  }

  function pump(): void {
    clearTimeout(timer);
    if (isClosed) {
      if (running === 0) for (const resolve of settled) resolve();
      return;
    }
    while (running < concurrency) {
      const messages = nextBatch();
      if (messages.length === 0) break;
      void deliver(messages);
    }
    const later = heads().map(({ visibleAt }) => visibleAt);
    if (later.length > 0 && running < concurrency) {
      timer = setTimeout(pump, Math.max(0, Math.min(...later.map((at) => at - Date.now()), LOOK_MS)));
      timer.unref();
    }
    if (running === 0) for (const resolve of settled) resolve();
  }

  async function deliver(messages: readonly Waiting[]): Promise<void> {
    const [{ group } = { group: '' }] = messages;
    running++;
    underWay.add(group);
    const visibleAt = Date.now() + visibilitySeconds(row) * 1000;
    for (const message of messages) {
      message.deliveries++;
      message.visibleAt = visibleAt;
    }
    const failed = await run(messages);
    for (const message of messages) {
      if (failed.has(message.messageId) && message.deliveries < mostDeliveries) continue;
      if (failed.has(message.messageId)) await sendToDeadLetters(message);
      waiting.splice(waiting.indexOf(message), 1);
    }
    underWay.delete(group);
    running--;
    pump();
  }

  /** Returns the ids of the failed messages: all of them when the function throws or exceeds its timeout. */
  async function run(messages: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const timeout = row.timeoutSeconds * 1000;
    const lambda = lambdaContext(row.handler, Date.now() + timeout);
    let tooLong: NodeJS.Timeout | undefined;
    try {
      const { batchItemFailures } = await Promise.race([
        worker({ Records: messages.map((message) => recordOf(queue, message)) }, lambda),
        new Promise<never>((_resolve, reject) => {
          tooLong = setTimeout(() => reject(new Error('It took too long.')), timeout);
        }),
      ]);
      return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    } catch (error) {
      process.stderr.write(`${row.handler}: ${error instanceof Error ? error.stack : String(error)}\n`);
      return new Set(messages.map(({ messageId }) => messageId));
    } finally {
      clearTimeout(tooLong);
    }
  }

  async function sendToDeadLetters({ group, id, body }: SentMessage): Promise<string> {
    const since = new Date().toISOString();
    await table.write({ put: { ...keys.deadLetter(queue, since, id), group, id, body, since } });
    return randomUUID();
  }

  const deadItems = () => queryAll(table, { pk: keys.deadLetter(queue, '', '').pk });

  const nothingRuns = (): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        settled.delete(done);
        resolve();
      };
      if (running === 0) done();
      else settled.add(done);
    });

  return {
    send,
    sendToDeadLetters,
    async drained() {
      await nothingRuns();
      return waiting.length;
    },
    deadLetters: async () => (await deadItems()).map((item) => DeadLetter.parse(item)),
    async redrive() {
      const items = await deadItems();
      for (const item of items) {
        const { group, body } = DeadLetter.parse(item);
        send([{ group, id: randomUUID(), body }]);
        await table.write({ delete: { pk: item.pk, sk: item.sk } });
      }
      return items.length;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.race([nothingRuns(), passing(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

function recordOf(queue: string, { messageId, body, group, id, sentAt, deliveries }: Waiting): SQSRecord {
  return {
    messageId,
    receiptHandle: messageId,
    body,
    attributes: {
      ApproximateReceiveCount: String(deliveries),
      SentTimestamp: String(sentAt),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(sentAt),
      MessageGroupId: group,
      MessageDeduplicationId: id,
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}.fifo`,
    awsRegion: 'local',
  };
}
