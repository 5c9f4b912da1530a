/**
 * Sends the dead letters of auto sync to the queue again.
 *
 *   npm run redrive                  of the local product (PORT, default 4000)
 *   npm run redrive -- --stage prod    of a stage in the cloud, with the credentials of the environment
 */
import { parseArgs } from 'node:util';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { nameOf, stageOf } from '../infra/stages.ts';
import { portsFrom } from './local/ports.ts';

const { values } = parseArgs({ options: { stage: { type: 'string' } } });
console.log(values.stage === undefined ? await redriveLocal() : await redriveStage(values.stage));

async function redriveLocal(): Promise<string> {
  const { console: port } = portsFrom(Number(process.env['PORT'] ?? 4000));
  const answer = await fetch(`http://localhost:${port}/dead-letters/redrive`, { method: 'POST' });
  return JSON.stringify(await answer.json(), null, 2);
}

/** SQS moves the messages. The destination is given because the worker sends some to the dead-letter queue itself. */
async function redriveStage(name: string): Promise<string> {
  const stage = stageOf(name);
  const sqs = new SQSClient({ region: stage.region });
  const queue = nameOf(stage, 'postings');
  const dead = await attributesOf(sqs, `${queue}-dead.fifo`);
  const main = await attributesOf(sqs, `${queue}.fifo`);
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: dead.arn, DestinationArn: main.arn }));
  return `${dead.messages} messages of ${queue} are being sent again.`;
}

async function attributesOf(
  sqs: SQSClient,
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
