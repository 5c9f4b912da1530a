/**
 * `npm run restore -- --stage prod --at 2026-11-20T03:00:00Z --to paydown-prod-table-2`: pauses the timers and queues,
 * closes the table in use, restores it as of that time under a new name, copies newer Xero authorisations across and
 * makes the new table the one that the next deployment uses. An interrupted run is continued by the same command. After
 * the deployment, `npm run restore -- --stage prod --resume` starts the timers and queues again;
 * `--give-up` goes back to the table in use before that deployment.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { parameterName, stageOf } from '../infra/stages.ts';
import { switchWork } from './deploy/background-work.ts';
import { openTable } from './deploy/closed-table.ts';
import { accountParameters } from './deploy/parameter-store.ts';
import { restoreStage } from './deploy/restore-stage.ts';

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
const { region } = stage;
const parameters = accountParameters(region);
const dynamodb = new DynamoDBClient({ region });
const work = { scheduler: new SchedulerClient({ region }), lambda: new LambdaClient({ region }) };

if (values['give-up']) await openTable(dynamodb, await parameters.get(parameterName(stage, 'table')));
if (values.resume || values['give-up']) {
  await switchWork(stage, work, true);
  console.log('The timers and queues run again.');
} else {
  const at = new Date(values.at ?? '');
  const { to } = values;
  if (Number.isNaN(at.getTime())) throw new Error('Say as of when: --at 2026-11-20T03:00:00Z.');
  if (to === undefined) throw new Error('Say what the new table is called: --to <name>.');
  const { from, authorisations } = await restoreStage(stage, { at, to }, { dynamodb, parameters, ...work });
  console.log(
    `${to} is ${from} as of ${at.toISOString()}, with ${authorisations} newer authorisations. To use it:\n` +
      `  npm run deploy -- --stage ${stage.name} --only data,api,jobs,ops --at-once\n` +
      `  npm run restore -- --stage ${stage.name} --resume`,
  );
}
