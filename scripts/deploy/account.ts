/** Everything that an account must have before a stage is deployed to it, as sentences about what is missing. */
import {
  GetAccountSettingsCommand,
  GetFunctionConfigurationCommand,
  type LambdaClient,
} from '@aws-sdk/client-lambda';
import {
  type BackupClient,
  DescribeGlobalSettingsCommand,
  DescribeRegionSettingsCommand,
} from '@aws-sdk/client-backup';
import { GetAccountSummaryCommand, type IAMClient } from '@aws-sdk/client-iam';
import { GetPublicAccessBlockCommand, type S3ControlClient } from '@aws-sdk/client-s3-control';
import { GetHostedZoneCommand, type Route53Client } from '@aws-sdk/client-route-53';
import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, GetServiceSettingCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { jobs } from '../../functions/api/jobs.ts';
import { routes } from '../../functions/api/routes.ts';
import { concurrencyNeeded } from '../../infra/concurrency.ts';
import { functionName } from '../../infra/names.ts';
import type { Stage } from '../../infra/stages.ts';
import { recordProblems } from './dns-records.ts';
import { isNamed, orDeniedCall } from './service-errors.ts';
import { regionsOf, type StackName } from './steps.ts';

type Client<Service extends { send: unknown }> = Pick<Service, 'send'>;

export interface AccountClients {
  readonly sts: Client<STSClient>;
  readonly lambda: Client<LambdaClient>;
  readonly backup: Client<BackupClient>;
  readonly iam: Client<IAMClient>;
  readonly s3Control: Client<S3ControlClient>;
  readonly route53: Client<Route53Client>;
  readonly ses: Client<SESv2Client>;
  /** Returns the client of a region. */
  readonly ssm: (region: string) => Client<SSMClient>;
  /** Returns the name servers that the DNS has for a domain. */
  readonly resolveNs: (name: string) => Promise<string[]>;
}

/** The oldest version of CDK's bootstrap stack that can deploy these templates. */
const BOOTSTRAP_VERSION = 21;

export const HIGH_THROUGHPUT = '/ssm/parameter-store/high-throughput-enabled';

/** Sentences about what an account lacks. */
export interface Findings {
  /** A deployment that is no emergency stops for these. */
  readonly problems: readonly string[];
  /** Told, and no reason to stop. */
  readonly warnings: readonly string[];
}

/** @throws Error when the credentials are those of another account. */
export async function requireAccount(
  stage: Pick<Stage, 'name' | 'account'>,
  sts: AccountClients['sts'],
): Promise<void> {
  const { Account } = await sts.send(new GetCallerIdentityCommand({}));
  if (Account === stage.account) return;
  throw new Error(
    `The credentials are of the account ${Account}, but ${stage.name} belongs to ${stage.account}.`,
  );
}

/**
 * Returns what the account of the credentials lacks, and the calls that the role may not make.
 * @param first the stacks that have never been deployed.
 * @param isAdopted SES had the identity before the stage.
 */
export async function accountFindings(
  stage: Stage,
  clients: AccountClients,
  first: readonly StackName[],
  isAdopted: boolean,
): Promise<Findings> {
  const all = async (checks: readonly Promise<string[]>[]): Promise<string[]> =>
    (await Promise.all(checks.map(orDeniedCall))).flat();
  return {
    problems: await all([
      ...regionsOf(stage).map((region) => bootstrapProblems(stage, region, clients)),
      zoneProblems(stage, clients, first.length > 0),
      recordProblems(stage, clients, first, isAdopted),
      concurrencyProblems(stage, clients),
      throughputProblems(stage, clients),
      backupProblems(stage, clients),
    ]),
    warnings: [
      ...(await all([
        sandboxWarnings(stage, clients),
        identityWarnings(stage, clients, first),
        rootWarnings(clients),
        publicAccessWarnings(stage, clients),
      ])),
      ...(isAdopted
        ? [`SES has the identity ${stage.mail.identity} from before: its settings stay as they are.`]
        : []),
      ...(first.includes('web')
        ? [
            'AWS verifies new accounts. If CloudFront refuses the stack web for that, ask AWS Support, then deploy again.',
          ]
        : []),
    ],
  };
}

/** Returns the digests of the origin's secrets that the deployed API accepts; null: there is no API. */
export async function acceptedByApi(stage: Stage, lambda: AccountClients['lambda']): Promise<string | null> {
  const FunctionName = functionName(stage, routes['GET /v1/openapi.json'].handler);
  const found = lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const { Environment } = await found.catch(missing('ResourceNotFoundException', { Environment: undefined }));
  return Environment?.Variables?.['ORIGIN_SECRET_DIGEST'] ?? null;
}

/** Returns whether SES has the stage's identity. */
export async function hasIdentity({ mail }: Stage, { ses }: Pick<AccountClients, 'ses'>): Promise<boolean> {
  const found = ses.send(new GetEmailIdentityCommand({ EmailIdentity: mail.identity }));
  return found.then(() => true, missing('NotFoundException', false));
}

async function bootstrapProblems(
  { name }: Stage,
  region: string,
  { ssm }: AccountClients,
): Promise<string[]> {
  const version = await ssm(region)
    .send(new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }))
    .then(({ Parameter }) => Number(Parameter?.Value), missing('ParameterNotFound', 0));
  if (version >= BOOTSTRAP_VERSION) return [];
  return [`The region ${region} is not bootstrapped: npm run bootstrap -- --stage ${name}`];
}

