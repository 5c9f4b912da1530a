/** Sends the dead letters of a stage's queues again. */
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { jobs } from '../../functions/api/jobs.ts';
import type { JobRow } from '../../functions/api/job.ts';
import type { QueueName } from '../../functions/api/route.ts';
import { nameOf, type Stage } from '../../infra/stages.ts';

/** Every queue with dead letters: those of the jobs. */
export const QUEUES: readonly QueueName[] = Object.values<JobRow>(jobs).flatMap(({ trigger }) =>
  trigger.kind === 'queue' ? [trigger.queue] : [],
);

/**
 * Starts SQS's own move of the dead letters of each queue. The destination is given because workers send some messages
 * to the dead-letter queue themselves. Returns a line per queue.
 */
export async function redriveQueues(
  sqs: Pick<SQSClient, 'send'>,
  stage: Stage,
  queues: readonly QueueName[] = QUEUES,
): Promise<string[]> {
  const lines: string[] = [];
  for (const name of queues) {
    const queue = nameOf(stage, name);
    const dead = await attributesOf(sqs, `${queue}-dead.fifo`);
    if (dead.messages === '0') {
      lines.push(`${queue} has no dead letters.`);
      continue;
    }
    const main = await attributesOf(sqs, `${queue}.fifo`);
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: dead.arn, DestinationArn: main.arn }));
    lines.push(`${dead.messages} messages of ${queue} are being sent again.`);
  }
  return lines;
}

async function attributesOf(
  sqs: Pick<SQSClient, 'send'>,
  QueueName: string,
): Promise<{ arn: string | undefined; messages: string | undefined }> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'],
    }),
  );
  return { arn: Attributes?.['QueueArn'], messages: Attributes?.['ApproximateNumberOfMessages'] };
}
