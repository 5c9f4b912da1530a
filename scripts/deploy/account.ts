/** Everything that an account must have before a stage is deployed to it, as sentences about what is missing. */
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand, type Route53Client } from '@aws-sdk/client-route-53';
import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, GetServiceSettingCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { jobs } from '../../functions/jobs.ts';
import { routes } from '../../functions/routes.ts';
import { concurrencyNeeded } from '../../infra/concurrency.ts';
import type { Stage } from '../../infra/stages.ts';

type Client<Service extends { send: unknown }> = Pick<Service, 'send'>;

export interface AccountClients {
  readonly sts: Client<STSClient>;
  readonly lambda: Client<LambdaClient>;
  readonly route53: Client<Route53Client>;
  readonly ses: Client<SESv2Client>;
  /** Returns the client of a region. */
  readonly ssm: (region: string) => Client<SSMClient>;
}

/** The oldest version of CDK's bootstrap stack that can deploy these templates. */
const BOOTSTRAP_VERSION = 21;

export const HIGH_THROUGHPUT = '/ssm/parameter-store/high-throughput-enabled';

/**
 * Returns what the account lacks, one sentence each. `isFirst`: the data stack has never been deployed. Only the first
 * sentence comes when the credentials are those of another account.
 */
export async function accountProblems(
  stage: Stage,
  clients: AccountClients,
  isFirst: boolean,
): Promise<string[]> {
  const { Account } = await clients.sts.send(new GetCallerIdentityCommand({}));
  if (Account !== stage.account) {
    return [`The credentials are of the account ${Account}, but ${stage.name} belongs to ${stage.account}.`];
  }
  const problems = await Promise.all([
    bootstrapProblems(stage, clients),
    zoneProblems(stage, clients),
    mailProblems(stage, clients, isFirst),
    concurrencyProblems(stage, clients),
    parameterProblems(stage, clients),
  ]);
  return problems.flat();
}

async function bootstrapProblems({ account, region }: Stage, { ssm }: AccountClients): Promise<string[]> {
  const problems = [...new Set([region, 'us-east-1'])].map(async (each) => {
    const version = await ssm(each)
      .send(new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }))
      .then(({ Parameter }) => Number(Parameter?.Value), missing('ParameterNotFound', 0));
    if (version >= BOOTSTRAP_VERSION) return [];
    return [`The region ${each} is not bootstrapped: npx cdk bootstrap aws://${account}/${each}`];
  });
  return (await Promise.all(problems)).flat();
}

async function zoneProblems({ domain }: Stage, { route53 }: AccountClients): Promise<string[]> {
  if (!domain) return [];
  const { id, name } = domain.zone;
  const found = await route53
    .send(new GetHostedZoneCommand({ Id: id }))
    .then(({ HostedZone }) => HostedZone?.Name ?? null, missing('NoSuchHostedZone', null));
  if (found === `${name}.`) return [];
  return [
    `The hosted zone ${id} is ${found === null ? 'not in the account' : `of ${found}`} instead of ${name}.`,
  ];
}

async function mailProblems(
  { mail, durable, region }: Stage,
  { ses }: AccountClients,
  isFirst: boolean,
): Promise<string[]> {
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
  const identity = await ses
    .send(new GetEmailIdentityCommand({ EmailIdentity: mail.identity }))
    .then(
      ({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true,
      missing('NotFoundException', null),
    );
  return [
    ...(durable && !ProductionAccessEnabled
      ? [
          `SES in ${region} is in its sandbox and sends to verified addresses only: request production access.`,
        ]
      : []),
    ...(isFirst && identity !== null
      ? [`SES has the identity ${mail.identity} already, which the data stack creates: delete it.`]
      : []),
    ...(!isFirst && identity !== true
      ? [`SES has not verified ${mail.identity}, so no mail is sent: check its records or its mailbox.`]
      : []),
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
async function parameterProblems({ name, region }: Stage, { ssm }: AccountClients): Promise<string[]> {
  const { ServiceSetting } = await ssm(region).send(
    new GetServiceSettingCommand({ SettingId: HIGH_THROUGHPUT }),
  );
  if (ServiceSetting?.SettingValue === 'true') return [];
  return [`The parameter store has its standard throughput: npm run bootstrap -- --stage ${name}`];
}

/** Returns a handler that turns the named error into a value. */
function missing<Value>(name: string, value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && error.name === name) return value;
    throw error;
  };
}
