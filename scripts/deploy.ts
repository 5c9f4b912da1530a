/**
 * `npm run deploy -- --stage dev`: checks the account, runs the checks, shows the changes and asks for confirmation,
 * deploys the stacks in order, checks the portal from outside, tags the commit and tests the alarms. `--yes` skips the
 * confirmation, `--checked` skips the checks that a pipeline has just run, `--only api,web` deploys only these stacks,
 * `--back` deploys them in the order of a rollback, `--at-once` replaces critical functions at once, `--firewall block`
 * makes the firewall's managed rules block, or `count` again. The environment holds the credentials.
 */
import { resolveNs } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { BackupClient } from '@aws-sdk/client-backup';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IAMClient } from '@aws-sdk/client-iam';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3ControlClient } from '@aws-sdk/client-s3-control';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { stageOf } from '../infra/stages.ts';
import { outputOf, runCommand } from './deploy/commands.ts';
import { DeploymentStopped, deployStage } from './deploy/deploy-stage.ts';
import { accountParameters } from './deploy/parameter-store.ts';
import { smoke } from './deploy/smoke.ts';

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    only: { type: 'string' },
    back: { type: 'boolean', default: false },
    'at-once': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    checked: { type: 'boolean', default: false },
    firewall: { type: 'string' },
  },
});
const stage = stageOf(values.stage);
const { region } = stage;
const firewall = (['count', 'block'] as const).find((action) => action === values.firewall);
if (values.firewall !== undefined && !firewall) throw new Error('--firewall is count or block.');
const ssm = (at: string): SSMClient => new SSMClient({ region: at });

try {
  await deployStage(
    stage,
    {
      only: values.only?.split(','),
      isRollback: values.back,
      isAtOnce: values['at-once'],
      isChecked: values.checked,
      firewall,
    },
    {
      run: (command, environment) => runCommand(command, '.', environment),
      outputOf,
      readText: (file) => readFileSync(file, 'utf8'),
      isAgreed: async () => values.yes || (await isAgreed()),
      smoke,
      log: console.log,
      parameters: accountParameters(ssm(region), stage),
      account: {
        sts: new STSClient({ region }),
        lambda: new LambdaClient({ region }),
        backup: new BackupClient({ region }),
        iam: new IAMClient({ region }),
        s3Control: new S3ControlClient({ region }),
        route53: new Route53Client({ region }),
        ses: new SESv2Client({ region }),
        ssm,
        resolveNs,
      },
      dynamodb: new DynamoDBClient({ region }),
      cloudFormation: (at) => new CloudFormationClient({ region: at }),
      alarms: {
        cloudwatch: new CloudWatchClient({ region }),
        sns: (at) => new SNSClient({ region: at }),
      },
    },
  );
} catch (error) {
  if (!(error instanceof DeploymentStopped)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Deploy this to ${stage.name}? (yes) `);
  terminal.close();
  return answer.trim() === 'yes';
}
