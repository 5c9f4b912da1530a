/** The configuration of each stage. Everything else is the same in all stages. */

import type { SizeName } from '../functions/api/plans.ts';

/** A domain in a Route 53 zone of the stage's account. */
export interface Domain {
  readonly name: string;
  readonly zone: { readonly id: string; readonly name: string };
}

export interface Stage {
  readonly name: string;
  /** The id of the AWS account, so that no credentials of another account deploy the stage. */
  readonly account: string;
  readonly region: string;
  /** The table that the data stack owns: its first, or one that it has adopted after a restore. */
  readonly tableName: string;
  /** The portal's domain; null: the distribution's own address. */
  readonly domain: Domain | null;
  /**
   * Mutual TLS from the distribution to the API: the certificate that CloudFront shows, in ACM in us-east-1, and the file
   * of the authorities that the API trusts, in S3 in the stage's region. Needs a domain.
   */
  readonly originTls: {
    readonly certificateArn: string;
    readonly truststore: { readonly bucket: string; readonly key: string };
  } | null;
  readonly mail: {
    /** The sender's domain, or a single address for a trial, verified with the mail provider. */
    readonly identity: string;
    readonly from: string;
    /** The mails a day that SES allows: 200 in its sandbox, the quota that AWS has granted otherwise. */
    readonly dailyQuota: number;
    /** The address for other providers' daily reports about mail in the domain's name. */
    readonly reportsTo: string | null;
  };
  /** The addresses that receive alarms. */
  readonly alarmsTo: string | null;
  /** Protects data and stacks: retained, protected from deletion, restorable for 35 days. */
  readonly durable: boolean;
  /**
   * Deployments check a new version of a critical function before it gets traffic, and take it back when an alarm starts.
   * `each`: a tenth of the calls first, five minutes for each feature; `together`: all calls, and five minutes for all
   * features at the end of the deployment.
   */
  readonly canary: 'each' | 'together' | null;
  /** Critical functions have reserved concurrency. */
  readonly reserved: boolean;
  /** A web application firewall in front of everything; `npm run deploy -- --firewall block` makes its rules block. */
  readonly firewall: boolean;
  /** Organisations linked to Xero require a second factor of each member, as Xero's app partner assessment asks. */
  readonly requireMfaWhenLinked: boolean;
  /** The limits of sessions and accounts: `functions/services/context.ts` says what they count. */
  readonly limits: {
    readonly calls: number;
    readonly changes: number;
    readonly reads: number;
    readonly calendars: number;
    readonly organisations: number;
    readonly registrations: number;
    readonly registrationsInAll: number;
    /** What organisations may hold, by plan. */
    readonly sizes: Readonly<Record<'free' | 'least' | 'each', Readonly<Record<SizeName, number>>>>;
  };
  /** The days of a user's first subscription before the first charge; 0: no trial. */
  readonly trialDays: number;
  readonly logDays: 7 | 30 | 365;
  /**
   * The ARN of a backup vault in another account and region, which gets copies of table and files every day, and whose
   * account keeps the trail of this one; null: no backups. `npm run vault` creates it.
   */
  readonly distantVault: string | null;
  /** The repository on GitHub whose workflows deploy the stage, `owner/name`; null: none does. */
  readonly repository: string | null;
  /** The API's limit of requests a second, and of those at once, for all callers together: no account may reach it. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** The account's monthly budget in US dollars, of which the operators are warned. */
  readonly monthlyBudget: number;
}

const MB = 1_000_000;

const SIZES = {
  free: { schedules: 200, xeroOrganisations: 3, payments: 200_000, fileBytes: 100 * MB },
  // A paid plan: at least so much, and more with the schedules that it connects.
  least: { schedules: 500, xeroOrganisations: 10, payments: 1_000_000, fileBytes: 10_000 * MB },
  each: { schedules: 40, xeroOrganisations: 2, payments: 10_000, fileBytes: 0 },
};

const LIMITS = {
  calls: 600,
  changes: 60,
  reads: 1200,
  calendars: 10,
  organisations: 5,
  registrations: 200,
  registrationsInAll: 5000,
  sizes: SIZES,
} as const;

