/** Calls again what timers could not deliver and what failed for good, from the queue of undelivered calls. */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { nameOf, type Stage } from '../../infra/stages.ts';

/** The name of the queue in `infra/jobs-stack.ts`. */
export const UNDELIVERED = 'undelivered';

/** Lambda's record of a call that failed. A timer's own message is the call's input, and names its target beside it. */
const Failed = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.unknown(),
});

/** Starts each call anew and deletes its message. Returns a line for the queue. */
export async function redriveUndelivered(
  sqs: Pick<SQSClient, 'send'>,
  lambda: Pick<LambdaClient, 'send'>,
  stage: Stage,
): Promise<string> {
  const name = nameOf(stage, UNDELIVERED);
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
  let called = 0;
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }),
    );
    if (Messages.length === 0) break;
    for (const { Body = '', MessageAttributes = {}, ReceiptHandle } of Messages) {
      const failed = Failed.safeParse(JSON.parse(Body));
      const target = failed.success
        ? failed.data.requestContext.functionArn.replace(/:\$LATEST$/, '')
        : MessageAttributes['TARGET_ARN']?.StringValue;
      if (target === undefined) throw new Error(`A message in ${name} names no function: ${Body}`);
      const Payload = failed.success ? JSON.stringify(failed.data.requestPayload) : Body;
      await lambda.send(new InvokeCommand({ FunctionName: target, InvocationType: 'Event', Payload }));
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      called++;
    }
  }
  return called === 0 ? `${name} has no calls.` : `${called} calls of ${name} are started again.`;
}
