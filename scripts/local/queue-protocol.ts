/** The part of SQS's protocol that the product's client uses. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import * as z from 'zod';
import type { QueueName } from '../../functions/api/route.ts';
import type { LocalQueue, SentMessage } from './queue.ts';

/** Returns the environment variables that name the queues of a function. */
export const queueUrls = (origin: string, queue: QueueName) => ({
  QUEUE_URL: `${origin}/queues/${queue}.fifo`,
  DEAD_LETTER_URL: `${origin}/queues/${queue}-dead.fifo`,
  MAIL_QUEUE_URL: `${origin}/queues/mails.fifo`,
  QUEUE_ENDPOINT: origin,
});

const Message = z.object({
  MessageBody: z.string().max(1_048_576),
  MessageGroupId: z.string().min(1).max(128),
  MessageDeduplicationId: z.string().min(1).max(128),
});

const Send = Message.extend({ QueueUrl: z.string() });
const SendBatch = z.object({
  QueueUrl: z.string(),
  Entries: z
    .array(Message.extend({ Id: z.string() }))
    .min(1)
    .max(10),
});

/** Returns the queue of a name. A queue keeps its dead letters. */
export type FindQueue = (name: string) => LocalQueue | undefined;

/** Answers a request of SQS's protocol. Returns false for any other request. */
export async function handleQueueCall(
  find: FindQueue,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [, action] = /^AmazonSQS\.(\w+)$/.exec(String(request.headers['x-amz-target'])) ?? [];
  if (request.method !== 'POST' || action === undefined) return false;
  const answer = await answerTo(find, action, JSON.parse(await readText(request)));
  response.writeHead(answer ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(answer ?? { __type: 'com.amazonaws.sqs#InvalidParameterValue' }));
  return true;
}

async function answerTo(find: FindQueue, action: string, input: unknown): Promise<object | null> {
  const isToDead = (url: string): boolean => url.endsWith('-dead.fifo');
  const take = async (url: string, message: SentMessage): Promise<string | undefined> => {
    const queue = find(/\/(\w+?)(?:-dead)?\.fifo$/.exec(url)?.[1] ?? '');
    return isToDead(url) ? queue?.sendToDeadLetters(message) : queue?.send([message])[0];
  };
  if (action === 'SendMessage') {
    const sent = Send.safeParse(input);
    if (!sent.success) return null;
    const MessageId = await take(sent.data.QueueUrl, messageOf(sent.data));
    return { MessageId, MD5OfMessageBody: md5(sent.data.MessageBody) };
  }
  const batch = SendBatch.safeParse(input);
  if (action !== 'SendMessageBatch' || !batch.success) return null;
  const Successful: object[] = [];
  for (const entry of batch.data.Entries) {
    const MessageId = await take(batch.data.QueueUrl, messageOf(entry));
    Successful.push({ Id: entry.Id, MessageId, MD5OfMessageBody: md5(entry.MessageBody) });
  }
  return { Successful, Failed: [] };
}

const messageOf = (sent: z.output<typeof Message>): SentMessage => ({
  group: sent.MessageGroupId,
  id: sent.MessageDeduplicationId,
  body: sent.MessageBody,
});

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
