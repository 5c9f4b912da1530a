/** The configuration of each stage. Everything else is the same in all stages. */

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
  /** The portal's domain; null: the distribution's own address. */
  readonly domain: Domain | null;
  readonly mail: {
    /** The sender's domain, or a single address for a trial, verified with the mail provider. */
    readonly identity: string;
    readonly from: string;
  };
  /** The addresses that receive alarms. */
  readonly alarmsTo: string | null;
  /**
   * Protects data and stacks: retained, protected from deletion, restorable for 35 days. Critical functions have
   * reserved concurrency and are replaced gradually.
   */
  readonly durable: boolean;
  /** A web application firewall in front of everything. */
  readonly firewall: boolean;
  /** Organisations linked to Xero require a second factor of each member, as Xero's app partner assessment asks. */
  readonly requireMfaWhenLinked: boolean;
  readonly logDays: 7 | 30 | 365;
  /** The ARN of a backup vault in another account, which gets a copy of the table every day. */
  readonly distantVault: string | null;
  /** The account's monthly budget in US dollars, of which the operators are warned. */
  readonly monthlyBudget: number;
}

const stages: Readonly<Record<string, Stage>> = {
  dev: {
    name: 'dev',
    account: '000000000000',
    region: 'ap-southeast-2',
    domain: null,
    mail: { identity: 'no-reply@paydown.example', from: 'Paydown dev <no-reply@paydown.example>' },
    alarmsTo: null,
    durable: false,
    firewall: false,
    requireMfaWhenLinked: false,
    logDays: 7,
    distantVault: null,
    monthlyBudget: 50,
  },
  staging: {
    name: 'staging',
    account: '000000000000',
    region: 'ap-southeast-2',
    domain: {
      name: 'staging.paydown.example',
      zone: { id: 'Z00000000STAGING', name: 'staging.paydown.example' },
    },
    mail: {
      identity: 'staging.paydown.example',
      from: 'Paydown staging <no-reply@staging.paydown.example>',
    },
    alarmsTo: 'staging-alarms@paydown.example',
    durable: false,
    firewall: false,
    requireMfaWhenLinked: false,
    logDays: 30,
    distantVault: null,
    monthlyBudget: 100,
  },
  prod: {
    name: 'prod',
    account: '000000000000',
    region: 'ap-southeast-2',
    domain: { name: 'app.paydown.example', zone: { id: 'Z000000000000PROD', name: 'paydown.example' } },
    mail: { identity: 'paydown.example', from: 'Paydown <no-reply@paydown.example>' },
    alarmsTo: 'alarms@paydown.example',
    durable: true,
    firewall: true,
    requireMfaWhenLinked: true,
    logDays: 365,
    distantVault: 'arn:aws:backup:ap-southeast-2:000000000000:backup-vault:paydown-prod',
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

/** Returns the path of a parameter or secret of this stage. */
export function parameterName(stage: Stage, name: string): string {
  return `/paydown/${stage.name}/${name}`;
}

/** Returns the days that a stage's table can be restored to. */
export const daysRestorable = ({ durable }: Stage): number => (durable ? 35 : 1);
