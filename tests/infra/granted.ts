/** The permissions in a role's template, and the expected ones. */
import type { Use } from '../../functions/api/route.ts';
import type { Resource } from './synthesised.ts';

export interface Statement {
  readonly actions: readonly string[];
  /** As text, with references. */
  readonly resources: readonly string[];
}

export function statementsOf(role: Resource | undefined): Statement[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
  return role?.Properties.Policies.flatMap(
    (policy: Resource['Properties']) => policy.PolicyDocument.Statement,
  )
    .filter(({ Effect }: Resource['Properties']) => Effect === 'Allow')
    .map(({ Action, Resource }: Resource['Properties']) => ({
      actions: list(Action) as string[],
      resources: list(Resource).map((resource) => JSON.stringify(resource)),
    }));
}

const READS = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const WRITES = [
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

/** A secret is decrypted with the rights of the function that reads it. */
const SECRET = ['ssm:GetParameter', 'kms:Decrypt'];

/** The expected actions of each use, repeated here on purpose instead of read from the stacks. */
const ACTIONS: Readonly<Record<Use, readonly string[]>> = {
  'table:read': READS,
  'table:write': [...READS, ...WRITES],
  'table:count': ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  xero: SECRET,
  'vault:totp': ['kms:Decrypt', 'kms:GenerateDataKey'],
  'vault:xero': ['kms:Decrypt', 'kms:GenerateDataKey'],
  breaches: [],
  stripe: SECRET,
  mail: ['sqs:SendMessage'],
  mailer: ['ses:SendEmail'],
  sign: SECRET,
  queue: ['sqs:SendMessage'],
  'files:read': ['s3:GetObject'],
  'files:write': ['s3:PutObject'],
  'files:delete': ['s3:DeleteObject', 's3:ListBucket'],
};

const SECRETS: Readonly<Record<string, Use>> = {
  'token-private-key': 'sign',
  'xero-client-secret': 'xero',
  'stripe-secret-key': 'stripe',
  'stripe-webhook-secret': 'stripe',
};

/** Returns the expected actions of a function with these uses, with those for its own log and traces. */
export function actionsFor(uses: ReadonlySet<Use>): string[] {
  const ownLog = [
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'xray:PutTraceSegments',
    'xray:PutTelemetryRecords',
  ];
  return [...new Set([...ownLog, ...[...uses].flatMap((use) => ACTIONS[use])])].toSorted();
}

export function secretsFor(uses: ReadonlySet<Use>): string[] {
  return Object.keys(SECRETS)
    .filter((name) => uses.has(SECRETS[name] as Use))
    .toSorted();
}

export function actionsIn(statements: readonly Statement[]): string[] {
  return [...new Set(statements.flatMap(({ actions }) => actions))].toSorted();
}

/** Returns the names of the stage's secrets that the statements allow to read. */
export function secretsIn(statements: readonly Statement[]): string[] {
  return statements
    .filter(({ actions }) => actions.includes('ssm:GetParameter'))
    .flatMap(({ resources }) => resources)
    .map((resource) => /parameter\/paydown\/prod\/([a-z-]+)"/.exec(resource)?.[1] ?? resource)
    .toSorted();
}

export function wildcardsIn(statements: readonly Statement[]): Statement[] {
  return statements
    .filter(isOfResources)
    .filter(({ actions, resources }) =>
      [...actions, ...resources.map(withoutObjects)].some((part) => part.includes('*')),
    );
}

/** Traces belong to no resource. */
const isOfResources = ({ actions }: Statement): boolean =>
  !actions.every((action) => action.startsWith('xray:'));

/** All objects of one bucket, named by reference: S3 knows no narrower way to say it. */
const withoutObjects = (resource: string): string =>
  resource.replace(/^(\{"Fn::Join":\["",\[.*),"\/(?:attachments\/|uploads\/)?\*"\]\]\}$/, '$1');
