import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Ids } from '../lib/ids.ts';
import { VendorFailure } from '../lib/vendor-failure.ts';
import type { Mail } from '../services/mail/port.ts';
import type { Queue, QueueMessage } from '../services/queue.ts';
import { inChunks } from '../lib/in-chunks.ts';

interface SqsConfig {
  /** A FIFO queue. */
  url: string;
  region?: string;
  /** Replaces the provider's own address by the queue of a local run, which needs no credentials. */
  endpoint?: string;
}

export interface QueueConfig extends SqsConfig {
  /** The dead-letter queue of the work queue. */
  deadLetterUrl: string;
}

/** The most messages in one call. */
const BATCH = 10;
const ATTEMPTS = 3;

const clientFor = ({ region, endpoint }: SqsConfig): SQSClient =>
  new SQSClient({
    ...(region && { region }),
    ...(endpoint && { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  });

/** Creates queues at Amazon SQS, or at a server with its protocol at `endpoint`. */
export function createQueue(config: QueueConfig): Queue {
  const sqs = clientFor(config);
  return {
    send: senderTo(sqs, config.url),
    async sendToDeadLetters(message) {
      const command = new SendMessageCommand({ QueueUrl: config.deadLetterUrl, ...wireOf(message) });
      await sqs.send(command).catch((error: unknown) => Promise.reject(queueFailure(error)));
    },
  };
}

/** Creates the queue of mails. Each is in a group of its own, so that none waits for another. */
export function createMailQueue(config: SqsConfig, ids: Ids): Mail {
  const send = senderTo(clientFor(config), config.url);
  return {
    async send(letter) {
      const id = ids.uuid();
      await send([{ group: id, id, body: letter }]);
    },
  };
}

function senderTo(sqs: SQSClient, url: string): Queue['send'] {
  /** Returns the rejected messages. */
  async function sendBatch(messages: readonly QueueMessage[]): Promise<QueueMessage[]> {
    const Entries = messages.map((message, index) => ({ Id: String(index), ...wireOf(message) }));
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    return Failed.flatMap(({ Id }) => messages[Number(Id)] ?? []);
  }

  return async (messages) => {
    for (const batch of inChunks(messages, BATCH)) {
      let rest = batch;
      for (let attempt = 1; rest.length > 0; attempt++) {
        if (attempt > ATTEMPTS) throw queueFailure();
        rest = await sendBatch(rest).catch((error: unknown) => Promise.reject(queueFailure(error)));
      }
    }
  };
}

const wireOf = ({ group, id, body }: QueueMessage) => ({
  MessageBody: JSON.stringify(body),
  MessageGroupId: group,
  MessageDeduplicationId: id,
});

const queueFailure = (cause?: unknown): VendorFailure =>
  new VendorFailure('Queue', 503, 'The queue does not take messages right now.', cause);
