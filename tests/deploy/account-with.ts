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
    dailyQuota: 50_000,
    reportsTo: 'dmarc@paydown.com.au',
  },
  alarmsTo: 'alarms@paydown.com.au',
  repository: 'owner/paydown',
  distantVault: 'arn:aws:backup:ap-southeast-2:444455556666:backup-vault:paydown-prod',
};

/** The facts of an account in which `realStage` may be deployed again. */
const ready = {
  account: realStage.account,
  bootstrap: '25' as string | null,
  zone: 'paydown.com.au.' as string | null,
  /** The name servers that the DNS has. */
  servers: ['ns-2.awsdns-02.net', 'NS-1.awsdns-01.org'] as readonly string[] | Error,
  isSandbox: false,
  /** Whether SES has verified the identity; null: it has none. */
  identity: true as boolean | null,
  concurrency: 1000,
  throughput: 'true',
  /** The records of the zone, by name. */
  records: {} as Readonly<Record<string, string>>,
  /** Whether the organization copies backups between accounts; null: the account belongs to none. */
  copies: true as boolean | null,
  /** Whether AWS Backup keeps backups of tables in its own format. */
  ownsTables: true,
  /** Whether the root user has a second factor. */
  hasRootFactor: true,
  /** Whether S3 blocks public buckets in the account; null: nothing is set. */
  blocksPublic: true as boolean | null,
  /** The digests of the origin's secrets that the API accepts; null: there is no API. */
  accepted: null as string | null,
  /** The calls that the role may not make. */
  denied: [] as readonly string[],
};

export type Facts = Partial<typeof ready>;

/** An account as `ready`, except for these facts. */
export function accountWith(differing: Facts = {}): AccountClients {
  const facts = { ...ready, ...differing };
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
            if (!facts.denied.includes(call)) return answer();
            const sentence = `User: arn:aws:sts::1:role is not authorized to perform: ${call} on resource: *`;
            throw serviceError('AccessDeniedException', sentence);
          },
        ]),
      ),
    ).client;
  const ssm = service('ssm', {
    GetParameter: () =>
      orMissing(facts.bootstrap, 'ParameterNotFound', { Parameter: { Value: facts.bootstrap } }),
    GetServiceSetting: () => ({ ServiceSetting: { SettingValue: facts.throughput } }),
  });
  return {
    sts: service('sts', { GetCallerIdentity: () => ({ Account: facts.account }) }),
    lambda: service('lambda', {
      GetAccountSettings: () => ({ AccountLimit: { ConcurrentExecutions: facts.concurrency } }),
      GetFunctionConfiguration: () =>
        orMissing(facts.accepted, 'ResourceNotFoundException', {
          Environment: { Variables: { ORIGIN_SECRET_DIGEST: facts.accepted } },
        }),
    }),
    backup: service('backup', {
      DescribeGlobalSettings: () =>
        orMissing(facts.copies, 'InvalidRequestException', {
          GlobalSettings: { isCrossAccountBackupEnabled: String(facts.copies) },
        }),
      DescribeRegionSettings: () => ({
        ResourceTypeOptInPreference: { DynamoDB: true, S3: true },
        ResourceTypeManagementPreference: { DynamoDB: facts.ownsTables },
      }),
    }),
    iam: service('iam', {
      GetAccountSummary: () => ({ SummaryMap: { AccountMFAEnabled: facts.hasRootFactor ? 1 : 0 } }),
    }),
    s3Control: service('s3', {
      GetPublicAccessBlock: () =>
        orMissing(facts.blocksPublic, 'NoSuchPublicAccessBlockConfiguration', {
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: facts.blocksPublic,
            IgnorePublicAcls: facts.blocksPublic,
            BlockPublicPolicy: facts.blocksPublic,
            RestrictPublicBuckets: facts.blocksPublic,
          },
        }),
    }),
    route53: service('route53', {
      GetHostedZone: () =>
        orMissing(facts.zone, 'NoSuchHostedZone', {
          HostedZone: { Name: facts.zone },
          DelegationSet: { NameServers: ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.net'] },
        }),
      ListResourceRecordSets: () => ({
        ResourceRecordSets: Object.entries(facts.records).map(([Name, Type]) => ({ Name: `${Name}.`, Type })),
      }),
    }),
    ses: service('ses', {
      GetAccount: () => ({ ProductionAccessEnabled: !facts.isSandbox }),
      GetEmailIdentity: () =>
        orMissing(facts.identity, 'NotFoundException', { VerifiedForSendingStatus: facts.identity }),
    }),
    ssm: () => ssm,
    resolveNs: async () => {
      if (facts.servers instanceof Error) throw facts.servers;
      return [...facts.servers];
    },
  };
}
