/** The stateful resources: the table, the queues, the vault's key, the mail identity, the files. */
import { Aws, Duration, Stack } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { indexKeys, primaryKey, ttlAttribute, type KeyNames } from '../functions/store/table-schema.ts';
import { visibilitySeconds, type FromQueue, type JobRow } from '../functions/api/job.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { deployedParameter } from './constructs/deployed-parameter.ts';
import { DistantBackups } from './constructs/distant-backups.ts';
import { MailIdentity } from './constructs/mail-identity.ts';
import { isProtected, removalPolicy } from './constructs/protection.ts';
import { published } from './constructs/published.ts';
import { QueueWithDeadLetters } from './constructs/queue-with-dead-letters.ts';
import { tableInUse } from './constructs/table-in-use.ts';
import { daysRestorable, nameOf, type Stage } from './stages.ts';

const DAYS_REPORTS_KEPT = 8;
const DAYS_VERSIONS_KEPT = 35;

const filesBucket = (stage: Stage): string => `${nameOf(stage, 'files')}-${Aws.ACCOUNT_ID}`;

export class DataStack extends Stack {
  /** The key that wraps the keys that encrypt Xero's tokens. */
  readonly vaultKeyArn: string;
  readonly mail: MailIdentity;
  /** Attachments of schedules, and reports. */
  readonly files: s3.IBucket;
  readonly #queues = new Map<string, QueueWithDeadLetters>();

  constructor(scope: Construct, id: string, stage: Stage, jobs: Readonly<Record<string, JobRow>>) {
    const { account, region } = stage;
    super(scope, id, {
      env: { account, region },
      terminationProtection: isProtected(scope, stage, 'data'),
    });
    if (this.node.tryGetContext('table') !== 'none') this.#createTable(stage);
    if (stage.distantVault !== null) {
      const { arn: tableArn } = tableInUse(this, stage);
      const filesArn = `arn:${Aws.PARTITION}:s3:::${filesBucket(stage)}`;
      new DistantBackups(this, 'Backups', {
        stage,
        arns: [tableArn, filesArn],
        vaultArn: stage.distantVault,
      });
    }
    const vaultKey = new kms.Key(this, 'VaultKey', {
      alias: nameOf(stage, 'vault'),
      description: 'Wraps the data keys of stored Xero authorisations',
      enableKeyRotation: true,
      // Can't be changed later, and another region can't read the tokens without it.
      multiRegion: true,
      removalPolicy: removalPolicy(stage),
    });
    this.vaultKeyArn = published(this, 'VaultKeyArn', vaultKey.keyArn);
    this.mail = new MailIdentity(this, 'Mail', stage);
    this.files = this.#createFiles(stage);
    for (const row of Object.values(jobs)) {
      if (row.trigger.kind === 'queue') this.#createQueue(stage, row, row.trigger);
    }
  }

  /** @throws Error when no job processes the queue */
  queue(name: FromQueue['queue']): QueueWithDeadLetters {
    const queue = this.#queues.get(name);
    if (!queue) throw new Error(`No job processes the queue "${name}".`);
    return queue;
  }

  #createQueue(stage: Stage, row: JobRow, { queue, deliveries }: FromQueue): void {
    const created = new QueueWithDeadLetters(this, `Queue-${queue}`, {
      name: nameOf(stage, queue),
      visibilitySeconds: visibilitySeconds(row),
      deliveries,
    });
    this.#queues.set(queue, created);
  }

  /** Browsers send files to it by signed forms. Uploads that were never confirmed and reports expire. */
  #createFiles(stage: Stage): s3.IBucket {
    const origin = stage.domain ? `https://${stage.domain.name}` : deployedParameter(this, stage, 'origin');
    const bucketName = filesBucket(stage);
    const bucket = new s3.Bucket(this, 'Files', {
      bucketName,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      cors: [{ allowedMethods: [s3.HttpMethods.POST], allowedOrigins: [origin], allowedHeaders: ['*'] }],
      // What a function deletes or replaces by mistake comes back.
      versioned: true,
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(DAYS_VERSIONS_KEPT), expiredObjectDeleteMarker: true },
        { prefix: 'uploads/', expiration: Duration.days(1) },
        { prefix: 'reports/', expiration: Duration.days(DAYS_REPORTS_KEPT) },
      ],
      removalPolicy: removalPolicy(stage),
      autoDeleteObjects: false,
    });
    acknowledge(
      bucket,
      'Functions alone read and write it, and note each change in the audit log.',
      'AwsSolutions-S1',
    );
    // By its name, since other stacks then depend on no output of this one.
    return s3.Bucket.fromBucketName(this, 'FilesByName', bucketName);
  }

  /** The stage's own table. Which table is in use, a parameter says. */
  #createTable(stage: Stage): void {
    new dynamodb.TableV2(this, 'Table', {
      tableName: stage.tableName,
      ...attributes(primaryKey),
      globalSecondaryIndexes: Object.entries(indexKeys).map(([indexName, names]) => ({
        indexName,
        ...attributes(names),
      })),
      timeToLiveAttribute: ttlAttribute,
      billing: dynamodb.Billing.onDemand(),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: daysRestorable(stage),
      },
      deletionProtection: isProtected(this, stage, 'data'),
      removalPolicy: removalPolicy(stage),
    });
  }
}

function attributes({ partition, sort }: KeyNames) {
  return {
    partitionKey: { name: partition, type: dynamodb.AttributeType.STRING },
    sortKey: { name: sort, type: dynamodb.AttributeType.STRING },
  };
}
