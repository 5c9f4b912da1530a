import { Duration, Stack } from 'aws-cdk-lib';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logRetention } from '../log-retention.ts';
import { nameOf, type Stage } from '../stages.ts';
import { acknowledge } from './acknowledge.ts';

export interface SiteFilesProps {
  readonly stage: Stage;
  readonly bucket: s3.IBucket;
  /** The built site: `assets/` with hashed names, and the rest under stable names. */
  readonly folder: string;
}

/**
 * The site's files in its bucket. Hashed files are deployed first and never removed, because a page that is open
 * during a deployment still loads the old ones. Browsers request the other files anew every time.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, { stage, bucket, folder }: SiteFilesProps) {
    super(scope, id);
    const logGroup = new logs.LogGroup(this, 'Log', {
      logGroupName: `/paydown/${nameOf(stage, 'site-files')}`,
      ...logRetention(this, stage),
    });
    const hashed = new BucketDeployment(this, 'Hashed', {
      destinationBucket: bucket,
      destinationKeyPrefix: 'assets',
      sources: [Source.asset(`${folder}/assets`)],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
      prune: false,
      memoryLimit: 256,
      logGroup,
    });
    const named = new BucketDeployment(this, 'Named', {
      destinationBucket: bucket,
      sources: [Source.asset(folder, { exclude: ['assets'] })],
      cacheControl: [CacheControl.noCache(), CacheControl.maxAge(Duration.seconds(0))],
      prune: false,
      memoryLimit: 256,
      logGroup,
    });
    named.node.addDependency(hashed);
    acknowledgeCopier(this, bucket);
  }
}

/** Acknowledges CDK's own copying function, one for the whole stack. */
function acknowledgeCopier(files: Construct, bucket: s3.IBucket): void {
  const stack = Stack.of(files);
  const copier = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!copier) throw new Error('The stack has no function that copies files.');
  const site = stack.getLogicalId(bucket.node.defaultChild as s3.CfnBucket);
  const staging = `arn:aws:s3:::cdk-hnb659fds-assets-${stack.account}-${stack.region}`;
  const readAndWrite = ['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'];
  acknowledge(
    copier,
    'CDK’s own function: it copies from the bucket of deployments to the site’s, and only while one runs.',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    ...readAndWrite.map((action) => `AwsSolutions-IAM5[Action::s3:${action}]`),
    `AwsSolutions-IAM5[Resource::${staging}/*]`,
    `AwsSolutions-IAM5[Resource::<${site}.Arn>/*]`,
    'AwsSolutions-L1',
  );
}
