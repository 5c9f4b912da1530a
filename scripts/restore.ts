/**
 * `npm run restore -- --stage prod --at 2026-11-20T03:00:00Z --to paydown-prod-table-2`: pauses the timers and queues,
 * closes the table in use, restores it as of that time under a new name, copies newer Xero authorisations across, ends
 * sessions, repeats deletions, lists what else was revoked since, and makes the new table the one that the next deployment
 * uses. `--recovery-point ARN` restores a backup of AWS Backup instead. An interrupted run is continued by the same
 * command. It prints the commands that follow: the deployed release is deployed again, and `--resume` starts the timers and
 * queues. Until that deployment, `--give-up` goes back to the table in use; later, `--adopt` makes the new table the data
 * stack's own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BackupClient } from '@aws-sdk/client-backup';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { createDynamoClient, createDynamoTable } from '../functions/vendors/dynamodb/dynamo-table.ts';
import { parameterName, stageOf } from '../infra/stages.ts';
import { requireAccount } from './deploy/account.ts';
import { adoptTable } from './deploy/adopt-table.ts';
import { outputOf, runCommand } from './deploy/commands.ts';
import { adoptsMail } from './deploy/readiness.ts';
import { newestDeployed } from './deploy/deployed-tags.ts';
import { accountParameters } from './deploy/parameter-store.ts';
import { giveUpRestore, restoreStage, resumeStage } from './deploy/restore-stage.ts';
import { TABLE_STACKS } from './deploy/steps.ts';

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    at: { type: 'string' },
    to: { type: 'string' },
    'recovery-point': { type: 'string' },
    resume: { type: 'boolean', default: false },
    'give-up': { type: 'boolean', default: false },
    adopt: { type: 'boolean', default: false },
  },
});
const stage = stageOf(values.stage);
const { name, region } = stage;
await requireAccount(stage, new STSClient({ region }));
const clients = {
  backup: new BackupClient({ region }),
  dynamodb: new DynamoDBClient({ region }),
  tableOf: (tableName: string) => createDynamoTable({ client: createDynamoClient({ region }), tableName }),
  scheduler: new SchedulerClient({ region }),
  lambda: new LambdaClient({ region }),
  parameters: accountParameters(new SSMClient({ region }), stage),
  log: console.log,
};

if (values['give-up']) {
  const { from, to } = await giveUpRestore(stage, clients);
  console.log(`${from} is open, and the timers and queues run again. ${to} is left: delete it.`);
} else if (values.resume) {
  await resumeStage(stage, clients);
  console.log('The timers and queues run again.');
} else if (values.adopt) {
  const isMailAdopted = await adoptsMail(stage, {
    account: { ses: new SESv2Client({ region }) },
    cloudFormation: (at) => new CloudFormationClient({ region: at }),
  });
  adoptTable(stage, isMailAdopted, await clients.parameters.get(parameterName(stage, 'table')), {
    run: ({ what, command, environment }) => {
      console.log(`\n── ${what}`);
      if (!runCommand(command, '.', environment))
        throw new Error(`${what}: failed. The same command goes on.`);
    },
    readText: (file) => readFileSync(file, 'utf8'),
    writeText: writeFileSync,
  });
} else {
  const { to, 'recovery-point': recoveryPoint } = values;
  const at = values.at === undefined ? undefined : new Date(values.at);
  if (at && Number.isNaN(at.getTime())) throw new Error('Say as of when: --at 2026-11-20T03:00:00Z.');
  if (to === undefined) throw new Error('Say what the new table is called: --to <name>.');
  const deployed = newestDeployed(stage, outputOf) ?? `deployed/${name}/…`;
  const restored = await restoreStage(stage, { at, to, recoveryPoint }, clients);
  if (restored.left.length > 0) console.log(`To do again by hand:\n  ${restored.left.join('\n  ')}`);
  console.log(
    `${to} is ${restored.from} as of ${restored.at.toISOString()}, with ${restored.authorisations} newer ` +
      `authorisations; ${restored.sessions} sessions have ended. To use it:\n` +
      `  npm run rollback -- --stage ${name} --to ${deployed} --only ${TABLE_STACKS.join(',')}\n` +
      `  npm run restore -- --stage ${name} --resume`,
  );
}
