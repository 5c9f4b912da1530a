/** Rights of a role beyond the calls of its function, and the defects that the proof must find. */
import type { AwsCall } from './aws-call.ts';
import type { DeployedRole, Statement } from './deployed-roles.ts';

/** Actions that Lambda itself performs with the function's role. */
const OF_LAMBDA = new Set([
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
]);

/** Lambda sends calls of timers that failed for good there, with the function's role. */
const isForUndelivered = ({ Action, Resource }: Statement): boolean =>
  [Action].flat().join() === 'sqs:SendMessage' &&
  [Resource].flat().every((resource) => resource.endsWith('-undelivered'));

/** The parameter store decrypts a secret that it is asked for with the function's role. */
const isForParameters = ({ Condition }: Statement): boolean =>
  JSON.stringify(Condition ?? {}).includes('kms:EncryptionContext:PARAMETER_ARN');

/** The services that functions reach only where the tour does not lead. */
const UNREACHED: Readonly<Record<string, readonly string[]>> = {
  // The use `xero` includes the vault, and these settle postings that a crash left open, or need the app's token only.
  kms: [
    'tenants/delete-tenant',
    'entities/delete-entity',
    'entities/migrate-entities',
    'schedules/update-schedule',
    'schedules/delete-schedule',
    'schedules/archive-schedule',
    'events/preview-event',
    // Post only what recording left unposted, and changes of posted payments.
    'events/sync-event',
    'events/change-payment',
    'connections/begin-authorisation',
    'connections/unlink-tenant',
    'connections/sweep-connections',
    'tenants/sweep-deletions',
    // Read from Xero what other pages of the tour have read within the minute.
    'sync/preview-payments',
    'ledger/list-matches',
    'setup/get-opening-template',
    'setup/get-purchase',
    'setup/save-purchase',
    'registers/preview-register',
    'registers/create-register',
    'registers/preview-registers-import',
    'registers/import-registers',
    'registers/change-register',
    'registers/propose-spreads',
    // Settle postings that a crash left open.
    'registers/record-change',
    'registers/delete-change',
    'registers/archive-register',
    'registers/delete-register',
    // Opens the secret of an authenticator app, and the tour authenticates by password.
    'users/sessions/reauthenticate',
    // Renews consents that were not used for weeks.
    'messages/daily-messages',
    // Read from Xero after a restore.
    'unknown/list-unknown',
    'unknown/answer-unknown',
    'unknown/mark-unknown-seen',
  ],
  sqs: [
    // Send mail about a reset of factors that came due, and about a used recovery code.
    'users/sign-in',
    'users/factors/confirm-sign-in',
    'users/factors/sign-in-with-passkey',
    'users/sessions/reauthenticate',
    // Send mail about factors of an address before it was confirmed, and about the end of a trial.
    'users/verify-address',
    'plans/receive-webhook',
    'plans/reconcile-plans',
    // Queue what is open for minutes, and digests of messages: the tour leaves neither.
    'auto-sync/find-open',
    'messages/send-digests',
  ],
  // Signs the links of digests, and reads the app's secret to read Xero after a restore.
  ssm: ['messages/send-digests', 'unknown/answer-unknown'],
};

/** Returns the actions that a role allows to the function's own code. */
export function actionsOf({ statements }: Pick<DeployedRole, 'statements'>): string[] {
  return statements
    .filter(
      (statement) =>
        statement.Effect === 'Allow' && !isForUndelivered(statement) && !isForParameters(statement),
    )
    .flatMap(({ Action }) => Action)
    .filter((action) => !OF_LAMBDA.has(action));
}

/** Returns the services that a role allows and that the calls never reach. */
export function unusedServices(role: DeployedRole, calls: readonly AwsCall[]): string[] {
  const serviceOf = (action: string): string => action.split(':')[0] ?? '';
  const used = new Set(calls.map(({ action }) => serviceOf(action)));
  const isExplained = (service: string): boolean => UNREACHED[service]?.includes(role.handler) === true;
  return [...new Set(actionsOf(role).map(serviceOf))].filter(
    (service) => !used.has(service) && !isExplained(service),
  );
}
