import type { AccountClients } from '../../scripts/deploy/account.ts';
import { type Stage, stageOf } from '../../infra/stages.ts';
import { serviceError, stubbedClient } from './stubbed-client.ts';

const prod = stageOf('prod');

/** Production with values in the place of all placeholders. */
export const realStage: Stage = {
  ...prod,
  account: '111122223333',
  domain: { name: 'app.paydown.com.au', zone: { id: 'Z0148233ABCDEF', name: 'paydown.com.au' } },
  originTls: {
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/origin',
    truststore: { bucket: 'paydown-prod-origin-111122223333', key: 'authority.pem' },
  },
  mail: {
    identity: 'paydown.com.au',
    from: 'Paydown <no-reply@paydown.com.au>',
    reportsTo: 'dmarc@paydown.com.au',
  },
  alarmsTo: 'alarms@paydown.com.au',
  distantVault: 'arn:aws:backup:ap-southeast-2:444455556666:backup-vault:paydown-prod',
};

export interface Facts {
  readonly account?: string;
  readonly bootstrap?: string | null;
  readonly zone?: string | null;
  /** The name servers of the hosted zone. */
  readonly zoneServers?: readonly string[];
  /** The name servers that the DNS has. */
  readonly servers?: readonly string[] | Error;
  readonly isSandbox?: boolean;
  /** Whether SES has verified the identity; null: it has none. */
  readonly identity?: boolean | null;
  readonly concurrency?: number;
  readonly throughput?: string;
  /** The records of the zone, by name. */
  readonly records?: Readonly<Record<string, string>>;
  /** Whether the organization copies backups between accounts; null: the account belongs to none. */
  readonly copies?: boolean | null;
  /** Whether AWS Backup keeps backups of tables in its own format. */
  readonly ownsTables?: boolean;
  /** The digests of the origin's secrets that the API accepts; null: there is no API. */
  readonly accepted?: string | null;
  /** The calls that the role may not make. */
  readonly denied?: readonly string[];
}

/** An account in which `realStage` may be deployed again, except for these facts. */
export function accountWith(facts: Facts = {}): AccountClients {
  const {
    account = realStage.account,
    bootstrap = '25',
    zone = 'paydown.com.au.',
    zoneServers = ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.net'],
    servers = ['ns-2.awsdns-02.net', 'NS-1.awsdns-01.org'],
    isSandbox = false,
    identity = true,
    concurrency = 1000,
    throughput = 'true',
    records = {},
    copies = true,
    ownsTables = true,
    accepted = null,
    denied = [],
  } = facts;
  const orMissing = (value: unknown, error: string, found: object): object => {
    if (value === null) throw serviceError(error);
    return found;
  };
  const service = (name: string, answers: Readonly<Record<string, () => object>>) =>
    stubbedClient(
      Object.fromEntries(
        Object.entries(answers).map(([command, answer]) => [
          command,
          () => {
            const call = `${name}:${command}`;
            if (!denied.includes(call)) return answer();
            const sentence = `User: arn:aws:sts::1:role is not authorized to perform: ${call} on resource: *`;
            throw serviceError('AccessDeniedException', sentence);
          },
        ]),
      ),
    ).client;
  const ssm = service('ssm', {
    GetParameter: () => orMissing(bootstrap, 'ParameterNotFound', { Parameter: { Value: bootstrap } }),
    GetServiceSetting: () => ({ ServiceSetting: { SettingValue: throughput } }),
  });
  return {
    sts: service('sts', { GetCallerIdentity: () => ({ Account: account }) }),
    lambda: service('lambda', {
      GetAccountSettings: () => ({ AccountLimit: { ConcurrentExecutions: concurrency } }),
      GetFunctionConfiguration: () =>
        orMissing(accepted, 'ResourceNotFoundException', {
          Environment: { Variables: { ORIGIN_SECRET_DIGEST: accepted } },
        }),
    }),
    backup: service('backup', {
      DescribeGlobalSettings: () =>
        orMissing(copies, 'InvalidRequestException', {
          GlobalSettings: { isCrossAccountBackupEnabled: String(copies) },
        }),
      DescribeRegionSettings: () => ({
        ResourceTypeOptInPreference: { DynamoDB: true, S3: true },
        ResourceTypeManagementPreference: { DynamoDB: ownsTables },
      }),
    }),
    route53: service('route53', {
      GetHostedZone: () =>
        orMissing(zone, 'NoSuchHostedZone', {
          HostedZone: { Name: zone },
          DelegationSet: { NameServers: zoneServers },
        }),
      ListResourceRecordSets: () => ({
        ResourceRecordSets: Object.entries(records).map(([Name, Type]) => ({ Name: `${Name}.`, Type })),
      }),
    }),
    ses: service('ses', {
      GetAccount: () => ({ ProductionAccessEnabled: !isSandbox }),
      GetEmailIdentity: () =>
        orMissing(identity, 'NotFoundException', { VerifiedForSendingStatus: identity }),
    }),
    ssm: () => ssm,
    resolveNs: async () => {
      if (servers instanceof Error) throw servers;
      return [...servers];
    },
  };
}
