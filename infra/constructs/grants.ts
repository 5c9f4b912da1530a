/** What each of a row's `uses` allows its function to do: the only place where actions are named. */
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { QueueName, Use } from '../../functions/lib/route.ts';
import { tableArns, type DataStack } from '../data-stack.ts';
import { parameterName, type Stage } from '../stages.ts';

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
    files: () => [allow(['s3:GetObject', 's3:PutObject'], [data.files.arnForObjects('reports/*')])],
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
