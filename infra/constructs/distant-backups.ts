import { Duration, TimeZone } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { BUSINESS_TIME_ZONE } from '../../domain/calendar.ts';
import { nameOf, type Stage } from '../stages.ts';
import { acknowledge } from './acknowledge.ts';
import { removalPolicy } from './protection.ts';

const DAYS_HERE = 7;
const DAYS_THERE = 90;

export interface DistantBackupsProps {
  readonly stage: Stage;
  readonly tableArn: string;
  /** The vault of another account, which keeps copies that this account can't delete. */
  readonly vaultArn: string;
}

/** Daily backups of the table, copied to another account. */
export class DistantBackups extends Construct {
  constructor(scope: Construct, id: string, { stage, tableArn, vaultArn }: DistantBackupsProps) {
    super(scope, id);
    const key = new kms.Key(this, 'Key', {
      description: 'Encrypts the backups of the table',
      enableKeyRotation: true,
      removalPolicy: removalPolicy(stage),
    });
    // The other account decrypts a backup to copy it.
    key.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.AccountPrincipal(vaultArn.split(':')[4])],
        actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:CreateGrant'],
        resources: ['*'],
      }),
    );
    const plan = new backup.BackupPlan(this, 'Plan', {
      backupPlanName: nameOf(stage, 'backups'),
      backupVault: new backup.BackupVault(this, 'Vault', {
        backupVaultName: nameOf(stage, 'backups'),
        encryptionKey: key,
        removalPolicy: removalPolicy(stage),
      }),
    });
    plan.addRule(
      new backup.BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '2', minute: '0' }),
        scheduleExpressionTimezone: TimeZone.of(BUSINESS_TIME_ZONE),
        deleteAfter: Duration.days(DAYS_HERE),
        copyActions: [
          {
            destinationBackupVault: backup.BackupVault.fromBackupVaultArn(this, 'Distant', vaultArn),
            deleteAfter: Duration.days(DAYS_THERE),
          },
        ],
      }),
    );
    // No condition on its role's account: AWS Backup documents one for topics and keys, and none for this role.
    const selection = new backup.BackupSelection(this, 'Selection', {
      backupPlan: plan,
      resources: [backup.BackupResource.fromArn(tableArn)],
    });
    acknowledge(
      selection,
      'Amazon’s own policy of its backup service, which alone may use the role.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    );
  }
}
