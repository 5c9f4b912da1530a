import { expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { redriveUndelivered } from '../../scripts/deploy/redrive-undelivered.ts';
import { inTurn, stubbedClient } from './stubbed-client.ts';

const ARN = 'arn:aws:lambda:ap-southeast-2:1:function:paydown-prod-messages-daily-messages';

function queueWith(...messages: readonly object[]) {
  const sqs = stubbedClient({
    GetQueueUrl: ({ QueueName }) => ({ QueueUrl: QueueName }),
    ReceiveMessage: inTurn({ Messages: messages }, {}),
    DeleteMessage: () => ({}),
  });
  const lambda = stubbedClient({ Invoke: () => ({}) });
  return { sqs, lambda, redrive: () => redriveUndelivered(sqs.client, lambda.client, stageOf('prod')) };
}

it('calls that failed for good, and those that a timer could not deliver, are started again', async () => {
  const input = { scheduledTime: '2026-11-20T19:30:00Z', slice: '0/8' };
  const { sqs, lambda, redrive } = queueWith(
    {
      ReceiptHandle: 'failed',
      Body: JSON.stringify({ requestContext: { functionArn: `${ARN}:$LATEST` }, requestPayload: input }),
    },
    {
      ReceiptHandle: 'undelivered',
      Body: JSON.stringify(input),
      MessageAttributes: { TARGET_ARN: { StringValue: ARN } },
    },
  );
  expect(await redrive()).toBe('2 calls of paydown-prod-undelivered are started again.');
  const call = { FunctionName: ARN, InvocationType: 'Event', Payload: JSON.stringify(input) };
  expect(lambda.sent).toEqual([
    ['Invoke', call],
    ['Invoke', call],
  ]);
  const deleted = sqs.sent.flatMap(([name, { ReceiptHandle }]) =>
    name === 'DeleteMessage' ? [ReceiptHandle] : [],
  );
  expect(deleted).toEqual(['failed', 'undelivered']);
});

it('a message that names no function stays where it is', async () => {
  const { sqs, redrive } = queueWith({ ReceiptHandle: 'odd', Body: '{"odd":true}' });
  await expect(redrive()).rejects.toThrow('names no function');
  expect(sqs.sent.map(([name]) => name)).not.toContain('DeleteMessage');
});

it('reports an empty queue', async () => {
  expect(await queueWith().redrive()).toBe('paydown-prod-undelivered has no calls.');
});
