/**
 * Sends dead letters to their queues again.
 *
 *   npm run redrive                                  of the local product (PORT, default 4000)
 *   npm run redrive -- --stage prod                  of a stage in the cloud, with the credentials of the environment
 *   npm run redrive -- --stage prod --queue mails    of one queue; `undelivered`: the calls of timers that failed
 */
import { parseArgs } from 'node:util';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { stageOf } from '../infra/stages.ts';
import { requireAccount } from './deploy/account.ts';
import { redriveUndelivered, UNDELIVERED } from './deploy/redrive-undelivered.ts';
import { QUEUES, redriveQueues } from './deploy/redrive-queues.ts';
import { portsFrom } from './local/ports.ts';

const { values } = parseArgs({ options: { stage: { type: 'string' }, queue: { type: 'string' } } });
console.log(values.stage === undefined ? await redriveLocal() : await redriveStage(values.stage));

async function redriveLocal(): Promise<string> {
  const { console: port } = portsFrom(Number(process.env['PORT'] ?? 4000));
  const answer = await fetch(`http://localhost:${port}/dead-letters/redrive`, { method: 'POST' });
  return JSON.stringify(await answer.json(), null, 2);
}

async function redriveStage(name: string): Promise<string> {
  const stage = stageOf(name);
  const { region } = stage;
  await requireAccount(stage, new STSClient({ region }));
  const isChosen = (queue: string): boolean => values.queue === undefined || queue === values.queue;
  const chosen = QUEUES.filter(isChosen);
  if (chosen.length === 0 && !isChosen(UNDELIVERED)) {
    throw new Error(`--queue is one of ${[...QUEUES, UNDELIVERED].join(', ')}.`);
  }
  const sqs = new SQSClient({ region });
  const lines = await redriveQueues(sqs, stage, chosen);
  if (isChosen(UNDELIVERED)) lines.push(await redriveUndelivered(sqs, new LambdaClient({ region }), stage));
  return lines.join('\n');
}
