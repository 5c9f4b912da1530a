import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { VendorFailure } from '../lib/vendor-failure.ts';
import type { Queue, QueueMessage } from '../services/queue.ts';

export interface QueueConfig {
  /** FIFO queues: the work queue and its dead-letter queue. */
  url: string;
  deadLetterUrl: string;
  region?: string;
  /** Replaces the provider's own address by the queue of a local run, which needs no credentials. */
  endpoint?: string;
}

/** The most messages in one call. */
const BATCH = 10;
const ATTEMPTS = 3;

/** Creates queues at Amazon SQS, or at a server with its protocol at `endpoint`. */
export function createQueue({ url, deadLetterUrl, region, endpoint }: QueueConfig): Queue {
  const sqs = new SQSClient({
    ...(region && { region }),
    ...(endpoint && { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  });

  /** Returns the rejected messages. */
  async function sendBatch(messages: readonly QueueMessage[]): Promise<QueueMessage[]> {
    const Entries = messages.map((message, index) => ({ Id: String(index), ...wireOf(message) }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    return Failed.flatMap(({ Id }) => messages[Number(Id)] ?? []);
  }

  return {
    async send(messages) {
      for (let from = 0; from < messages.length; from += BATCH) {
        let rest = messages.slice(from, from + BATCH);
        for (let attempt = 1; rest.length > 0; attempt++) {
          if (attempt > ATTEMPTS) throw queueFailure();
          rest = await sendBatch(rest).catch((error: unknown) => Promise.reject(queueFailure(error)));
        }
      }
    },
    async sendToDeadLetters(message) {
      const command = new SendMessageCommand({ QueueUrl: deadLetterUrl, ...wireOf(message) });
      await sqs.send(command).catch((error: unknown) => Promise.reject(queueFailure(error)));
    },
  };
}

const wireOf = ({ group, id, body }: QueueMessage) => ({
  MessageBody: JSON.stringify(body),
  MessageGroupId: group,
  MessageDeduplicationId: id,
});

const queueFailure = (cause?: unknown): VendorFailure =>
  new VendorFailure('Queue', 503, 'The queue does not take messages right now.', cause);
