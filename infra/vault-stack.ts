/**
 * The other account of a stage: the vault that keeps copies of its backups, and the bucket of its trail. Nobody with the
 * stage's account alone can change either.
 */
import { Aws, CfnCondition, CfnParameter, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { DAYS_KEPT } from './constructs/distant-backups.ts';
import { plainSynthesizer } from './constructs/plain-synthesizer.ts';
import { LOCK, trailBucket, trailName, wayBackRole } from './names.ts';
import { type Stage, vaultOf } from './stages.ts';

/** The days in which the lock can still be taken back. */
const DAYS_TO_THINK = 3;

const YEARS_OF_TRAIL = 7;

const BACKUP_POLICIES = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'service-role/AWSBackupServiceRolePolicyForRestores',
  'AWSBackupServiceRolePolicyForS3Backup',
  'AWSBackupServiceRolePolicyForS3Restore',
];

export class VaultStack extends Stack {
  constructor(scope: Construct, id: string, stage: Stage) {
    const vault = vaultOf(stage);
    if (!vault) throw new Error(`${stage.name} has no vault: enter its distantVault in infra/stages.ts.`);
    super(scope, id, {
      env: { account: vault.account, region: vault.region },
      synthesizer: plainSynthesizer(),
    });
    const other = new iam.AccountPrincipal(stage.account);
    this.#createVault(vault.name, other);
    this.#createTrailBucket(stage);
    new iam.Role(this, 'WayBack', {
      roleName: wayBackRole(stage),
      assumedBy: new iam.ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: BACKUP_POLICIES.map((name) => iam.ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
  }

  #createVault(name: string, other: iam.IPrincipal): void {
    const lock = new CfnParameter(this, LOCK, { default: 'no', allowedValues: ['no', 'yes'] });
    const isLocked = new CfnCondition(this, 'IsLocked', { expression: Fn.conditionEquals(lock, 'yes') });
    // A key of AWS can't be shared with another account.
    const key = new kms.Key(this, 'Key', {
      description: 'Encrypts the copies of backups',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const allow = (actions: string[], conditions?: Record<string, Record<string, string>>): void =>
      void key.addToResourcePolicy(
        new iam.PolicyStatement({
          principals: [other],
          actions,
          resources: ['*'],
          ...(conditions && { conditions }),
        }),
      );
    allow(['kms:Decrypt', 'kms:GenerateDataKey*', 'kms:DescribeKey']);
    // Grants are AWS Backup's alone.
    allow(['kms:CreateGrant'], { Bool: { 'kms:GrantIsForAWSResource': 'true' } });
    const vault = new backup.CfnBackupVault(this, 'Vault', {
      backupVaultName: name,
      encryptionKeyArn: key.keyArn,
      accessPolicy: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            principals: [other],
            actions: ['backup:CopyIntoBackupVault'],
            resources: ['*'],
          }),
        ],
      }),
      lockConfiguration: Fn.conditionIf(
        isLocked.logicalId,
        {
          MinRetentionDays: DAYS_KEPT.daily,
          MaxRetentionDays: DAYS_KEPT.monthly,
          ChangeableForDays: DAYS_TO_THINK,
        },
        Aws.NO_VALUE,
      ),
    });
    vault.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }

  #createTrailBucket(stage: Stage): void {
    const bucket = new s3.Bucket(this, 'Trail', {
      bucketName: String(trailBucket(stage)),
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        {
          transitions: [
            { storageClass: s3.StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(90) },
          ],
          expiration: Duration.days(YEARS_OF_TRAIL * 366),
          noncurrentVersionExpiration: Duration.days(YEARS_OF_TRAIL * 366),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const trail = `arn:aws:cloudtrail:${stage.region}:${stage.account}:trail/${trailName(stage)}`;
    const ofTrail = { 'aws:SourceArn': trail };
    const write = (actions: string[], resources: string[], equal: Record<string, string> = {}): void =>
      void bucket.addToResourcePolicy(
        new iam.PolicyStatement({
          principals: [new iam.ServicePrincipal('cloudtrail.amazonaws.com')],
          actions,
          resources,
          conditions: { StringEquals: { ...ofTrail, ...equal } },
        }),
      );
    write(['s3:GetBucketAcl'], [bucket.bucketArn]);
    write(['s3:PutObject'], [bucket.arnForObjects(`AWSLogs/${stage.account}/*`)], {
      's3:x-amz-acl': 'bucket-owner-full-control',
    });
  }
}