const stages: Readonly<Record<string, Stage>> = {
  dev: {
    name: 'dev',
    account: '000000000000',
    region: 'ap-southeast-2',
    tableName: 'paydown-dev-table',
    domain: null,
    originTls: null,
    mail: {
      identity: 'no-reply@paydown.example',
      from: 'Paydown dev <no-reply@paydown.example>',
      dailyQuota: 200,
      reportsTo: null,
    },
    alarmsTo: null,
    durable: false,
    canary: null,
    reserved: false,
    firewall: false,
    requireMfaWhenLinked: false,
    limits: LIMITS,
    trialDays: 14,
    logDays: 7,
    distantVault: null,
    repository: null,
    throttle: { rate: 50, burst: 100 },
    monthlyBudget: 50,
  },
  staging: {
    name: 'staging',
    account: '000000000000',
    region: 'ap-southeast-2',
    tableName: 'paydown-staging-table',
    domain: {
      name: 'staging.paydown.example',
      zone: { id: 'Z00000000STAGING', name: 'staging.paydown.example' },
    },
    originTls: {
      certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/staging-origin',
      truststore: { bucket: 'paydown-staging-origin-000000000000', key: 'authority.pem' },
    },
    mail: {
      identity: 'staging.paydown.example',
      from: 'Paydown staging <no-reply@staging.paydown.example>',
      dailyQuota: 50_000,
      reportsTo: 'dmarc@staging.paydown.example',
    },
    alarmsTo: 'staging-alarms@paydown.example',
    durable: false,
    // Everything of production runs here first.
    canary: 'together',
    reserved: true,
    firewall: true,
    requireMfaWhenLinked: false,
    limits: LIMITS,
    trialDays: 14,
    logDays: 30,
    distantVault: 'arn:aws:backup:ap-southeast-4:000000000000:backup-vault:paydown-staging',
    repository: 'owner.example/paydown',
    throttle: { rate: 1000, burst: 2000 },
    monthlyBudget: 100,
  },
  prod: {
    name: 'prod',
    account: '000000000000',
    region: 'ap-southeast-2',
    tableName: 'paydown-prod-table',
    domain: { name: 'app.paydown.example', zone: { id: 'Z000000000000PROD', name: 'paydown.example' } },
    originTls: {
      certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/prod-origin',
      truststore: { bucket: 'paydown-prod-origin-000000000000', key: 'authority.pem' },
    },
    mail: {
      identity: 'paydown.example',
      from: 'Paydown <no-reply@paydown.example>',
      dailyQuota: 50_000,
      reportsTo: 'dmarc@paydown.example',
    },
    alarmsTo: 'alarms@paydown.example',
    durable: true,
    canary: 'each',
    reserved: true,
    firewall: true,
    requireMfaWhenLinked: true,
    limits: LIMITS,
    trialDays: 14,
    logDays: 365,
    distantVault: 'arn:aws:backup:ap-southeast-4:000000000000:backup-vault:paydown-prod',
    repository: 'owner.example/paydown',
    throttle: { rate: 1000, burst: 2000 },
    monthlyBudget: 500,
  },
};

export const stageNames: readonly string[] = Object.keys(stages);

/** @throws Error for an unknown or missing name */
export function stageOf(name: unknown): Stage {
  const stage = typeof name === 'string' && Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (!stage) throw new Error(`"${String(name)}" is no stage; there are ${stageNames.join(', ')}.`);
  return stage;
}

/** Returns the name of a resource of the stage: `paydown-dev-vault`. */
export function nameOf(stage: Stage, ...words: readonly string[]): string {
  return ['paydown', stage.name, ...words].join('-');
}

/** The parameter of the web stack that receives the secret of the origin. */
export const ORIGIN_SECRET = 'OriginSecret';

/** The parameter of the edge stack: whether the firewall's managed rules `block` or only `count`. */
export const FIREWALL_ACTION = 'FirewallAction';

/** Returns the vault of a stage's other account; null: it has none. */
export function vaultOf({
  distantVault,
}: Stage): { readonly name: string; readonly account: string; readonly region: string } | null {
  if (distantVault === null) return null;
  const [, , , region = '', account = '', , name = ''] = distantVault.split(':');
  return { name, account, region };
}

/** Returns the path of a parameter or secret of this stage. */
export function parameterName(stage: Stage, name: string): string {
  return `/paydown/${stage.name}/${name}`;
}

/** Returns the days that a stage's table can be restored to. */
export const daysRestorable = ({ durable }: Stage): number => (durable ? 35 : 1);
