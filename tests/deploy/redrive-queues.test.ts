import { describe, expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { redriveQueues } from '../../scripts/deploy/redrive-queues.ts';
import { synthesised } from '../infra/synthesised.ts';
import { stubbedClient } from './stubbed-client.ts';

const stage = stageOf('prod');

/** SQS with this number of dead letters by queue. The address of a queue is its name. */
const sqsWith = (dead: Readonly<Record<string, string>>) =>
  stubbedClient({
    GetQueueUrl: ({ QueueName }) => ({ QueueUrl: QueueName }),
    GetQueueAttributes: ({ QueueUrl }) => {
      const name = String(QueueUrl);
      const queue = name.replace('paydown-prod-', '').replace('-dead.fifo', '');
      return { Attributes: { QueueArn: `arn:${name}`, ApproximateNumberOfMessages: dead[queue] ?? '0' } };
    },
    StartMessageMoveTask: () => ({ TaskHandle: 'task' }),
  });

describe('sending dead letters again', () => {
  it('asks every queue of the stage that dead letters can come back to', async () => {
    const { client, sent } = sqsWith({});
    await redriveQueues(client, stage);
    const asked = sent.flatMap(([name, { QueueName }]) => (name === 'GetQueueUrl' ? [QueueName] : []));
    const deployed = await synthesised(stage);
    const queues = deployed
      .resources('AWS::SQS::Queue')
      .map(({ resource }) => String(resource.Properties.QueueName))
      .filter((name) => name.endsWith('-dead.fifo'));
    expect(new Set(asked)).toEqual(new Set(queues));
    expect(asked).toContain('paydown-prod-mails-dead.fifo');
  });

  it('moves the dead letters of each queue that has some to their own queue', async () => {
    const { client, sent } = sqsWith({ postings: '3', mails: '1' });
    const lines = await redriveQueues(client, stage);
    expect(sent.filter(([name]) => name === 'StartMessageMoveTask').map(([, input]) => input)).toEqual(
      expect.arrayContaining([
        { SourceArn: 'arn:paydown-prod-mails-dead.fifo', DestinationArn: 'arn:paydown-prod-mails.fifo' },
        {
          SourceArn: 'arn:paydown-prod-postings-dead.fifo',
          DestinationArn: 'arn:paydown-prod-postings.fifo',
        },
      ]),
    );
    expect(lines).toContain('3 messages of paydown-prod-postings are being sent again.');
    expect(lines).toContain('paydown-prod-checks has no dead letters.');
  });

  it('moves those of the chosen queue alone', async () => {
    const { client, sent } = sqsWith({ postings: '3', mails: '1' });
    await redriveQueues(client, stage, ['mails']);
    expect(sent.filter(([name]) => name === 'StartMessageMoveTask')).toHaveLength(1);
  });
});
