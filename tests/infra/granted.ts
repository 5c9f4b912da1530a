/** What a role allows, read from its template; and what it should, whatever the stacks believe. */
import type { Use } from '../../functions/lib/route.ts';
import type { Resource } from './synthesised.ts';

export interface Statement {
  readonly actions: readonly string[];
  /** As text, references and all. */
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

/** Written down here once more on purpose: what each use may do, whatever the stacks believe. */
const ACTIONS: Readonly<Record<Use, readonly string[]>> = {
  'table:read': READS,
  'table:write': [...READS, ...WRITES],
  xero: ['ssm:GetParameter'],
  vault: ['kms:Decrypt', 'kms:GenerateDataKey'],
  breaches: [],
  stripe: ['ssm:GetParameter'],
  mail: ['ses:SendEmail'],
  sign: ['ssm:GetParameter'],
  queue: ['sqs:SendMessage'],
};

const SECRETS: Readonly<Record<string, Use>> = {
  'token-private-key': 'sign',
  'xero-client-secret': 'xero',
  'stripe-secret-key': 'stripe',
  'stripe-webhook-secret': 'stripe',
};

/** What a function with these uses must be able to do, its own log included. */
export function actionsFor(uses: ReadonlySet<Use>): string[] {
  const ownLog = ['logs:CreateLogStream', 'logs:PutLogEvents'];
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

/** Names of the stage's secrets that the statements let be read. */
export function secretsIn(statements: readonly Statement[]): string[] {
  return statements
    .filter(({ actions }) => actions.includes('ssm:GetParameter'))
    .flatMap(({ resources }) => resources)
    .map((resource) => /parameter\/paydown\/prod\/([a-z-]+)"/.exec(resource)?.[1] ?? resource)
    .toSorted();
}

export function wildcardsIn(statements: readonly Statement[]): Statement[] {
  return statements.filter(({ actions, resources }) =>
    [...actions, ...resources].some((part) => part.includes('*')),
  );
}
