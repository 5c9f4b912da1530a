import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Stripe } from 'stripe';
import { openRecords } from '../records-file.ts';

/** The simulator's tables. Every row has an `id`. */
export interface Tables {
  products: Stripe.Product;
  prices: Stripe.Price;
  customers: Stripe.Customer;
  /** Customers that were deleted; their rows stay for their invoices. */
  deletedCustomers: { id: string };
  taxRates: Stripe.TaxRate;
  taxIds: Stripe.TaxId;
  cards: Card;
  charges: Stripe.Charge;
  sessions: Stripe.Checkout.Session;
  purchases: Purchase;
  subscriptions: Stripe.Subscription;
  /** Subscriptions whose trial's end was announced. */
  trialNotices: { id: string };
  invoices: Stripe.Invoice;
  portalConfigurations: Stripe.BillingPortal.Configuration;
  portalSessions: Stripe.BillingPortal.Session;
  webhookEndpoints: Stripe.WebhookEndpoint;
  events: Stripe.Event;
  deliveries: Delivery;
  replays: Replay;
  settings: Settings;
}

export interface Card {
  id: string;
  customer: string;
  last4: string;
  expiry: string;
  /** Charging it fails, although it can be saved. */
  failsWhenCharged: boolean;
  /** The bank wants the customer to confirm each charge. */
  asksForConfirmation: boolean;
}

/** The purchase of a checkout session, which the session itself doesn't show. */
export interface Purchase {
  /** The session's id. */
  id: string;
  price: string;
  quantity: number;
  /** The metadata of the subscription. */
  metadata: Stripe.Metadata;
  /** Ids of the subscription's tax rates. */
  taxRates: string[];
  invoiceSettings: Stripe.Subscription.InvoiceSettings;
  /** Customer fields that paying updates. */
  customerUpdate: { address: boolean; name: boolean };
  /** The days before the first charge; null without a trial. */
  trialDays: number | null;
}

export interface Delivery {
  /** The event's id. */
  id: string;
  attempts: number;
  /** Milliseconds of the machine's clock; null when it was delivered, abandoned or dropped. */
  nextAttempt: number | null;
  /** The status of the portal's last answer; 0 without an answer. */
  lastStatus: number | null;
}

/** The first answer to a request with an idempotency key. */
export interface Replay {
  /** The idempotency key. */
  id: string;
  endpoint: string;
  fingerprint: string;
  status: number;
  body: string;
  at: number;
}

export interface Settings {
  id: 'settings';
  /** Seconds by which the simulator's clock is ahead of the machine's. */
  ahead: number;
  /** Whether events are sent to the portal. */
  sendsWebhooks: boolean;
  /** Whether the portal confirms an update of a past-due subscription. */
  confirmsPastDue?: boolean;
  /** The portal ends a trial with a change of plan, whatever its configuration says. */
  endsTrials?: boolean;
}

export type TableName = keyof Tables;

/** The reads and writes of one request. Writes are kept only when the whole request succeeds. */
export interface Transaction {
  /** The simulator's time, in Unix seconds. */
  readonly now: number;
  get<Name extends TableName>(table: Name, id: string): Tables[Name] | undefined;
  /** Every row, oldest first. */
  all<Name extends TableName>(table: Name): Tables[Name][];
  put<Name extends TableName>(table: Name, row: Tables[Name]): void;
  settings(): Settings;
}

export interface State {
  /** The simulator's time, in Unix seconds. */
  now(): number;
  /**
   * Runs `work` at an instant of the simulator's time. Its writes are on disk when this returns. If it throws, none is.
   */
  transact<Result>(work: (tx: Transaction) => Result, at?: number): Result;
  close(): void;
}

type Row = Tables[TableName];
type Maps = Map<TableName, Map<string, Row>>;

/** The lifetime of an idempotency key. */
export const REPLAY_SECONDS = 24 * 60 * 60;
const initialSettings: Settings = { id: 'settings', ahead: 0, sendsWebhooks: true };

/** Opens the state kept in `dataDir`. */
export function openState(dataDir: string): State {
  const file = openRecords(join(dataDir, 'stripe.sqlite'));
  const committed: Maps = new Map();
  load(
    file.all().map(([table, , row]) => [table as TableName, row as Row]),
    committed,
  );

  const now = () =>
    Math.floor(Date.now() / 1000) + (rowsIn(committed, 'settings').get('settings') ?? initialSettings).ahead;

  const spent = [...rowsIn(committed, 'replays').values()].filter(({ at }) => at + REPLAY_SECONDS < now());
  for (const { id } of spent) committed.get('replays')?.delete(id);
  file.write(spent.map(({ id }) => ['replays', id, null]));

  return {
    now,
    transact(work, at = now()) {
      const written: Maps = new Map();
      const result = work(begin(committed, written, at));
      const rows = [...written].flatMap(([table, ofTable]) =>
        Array.from(ofTable.values(), (row) => [table, row] as const),
      );
      file.write(rows.map(([table, row]) => [table, row.id, row]));
      load(rows, committed);
      return result;
    },
    close: () => file.close(),
  };
}

/** Begins a transaction that reads the committed rows and its own. */
function begin(committed: Maps, written: Maps, now: number): Transaction {
  const get: Transaction['get'] = (table, id) =>
    rowsIn(written, table).get(id) ?? rowsIn(committed, table).get(id);
  return {
    now,
    get,
    all: (table) => [...new Map([...rowsIn(committed, table), ...rowsIn(written, table)]).values()],
    put: (table, row) => load([[table, structuredClone(row)]], written),
    settings: () => get('settings', 'settings') ?? initialSettings,
  };
}

/** The rows of a table, which hold its type alone. */
const rowsIn = <Name extends TableName>(maps: Maps, table: Name) =>
  (maps.get(table) ?? new Map()) as ReadonlyMap<string, Tables[Name]>;

function load(rows: readonly (readonly [table: TableName, row: Row])[], maps: Maps): void {
  for (const [table, row] of rows) {
    maps.set(table, (maps.get(table) ?? new Map<string, Row>()).set(row.id, row));
  }
}

/** Returns an object of Stripe's with the fields that are read: by the product, its tools and tests, and in here. */
export const sparse = <Whole>(fields: Sparse<Whole>): Whole => fields as Whole;

type Sparse<Whole> = Whole extends object
  ? { [Field in keyof Whole]?: Sparse<Whole[Field]> | undefined }
  : Whole;

/** Returns a new id in Stripe's style: a prefix, random letters and digits. */
export function newId(prefix: string, length = 24): string {
  const letters = randomBytes(2 * length)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return `${prefix}_${letters.slice(0, length)}`;
}

/** Returns the id in an expandable field. Rows hold ids, never objects. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  if (reference === null || reference === undefined) throw new Error('The reference is empty.');
  return typeof reference === 'string' ? reference : reference.id;
}
