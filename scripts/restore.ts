/**
 * `npm run restore -- --stage prod --at 2026-11-20T03:00:00Z --to paydown-prod-table-2`: pauses the timers and queues,
 * closes the table in use, restores it as of that time under a new name, copies newer Xero authorisations across and
 * makes the new table the one that the next deployment uses. An interrupted run is continued by the same command. It
 * prints the commands that follow: the deployed release is deployed again, and `npm run restore -- --stage prod --resume`
 * starts the timers and queues. Until that deployment, `--give-up` goes back to the table in use.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SSMClient } from '@aws-sdk/client-ssm';
import { stageOf } from '../infra/stages.ts';
import { outputOf } from './deploy/commands.ts';
import { newestDeployed } from './deploy/deployed-tags.ts';
import { accountParameters } from './deploy/parameter-store.ts';
import { giveUpRestore, restoreStage, resumeStage } from './deploy/restore-stage.ts';
import { TABLE_STACKS } from './deploy/steps.ts';

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    at: { type: 'string' },
    to: { type: 'string' },
    resume: { type: 'boolean', default: false },
    'give-up': { type: 'boolean', default: false },
  },
});
const stage = stageOf(values.stage);
const { name, region } = stage;
const clients = {
  dynamodb: new DynamoDBClient({ region }),
  scheduler: new SchedulerClient({ region }),
  lambda: new LambdaClient({ region }),
  parameters: accountParameters(new SSMClient({ region })),
};

if (values['give-up']) {
  const { from, to } = await giveUpRestore(stage, clients);
  console.log(`${from} is open, and the timers and queues run again. ${to} is left: delete it.`);
} else if (values.resume) {
  await resumeStage(stage, clients);
  console.log('The timers and queues run again.');
} else {
  const at = new Date(values.at ?? '');
  const { to } = values;
  if (Number.isNaN(at.getTime())) throw new Error('Say as of when: --at 2026-11-20T03:00:00Z.');
  if (to === undefined) throw new Error('Say what the new table is called: --to <name>.');
  const deployed = newestDeployed(stage, outputOf) ?? `deployed/${name}/…`;
  const { from, authorisations } = await restoreStage(stage, { at, to }, clients);
  console.log(
    `${to} is ${from} as of ${at.toISOString()}, with ${authorisations} newer authorisations. To use it:\n` +
      `  npm run rollback -- --stage ${name} --to ${deployed} --only ${TABLE_STACKS.join(',')}\n` +
      `  npm run restore -- --stage ${name} --resume`,
  );
}
