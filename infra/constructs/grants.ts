/** The permissions of each of a row's `uses`. No other file names IAM actions. */
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct, IConstruct } from 'constructs';
import type { QueueName, Use } from '../../functions/api/route.ts';
import { COUNTED } from '../../functions/store/keys.ts';
import type { DataStack } from '../data-stack.ts';
import { nameOf, parameterName, type Stage } from '../stages.ts';
import { acknowledge } from './acknowledge.ts';
import { secretsKeyArn } from './published.ts';
import type { TableInUse } from './table-in-use.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
];

/** The secrets that the services of a use read. */
export const secretsOf: Readonly<Record<Use, readonly string[]>> = {
  'table:read': [],
  'table:write': [],
  'table:count': [],
  xero: ['xero-client-secret'],
  stripe: ['stripe-secret-key', 'stripe-webhook-secret'],
  mail: [],
  mailer: [],
  sign: ['token-private-key'],
  queue: [],
  'files:read': [],
  'files:write': [],
  'files:delete': [],
  'vault:totp': [],
  'vault:xero': [],
  breaches: [],
};

/** The objects that functions delete. */
const DELETABLE = ['attachments/*', 'uploads/*'];

/** Denies changes and deletions of audit entries, though not their replacement by a put: `auditEntry` has a condition. */
const keepAudit = (tableArn: string): iam.PolicyStatement =>
  new iam.PolicyStatement({
    effect: iam.Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['T#*#A#*'] } },
  });

/** Accepts the wildcard in the resources of a function that uses files. */
export function acknowledgeGrants(created: IConstruct, stage: Stage, uses: ReadonlySet<Use>): void {
  if (!uses.has('files:read') && !uses.has('files:write')) return;
  acknowledge(
    created,
    'Files are named by ids, so the function may reach every object of this one bucket.',
    ...['*', ...DELETABLE].map(
      (part) =>
        `AwsSolutions-IAM5[Resource::arn:aws:s3:::${nameOf(stage, 'files')}-<AWS::AccountId>/${part}]`,
    ),
  );
}

/** The resources that functions use. */
export interface Granted {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly table: TableInUse;
}

/** Returns the policy of a function with exactly these uses that sends to this queue. */
export function policyFor(
  scope: Construct,
  { stage, data, table }: Granted,
  uses: ReadonlySet<Use>,
  queue: QueueName,
): iam.PolicyStatement[] {
  const allow = (actions: string[], resources: string[]): iam.PolicyStatement =>
    new iam.PolicyStatement({ actions, resources });
  /** The context of a sealed text begins with the kind of its secret. */
  const allowSealed = (kind: string): iam.PolicyStatement =>
    new iam.PolicyStatement({
      actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
      resources: [data.vaultKeyArn],
      conditions: { StringLike: { 'kms:EncryptionContext:for': `${kind} *` } },
    });
  const byUse: Readonly<Record<Use, () => iam.PolicyStatement[]>> = {
    'table:read': () => [allow(READ, [...table.arns])],
    'table:write': () => [allow(READ, [...table.arns]), allow(WRITE, [table.arn]), keepAudit(table.arn)],
    'table:count': () => [
      new iam.PolicyStatement({
        actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
        resources: [table.arn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${COUNTED}*`] } },
      }),
    ],
    xero: () => [],
    stripe: () => [],
    mail: () => [allow(['sqs:SendMessage'], [data.queue('mails').queue.arn])],
    mailer: () => [allow(['ses:SendEmail'], [data.mail.identityArn, data.mail.configurationSetArn])],
    sign: () => [],
    queue: () => [allow(['sqs:SendMessage'], data.queue(queue).arns)],
    'files:read': () => [allow(['s3:GetObject'], [data.files.arnForObjects('*')])],
    'files:write': () => [allow(['s3:PutObject'], [data.files.arnForObjects('*')])],
    // Reports and exports expire by themselves.
    'files:delete': () => [
      allow(
        ['s3:DeleteObject'],
        DELETABLE.map((part) => data.files.arnForObjects(part)),
      ),
      // S3 answers 404 for a missing object only to a role that may list the bucket, and 403 to others.
      allow(['s3:ListBucket'], [data.files.bucketArn]),
    ],
    'vault:totp': () => [allowSealed('totp')],
    'vault:xero': () => [allowSealed('xero')],
    breaches: () => [],
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
    ...(secretArns.length > 0
      ? [
          allow(['ssm:GetParameter'], secretArns),
          // The parameter store decrypts with the caller's rights, in the context of the one parameter.
          new iam.PolicyStatement({
            actions: ['kms:Decrypt'],
            resources: [secretsKeyArn(stage)],
            conditions: { StringEquals: { 'kms:EncryptionContext:PARAMETER_ARN': secretArns } },
          }),
        ]
      : []),
  ];
}
