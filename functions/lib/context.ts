/** What handlers are given. The entry composes it once a process; tests compose their own. */
import type { Files } from '../services/files/port.ts';
import type { Billing } from '../services/stripe/port.ts';
import type { Mail } from '../services/mail/port.ts';
import type { Queue } from '../services/queue/port.ts';
import type { Xero } from '../services/xero/port.ts';
import type { Table, TableReader } from '../store/table.ts';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Log } from './log.ts';
import type { Use } from './route.ts';
import type { Timers } from './timers.ts';
import type { Signer, Verifier } from './tokens.ts';
import type { Vault } from '../services/vault/port.ts';

/** What every function has. */
export interface Base {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Where the site is: `https://app.example.com`, no slash at the end. */
  readonly origin: string;
  readonly verifier: Verifier;
  /** What links into Xero begin with. */
  readonly xeroWeb: string;
  /** What the site's distribution sends along, so that nobody calls around it; null where there is none. */
  readonly originSecret: string | null;
}

interface ByUse {
  'table:read': { readonly table: TableReader };
  'table:write': { readonly table: Table };
  xero: {
    readonly table: Table;
    readonly xero: Xero;
    readonly vault: Vault;
    readonly timers: Timers;
  };
  stripe: { readonly billing: Billing };
  mail: { readonly mail: Mail };
  sign: { readonly signer: Signer };
  queue: { readonly queue: Queue };
  files: { readonly files: Files };
}

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/** Exactly what a row's `uses` lets its handler touch. */
export type ServicesFor<Used extends Use> = Base &
  ([Used] extends [never] ? unknown : Intersection<ByUse[Used]>);

/** The services that calls to Xero need. */
export type XeroServices = Pick<ServicesFor<'xero'>, 'table' | 'xero' | 'vault' | 'clock' | 'timers' | 'ids'>;

/** Everything: what the local product and tests compose. */
export type Context = ServicesFor<Use>;
