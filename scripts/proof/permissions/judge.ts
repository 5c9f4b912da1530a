/** What a role allows beyond the calls that its function makes, and the defects that the proof must find. */
import type { AwsCall } from './aws-call.ts';
import type { Deployment, DeployedRole, Statement } from './deployed-roles.ts';

/** Actions that Lambda itself performs with the function's role. */
const OF_LAMBDA = new Set([
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
]);

/**
 * Functions that do not reach the vault in the proof, which the use `xero` includes: some only settle postings that a
 * crash left open, and the connections' own only need the app's token.
 */
const WITHOUT_VAULT = new Set([
  'tenants/delete-tenant',
  'entities/delete-entity',
  'entities/migrate-entities',
  'schedules/update-schedule',
  'schedules/delete-schedule',
  'sync/archive-schedule',
  'connections/begin-authorisation',
  'connections/unlink-tenant',
  'connections/sweep-connections',
]);

/** Returns the actions that a role allows to the function's own code. */
export function actionsOf({ statements }: Pick<DeployedRole, 'statements'>): string[] {
  return statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action }) => Action)
    .filter((action) => !OF_LAMBDA.has(action));
}

/** Returns the services that a role allows and that the calls never reach. */
export function unusedServices(role: DeployedRole, calls: readonly AwsCall[]): string[] {
  const serviceOf = (action: string): string => action.split(':')[0] ?? '';
  const used = new Set(calls.map(({ action }) => serviceOf(action)));
  const isExplained = (service: string): boolean => service === 'kms' && WITHOUT_VAULT.has(role.handler);
  return [...new Set(actionsOf(role).map(serviceOf))].filter(
    (service) => !used.has(service) && !isExplained(service),
  );
}

/** `missing` removes the right to query from one role; `unused` adds a right that no function uses. */
export function plantDefect(defect: string | undefined, { roles }: Deployment): void {
  if (defect === undefined) return;
  const statements = roles.get('users/sign-in')?.statements as Statement[] | undefined;
  if (!statements) throw new Error('There is no role to plant a defect in.');
  if (defect === 'missing') {
    const [index, statement] = [...statements.entries()].find(([, { Action }]) =>
      Action.includes('dynamodb:GetItem'),
    ) ?? [0, undefined];
    if (statement) {
      statements[index] = {
        ...statement,
        Action: [statement.Action].flat().filter((a) => a !== 'dynamodb:GetItem'),
      };
    }
  } else if (defect === 'unused') {
    statements.push({ Effect: 'Allow', Action: 'dynamodb:Scan', Resource: '*' });
  } else throw new Error(`There is no defect ${defect}.`);
}
