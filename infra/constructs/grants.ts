/** What each of a row's `uses` allows its function to do: the only place where actions are named. */
import { Aws, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct, IConstruct } from 'constructs';
import type { QueueName, Use } from '../../functions/lib/route.ts';
import { filesBucketOf, tableArns, type DataStack } from '../data-stack.ts';
import { parameterName, type Stage } from '../stages.ts';
import { acknowledge } from './acknowledge.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];

/** The secrets that the services behind a use read. */
export const secretsOf: Readonly<Record<Use, readonly string[]>> = {
  'table:read': [],
  'table:write': [],
  xero: ['xero-client-secret'],
  stripe: ['stripe-secret-key', 'stripe-webhook-secret'],
  mail: [],
  sign: ['token-private-key'],
  queue: [],
  files: [],
};

/** Accepts, for a function and the role beside it, that objects are granted by how their keys begin. */
export function acknowledgeGrants(built: IConstruct, stage: Stage, uses: ReadonlySet<Use>): void {
  if (!uses.has('files')) return;
  const objects = `${reportsOf(stage)}-<AWS::AccountId>/reports/*`;
  acknowledge(
    built.node.scope ?? built,
    'It reads and writes reports, whose names are made while it runs.',
    `AwsSolutions-IAM5[Resource::${objects}]`,
  );
}

/** Named rather than taken from the bucket, since a finding is accepted by the text that it shows. */
const reportsOf = (stage: Stage): string => `arn:aws:s3:::${filesBucketOf(stage)}`;

/** The policy of a function that uses this much and no more, and sends to this queue if to any. */
export function policyFor(
  scope: Construct,
  stage: Stage,
  data: DataStack,
  uses: ReadonlySet<Use>,
  queue: QueueName,
): iam.PolicyStatement[] {
  const allow = (actions: string[], resources: string[]): iam.PolicyStatement =>
    new iam.PolicyStatement({ actions, resources });
  const byUse: Readonly<Record<Use, () => iam.PolicyStatement[]>> = {
    'table:read': () => [allow(READ, tableArns(data.table))],
    'table:write': () => [allow(READ, tableArns(data.table)), allow(WRITE, [data.table.tableArn])],
    xero: () => [allow(['kms:GenerateDataKey', 'kms:Decrypt'], [data.vaultKey.keyArn])],
    stripe: () => [],
    mail: () => [allow(['ses:SendEmail'], [data.mail.identityArn, data.mail.configurationSetArn])],
    sign: () => [],
    queue: () => [allow(['sqs:SendMessage'], data.queue(queue).arns)],
    files: () => [
      allow(['s3:GetObject', 's3:PutObject'], [`${reportsOf(stage)}-${Aws.ACCOUNT_ID}/reports/*`]),
    ],
  };
  const secrets = [...uses].flatMap((use) => secretsOf[use]);
  const secretArns = secrets.map((name) =>
    Stack.of(scope).formatArn({
      service: 'ssm',
      resource: 'parameter',
      resourceName: parameterName(stage, name).slice(1),
    }),
  );
  return [
    ...[...uses].flatMap((use) => byUse[use]()),
    ...(secretArns.length > 0 ? [allow(['ssm:GetParameter'], secretArns)] : []),
  ];
}
