/** Prepares an account for the deployment of a stage by CDK. Each step may be repeated. */
import { UpdateRegionSettingsCommand, type BackupClient } from '@aws-sdk/client-backup';
import { PutPublicAccessBlockCommand, type S3ControlClient } from '@aws-sdk/client-s3-control';
import type { AccountTemplate } from '../../infra/account-templates.ts';
import { executionPolicy } from '../../infra/names.ts';
import type { Stage } from '../../infra/stages.ts';
import type { CloudFormation } from './stack-states.ts';
import { regionsOf } from './steps.ts';
import { deployTemplate } from './template-stack.ts';

export interface BootstrapTools {
  /** The stack of `infra/account-stack.ts`. */
  readonly template: AccountTemplate;
  readonly cloudFormation: CloudFormation;
  readonly s3Control: Pick<S3ControlClient, 'send'>;
  readonly backup: Pick<BackupClient, 'send'>;
  /** Runs a command and shows its output. Returns whether it succeeded. */
  readonly run: (command: readonly string[]) => boolean;
  readonly log: (line: string) => void;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** @throws Error when a step fails; the same command goes on. */
export async function bootstrapAccount(stage: Stage, tools: BootstrapTools): Promise<void> {
  const { template, cloudFormation, s3Control, backup, run, log, wait } = tools;
  const { account } = stage;
  log(`The stack ${template.name} is ${await deployTemplate(cloudFormation, template, wait)}.`);

  const PublicAccessBlockConfiguration = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  };
  await s3Control.send(
    new PutPublicAccessBlockCommand({ AccountId: account, PublicAccessBlockConfiguration }),
  );

  // Copies of tables to another account need AWS Backup's own format.
  if (stage.distantVault !== null) {
    await backup.send(
      new UpdateRegionSettingsCommand({
        ResourceTypeOptInPreference: { DynamoDB: true, S3: true },
        ResourceTypeManagementPreference: { DynamoDB: true },
      }),
    );
  }
  // Without an app, since that of cdk.json would build and synthesise a stage.
  const policy = `arn:aws:iam::${account}:policy/${executionPolicy(stage)}`;
  const regions = regionsOf(stage).map((region) => `aws://${account}/${region}`);
  const command = [
    'cdk',
    'bootstrap',
    '--app',
    '',
    '--cloudformation-execution-policies',
    policy,
    ...regions,
  ];
  if (!run(command)) throw new Error('CDK could not bootstrap the account. The same command goes on.');
}
