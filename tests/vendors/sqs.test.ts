import { createServer, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { createQueue } from '../../functions/vendors/sqs.ts';
import type { Queue, QueueMessage } from '../../functions/services/queue.ts';
import { handleQueueCall, queueUrls } from '../../scripts/local/queue-protocol.ts';
import type { SentMessage } from '../../scripts/local/queue.ts';
import { listen } from '../../scripts/simulators/serve.ts';

let server: Server;
let sent: SentMessage[];
let aside: SentMessage[];
/** Answers the next calls before the queue does: what SQS says when it takes not everything. */
let answers: object[];
let queue: Queue;

beforeEach(async () => {
  sent = [];
  aside = [];
  answers = [];
  const local = {
    send: (messages: readonly SentMessage[]) => {
      sent.push(...messages);
      return messages.map(({ id }) => `message-${id}`);
    },
    sendToDeadLetters: async (message: SentMessage) => {
      aside.push(message);
      return `message-${message.id}`;
    },
    drained: async () => 0,
    deadLetters: async () => [],
    redrive: async () => 0,
    close: async () => {},
  };
  server = createServer((request, response) => {
    const answer = answers.shift();
    const work = async (): Promise<void> => {
      if (!answer) return void (await handleQueueCall(() => local, request, response));
      await readText(request);
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
    };
    work().catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  const {
    QUEUE_URL: url,
    DEAD_LETTER_URL: deadLetterUrl,
    QUEUE_ENDPOINT: endpoint,
  } = queueUrls(`http://127.0.0.1:${port}`, 'postings');
  queue = createQueue({ url, deadLetterUrl, endpoint, region: 'local' });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const messages = (count: number): QueueMessage[] =>
  Array.from({ length: count }, (_each, index) => ({
    group: `group-${index % 3}`,
    id: `id-${index}`,
    body: { number: index },
  }));

describe('The queue', () => {
  it('takes any number of messages, in their order, each with its group', async () => {
    await queue.send(messages(23));
    expect(sent).toHaveLength(23);
    expect(sent[22]).toEqual({ group: 'group-1', id: 'id-22', body: '{"number":22}' });
    expect(sent.map(({ id }) => id)).toEqual(messages(23).map(({ id }) => id));
  });

  it('takes none without a call', async () => {
    server.close();
    await expect(queue.send([])).resolves.toBeUndefined();
  });

  it('puts a message aside in a queue of its own', async () => {
    await queue.sendToDeadLetters({ group: 'g', id: 'i', body: { kind: 'sync' } });
    expect(sent).toEqual([]);
    expect(aside).toEqual([{ group: 'g', id: 'i', body: '{"kind":"sync"}' }]);
  });

  const refusing = (ids: readonly string[]) => ({
    Successful: [],
    Failed: ids.map((Id) => ({ Id, SenderFault: false, Code: 'InternalError' })),
  });

  it('is sent again what it did not take', async () => {
    answers = [refusing(['1', '2'])];
    await queue.send(messages(3));
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
  });

  it('is a failure when it takes something again and again not, and when it is away', async () => {
    answers = [refusing(['0']), refusing(['0']), refusing(['0'])];
    await expect(queue.send(messages(1))).rejects.toThrow(VendorFailure);
    answers = [{ __type: 'nonsense' }];
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(queue.sendToDeadLetters({ group: 'g', id: 'i', body: {} })).rejects.toThrow(VendorFailure);
  });
});
