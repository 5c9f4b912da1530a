import { Duration, TimeZone } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { BUSINESS_TIME_ZONE } from '../../domain/calendar.ts';
import { nameOf, type Stage } from '../stages.ts';
import { acknowledge } from './acknowledge.ts';
import { BackupEvents } from './backup-events.ts';
import { removalPolicy } from './protection.ts';

const DAYS_HERE = 7;

/** The days for which the other account keeps the copy of each day, and that of the first day of each month. */
export const DAYS_KEPT = { daily: 14, monthly: 365 } as const;

/** Cold copies cost a third. AWS Backup moves those of tables; those of files stay warm. */
const DAYS_WARM = 1;

export interface DistantBackupsProps {
  readonly stage: Stage;
  /** The table and the bucket. */
  readonly arns: readonly string[];
  /** The vault of another account, which keeps copies that this account can't delete. */
  readonly vaultArn: string;
}

/** Daily backups of table and files, copied to another account, from which they can be copied back. */
export class DistantBackups extends Construct {
  constructor(scope: Construct, id: string, { stage, arns, vaultArn }: DistantBackupsProps) {
    super(scope, id);
    const key = new kms.Key(this, 'Key', {
      description: 'Encrypts the backups',
      enableKeyRotation: true,
      removalPolicy: removalPolicy(stage),
    });
    const other = new iam.AccountPrincipal(vaultArn.split(':')[4]);
    // The other account decrypts a backup to copy it.
    key.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [other],
        actions: ['kms:Decrypt', 'kms:DescribeKey'],
        resources: ['*'],
      }),
    );
    key.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [other],
        actions: ['kms:CreateGrant'],
        resources: ['*'],
        conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
    const backupVault = new backup.BackupVault(this, 'Vault', {
      backupVaultName: nameOf(stage, 'backups'),
      encryptionKey: key,
      removalPolicy: removalPolicy(stage),
    });
    // The way back: a restore needs the copy in a vault of this account.
    backupVault.addToAccessPolicy(
      new iam.PolicyStatement({
        principals: [other],
        actions: ['backup:CopyIntoBackupVault'],
        resources: ['*'],
      }),
    );
    const plan = new backup.BackupPlan(this, 'Plan', {
      backupPlanName: nameOf(stage, 'backups'),
      backupVault,
    });
    const destinationBackupVault = backup.BackupVault.fromBackupVaultArn(this, 'Distant', vaultArn);
    const addRule = (
      ruleName: string,
      day: string,
      hour: string,
      kept: Duration,
      coldAfter?: Duration,
    ): void =>
      plan.addRule(
        new backup.BackupPlanRule({
          ruleName,
          scheduleExpression: Schedule.cron({ day, hour, minute: '0' }),
          scheduleExpressionTimezone: TimeZone.of(BUSINESS_TIME_ZONE),
          deleteAfter: Duration.days(DAYS_HERE),
          copyActions: [
            {
              destinationBackupVault,
              deleteAfter: kept,
              ...(coldAfter && { moveToColdStorageAfter: coldAfter }),
            },
          ],
        }),
      );
    addRule('daily', '*', '2', Duration.days(DAYS_KEPT.daily));
    addRule('monthly', '1', '4', Duration.days(DAYS_KEPT.monthly), Duration.days(DAYS_WARM));
    // No condition on its role's account: AWS Backup documents one for topics and keys, and none for this role.
    const policies = [
      'service-role/AWSBackupServiceRolePolicyForBackup',
      'service-role/AWSBackupServiceRolePolicyForRestores',
      'AWSBackupServiceRolePolicyForS3Backup',
      'AWSBackupServiceRolePolicyForS3Restore',
    ];
    const role = new iam.Role(this, 'Role', {
      roleName: nameOf(stage, 'backups'),
      assumedBy: new iam.ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: policies.map((name) => iam.ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    new backup.BackupSelection(this, 'Selection', {
      backupPlan: plan,
      role,
      disableDefaultBackupPolicy: true,
      resources: arns.map((arn) => backup.BackupResource.fromArn(arn)),
    });
    acknowledge(
      role,
      'Amazon’s own policies of its backup service, which alone may use the role.',
      ...policies.map((name) => `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`),
    );
    new BackupEvents(this, 'Events', stage);
  }
}
