/**
 * Sends dead letters to their queues again.
 *
 *   npm run redrive                                  of the local product (PORT, default 4000)
 *   npm run redrive -- --stage prod                  of a stage in the cloud, with the credentials of the environment
 *   npm run redrive -- --stage prod --queue mails    of one queue
 */
import { parseArgs } from 'node:util';
import { SQSClient } from '@aws-sdk/client-sqs';
import { stageOf } from '../infra/stages.ts';
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
  const chosen = QUEUES.filter((queue) => values.queue === undefined || queue === values.queue);
  if (chosen.length === 0) throw new Error(`--queue is one of ${QUEUES.join(', ')}.`);
  const lines = await redriveQueues(new SQSClient({ region: stage.region }), stage, chosen);
  return lines.join('\n');
}
