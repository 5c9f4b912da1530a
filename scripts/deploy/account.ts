/** Everything that an account must have before a stage is deployed to it, as sentences about what is missing. */
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand, type Route53Client } from '@aws-sdk/client-route-53';
import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, GetServiceSettingCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { jobs } from '../../functions/api/jobs.ts';
import { routes } from '../../functions/api/routes.ts';
import { concurrencyNeeded } from '../../infra/concurrency.ts';
import type { Stage } from '../../infra/stages.ts';
import { orDeniedCall } from './access-denied.ts';
import { isNamed } from './service-errors.ts';
import type { StackName } from './steps.ts';

type Client<Service extends { send: unknown }> = Pick<Service, 'send'>;

export interface AccountClients {
  readonly sts: Client<STSClient>;
  readonly lambda: Client<LambdaClient>;
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

/**
 * Returns what the account lacks, and the calls that the role may not make, one sentence each. Only the first sentence
 * comes when the credentials are those of another account.
 * @param first the stacks that have never been deployed.
 */
export async function accountProblems(
  stage: Stage,
  clients: AccountClients,
  first: readonly StackName[],
): Promise<string[]> {
  const { Account } = await clients.sts.send(new GetCallerIdentityCommand({}));
  if (Account !== stage.account) {
    return [`The credentials are of the account ${Account}, but ${stage.name} belongs to ${stage.account}.`];
  }
  const problems = await Promise.all(
    [
      ...[...new Set([stage.region, 'us-east-1'])].map((region) => bootstrapProblems(stage, region, clients)),
      zoneProblems(stage, clients, first.length > 0),
      sandboxProblems(stage, clients),
      identityProblems(stage, clients, first.includes('data')),
      concurrencyProblems(stage, clients),
      throughputProblems(stage, clients),
    ].map(orDeniedCall),
  );
  return problems.flat();
}

async function bootstrapProblems(
  { account }: Stage,
  region: string,
  { ssm }: AccountClients,
): Promise<string[]> {
  const version = await ssm(region)
    .send(new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }))
    .then(({ Parameter }) => Number(Parameter?.Value), missing('ParameterNotFound', 0));
  if (version >= BOOTSTRAP_VERSION) return [];
  return [`The region ${region} is not bootstrapped: npx cdk bootstrap aws://${account}/${region}`];
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

async function sandboxProblems({ durable, region }: Stage, { ses }: AccountClients): Promise<string[]> {
  if (!durable) return [];
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
  if (ProductionAccessEnabled) return [];
  return [
    `SES in ${region} is in its sandbox and sends to verified addresses only: request production access.`,
  ];
}

async function identityProblems(
  { mail }: Stage,
  { ses }: AccountClients,
  isFirst: boolean,
): Promise<string[]> {
  const identity = await ses
    .send(new GetEmailIdentityCommand({ EmailIdentity: mail.identity }))
    .then(
      ({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true,
      missing('NotFoundException', null),
    );
  if (isFirst && identity !== null) {
    return [`SES has the identity ${mail.identity} already, which the data stack creates: delete it.`];
  }
  if (!isFirst && identity !== true) {
    return [`SES has not verified ${mail.identity}, so no mail is sent: check its records or its mailbox.`];
  }
  return [];
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
