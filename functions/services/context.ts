/** The services of handlers. The entry composes them once per process; tests compose their own. */
import type { Files } from './files.ts';
import type { Billing } from './stripe.ts';
import type { Breaches } from './breaches.ts';
import type { Mail } from './mail/port.ts';
import type { Queue } from './queue.ts';
import type { Xero } from './xero/port.ts';
import type { Table, TableReader } from '../store/table.ts';
import type { ProtocolRules } from '../../domain/posting/protocol.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { SizeName } from '../api/plans.ts';
import type { Use } from '../api/route.ts';
import type { Timers } from '../lib/timers.ts';
import type { Signer, Verifier } from './tokens.ts';
import type { PasswordCost } from './password-cost.ts';
import type { Vault } from './vault.ts';

/** The services of every function. */
export interface Base {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly log: Log;
  /** The namespace of the metrics in log lines; null where CloudWatch does not read them. */
  readonly metricNamespace: string | null;
  /** The site's origin: `https://app.example.com`, without a trailing slash. */
  readonly origin: string;
  readonly verifier: Verifier;
  readonly xeroWeb: string;
  /** The secret header that the distribution adds to every request; null where there is no distribution. */
  readonly originSecretDigest: string | null;
  /** Whether organisations linked to Xero require a second factor of each member. */
  readonly requireMfaWhenLinked: boolean;
  readonly limits: Limits;
  readonly passwordCost: PasswordCost;
  /** The days of a user's first subscription before the first charge; 0: no trial. */
  readonly trialDays: number;
}

/** The limits of a stage. Proofs raise them. */
export interface Limits {
  /** Calls of a session in a minute that write, queue, mail or reach Xero or Stripe. */
  readonly calls: number;
  /** Calls of a session in a minute that only change settings, members or sessions, or call Stripe. */
  readonly changes: number;
  /** Calls of a session in a minute that only read the table. */
  readonly reads: number;
  /** Calendar addresses and organisations that an account creates in a day. */
  readonly calendars: number;
  readonly organisations: number;
  /** Accounts registered in a day from one network (/24, IPv6 /48) and in all, above which a mailed link comes first. */
  readonly registrations: number;
  readonly registrationsInAll: number;
  readonly sizes: PlanSizes;
}

/** The most that organisations may hold: on the free plan; on a paid one at least, and for each connected schedule. */
export type PlanSizes = Readonly<Record<'free' | 'least' | 'each', Readonly<Record<SizeName, number>>>>;

/** A restore of the table, in milliseconds since the epoch. */
export interface Restore {
  /** The moment of the backup: what was written since is lost. */
  readonly backupAt: number;
  /** Since then no process posts by the old table. */
  readonly quietSince: number;
}

interface ByUse {
  'table:read': { readonly table: TableReader };
  'table:write': { readonly table: Table };
  'table:count': { readonly table: TableReader };
  xero: {
    readonly table: Table;
    readonly xero: Xero;
    readonly vault: Vault;
    readonly protocol: ProtocolRules;
    /** The restores of the table, the oldest first. */
    readonly restores: readonly Restore[];
    /** The table was restored under this name by hand, so the extent of its losses is unknown: nothing is posted. */
    readonly isForeignTable?: () => Promise<boolean>;
  };
  stripe: { readonly billing: Billing };
  /** Mails go to their queue, so that the time of an answer tells nothing about an address. */
  mail: { readonly mail: Mail };
  /** The provider that delivers them. */
  mailer: { readonly mailer: Mail };
  sign: { readonly signer: Signer };
  queue: { readonly queue: Queue };
  /** Secrets of authenticator apps. */
  'vault:totp': { readonly vault: Vault };
  'vault:xero': { readonly vault: Vault };
  breaches: { readonly breaches: Breaches };
  'files:read': { readonly files: Pick<Files, 'signDownload'> };
  'files:write': { readonly files: Pick<Files, 'put' | 'signUpload'> };
  'files:delete': { readonly files: Files };
}

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/** The services that a row's `uses` declares, and no others. */
export type ServicesFor<Used extends Use> = Base &
  ([Used] extends [never] ? unknown : Intersection<ByUse[Used]>);

export type XeroServices = Pick<
  ServicesFor<'xero'>,
  | 'table'
  | 'xero'
  | 'vault'
  | 'clock'
  | 'timers'
  | 'ids'
  | 'log'
  | 'origin'
  | 'protocol'
  | 'restores'
  | 'isForeignTable'
>;

/** All services, as the local product and tests compose them. */
export type Context = ServicesFor<Use>;
