/** The permissions that each of a row's `uses` grants. No other file names IAM actions. */
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Use } from '../../functions/lib/route.ts';
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
  vault: [],
  breaches: [],
};

/** Audit entries are written once: no function changes or deletes them. */
const keepAudit = (tableArn: string): iam.PolicyStatement =>
  new iam.PolicyStatement({
    effect: iam.Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['T#*#A#*'] } },
  });

/** The policy of a function that uses this much and no more. */
export function policyFor(
  scope: Construct,
  stage: Stage,
  data: DataStack,
  uses: ReadonlySet<Use>,
): iam.PolicyStatement[] {
  const allow = (actions: string[], resources: string[]): iam.PolicyStatement =>
    new iam.PolicyStatement({ actions, resources });
  const byUse: Readonly<Record<Use, () => iam.PolicyStatement[]>> = {
    'table:read': () => [allow(READ, tableArns(data.table))],
    'table:write': () => [
      allow(READ, tableArns(data.table)),
      allow(WRITE, [data.table.tableArn]),
      keepAudit(data.table.tableArn),
    ],
    xero: () => [],
    stripe: () => [],
    mail: () => [allow(['ses:SendEmail'], [data.mail.identityArn, data.mail.configurationSetArn])],
    sign: () => [],
    vault: () => [allow(['kms:GenerateDataKey', 'kms:Decrypt'], [data.vaultKey.keyArn])],
    breaches: () => [],
    queue: () => [allow(['sqs:SendMessage'], data.queue('postings').arns)],
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