/** The name servers matter to a first deployment alone, so a resolver that fails stops no other one. */
async function zoneProblems({ domain }: Stage, clients: AccountClients, isFirst: boolean): Promise<string[]> {
  if (!domain) return [];
  const { id, name } = domain.zone;
  const found = await clients.route53
    .send(new GetHostedZoneCommand({ Id: id }))
    .catch(missing('NoSuchHostedZone', null));
  if (found?.HostedZone?.Name !== `${name}.`) {
    const is = found === null ? 'not in the account' : `of ${found.HostedZone?.Name}`;
    return [`The hosted zone ${id} is ${is} instead of ${name}.`];
  }
  if (!isFirst) return [];
  return delegationProblems(name, found.DelegationSet?.NameServers ?? [], clients);
}

/** The certificate waits for a record that the DNS finds only when it asks the zone's own name servers. */
async function delegationProblems(
  name: string,
  own: readonly string[],
  { resolveNs }: AccountClients,
): Promise<string[]> {
  const asked = await resolveNs(name).catch(() => []);
  if (asked.length > 0 && asked.every((server) => own.includes(server.toLowerCase()))) return [];
  return [
    `The DNS asks ${asked.length > 0 ? asked.join(', ') : 'no name server'} for ${name}: enter the name servers of ` +
      `its hosted zone at the registrar or in the parent zone (${own.join(', ')}).`,
  ];
}

async function sandboxWarnings({ region }: Stage, { ses }: AccountClients): Promise<string[]> {
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
  if (ProductionAccessEnabled) return [];
  return [
    `SES in ${region} is in its sandbox and sends to verified addresses only: request production access.`,
  ];
}

async function rootWarnings({ iam }: AccountClients): Promise<string[]> {
  const { SummaryMap } = await iam.send(new GetAccountSummaryCommand({}));
  if (SummaryMap?.AccountMFAEnabled === 1) return [];
  return ['The root user of the account has no second factor: sign in as root and add one.'];
}

async function publicAccessWarnings(
  { name, account }: Stage,
  { s3Control }: AccountClients,
): Promise<string[]> {
  const block = await s3Control
    .send(new GetPublicAccessBlockCommand({ AccountId: account }))
    .then(
      ({ PublicAccessBlockConfiguration }) => PublicAccessBlockConfiguration,
      missing('NoSuchPublicAccessBlockConfiguration', undefined),
    );
  if (
    block?.BlockPublicPolicy &&
    block.RestrictPublicBuckets &&
    block.BlockPublicAcls &&
    block.IgnorePublicAcls
  )
    return [];
  return [`S3 allows public buckets in the account: npm run bootstrap -- --stage ${name}`];
}

async function identityWarnings(
  { mail }: Stage,
  { ses }: AccountClients,
  first: readonly StackName[],
): Promise<string[]> {
  if (first.includes('data')) return [];
  const isVerified = await ses
    .send(new GetEmailIdentityCommand({ EmailIdentity: mail.identity }))
    .then(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus, missing('NotFoundException', false));
  if (isVerified) return [];
  return [`SES has not verified ${mail.identity}, so no mail is sent: check its records or its mailbox.`];
}

/** Copies to another account need one organization, its switch, and AWS Backup's own format of backups of tables. */
async function backupProblems(
  { name, distantVault, region }: Stage,
  { backup }: AccountClients,
): Promise<string[]> {
  if (distantVault === null) return [];
  const { GlobalSettings = {} } = await backup
    .send(new DescribeGlobalSettingsCommand({}))
    .catch(missing('InvalidRequestException', { GlobalSettings: undefined }));
  const { ResourceTypeManagementPreference: own = {}, ResourceTypeOptInPreference: optIn = {} } =
    await backup.send(new DescribeRegionSettingsCommand({}));
  return [
    ...(GlobalSettings['isCrossAccountBackupEnabled'] === 'true'
      ? []
      : [
          'No backup is copied to another account: both accounts belong to one organization of AWS Organizations, whose ' +
            'management account runs: aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true',
        ]),
    ...(own['DynamoDB'] && optIn['DynamoDB'] && optIn['S3']
      ? []
      : [
          `AWS Backup in ${region} lacks the copies of tables or files: npm run bootstrap -- --stage ${name}`,
        ]),
  ];
}

async function concurrencyProblems(stage: Stage, { lambda }: AccountClients): Promise<string[]> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const allowed = AccountLimit?.ConcurrentExecutions ?? 0;
  const needed = concurrencyNeeded(stage, routes, jobs);
  if (allowed >= needed) return [];
  return [
    `Lambda allows ${allowed} concurrent executions in ${stage.region}, and ${stage.name} needs ${needed}: ` +
      'request an increase of the quota L-B99A9384.',
  ];
}

/** Without it, parameters are read 40 times a second at most, which many functions that start at once exceed. */
async function throughputProblems({ name, region }: Stage, { ssm }: AccountClients): Promise<string[]> {
  const { ServiceSetting } = await ssm(region).send(
    new GetServiceSettingCommand({ SettingId: HIGH_THROUGHPUT }),
  );
  if (ServiceSetting?.SettingValue === 'true') return [];
  return [`The parameter store has its standard throughput: npm run bootstrap -- --stage ${name}`];
}

/** Returns a handler that turns the named error into a value. */
function missing<Value>(name: string, value: Value): (error: unknown) => Value {
  return (error) => {
    if (isNamed(error, name)) return value;
    throw error;
  };
}
