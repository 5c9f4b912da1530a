/**
 * Kills the whole product with SIGKILL at random moments under load, `--count 100` times. After each restart every
 * acknowledged write is there and no transaction is half done; at the end no payment is in Xero twice. `--seed 1` draws
 * the same moments.
 */
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Body, RouteClient } from '../../functions/client/route-client.ts';
import { Random } from '../simulation/random.ts';
import {
  newDataDir,
  type Product,
  RAISED_LIMITS,
  removeDataDir,
  startProduct,
} from '../support/local-product.ts';
import { control, productClient, signInTo } from '../../scripts/local/product-client.ts';
import { type Credentials, loadSampleData } from '../../scripts/local/sample-data.ts';
import { Ledger } from './kill/ledger.ts';
import { readOptions } from '../support/command.ts';

const CLIENTS = 3;
const PAYMENTS = 1_000;
const TERMS = {
  paymentFrequency: 'weekly',
  loanAmount: 80_000,
  startDate: '2025-01-06',
  firstPaymentOnStartDate: false,
  administrationFee: 0,
  autoSync: false,
  schedulePaymentPlans: [{ number: 1, qty: PAYMENTS, amount: 103.7 }],
} as const;

const { seed, count } = readOptions();
const kills = count(100, 1);
const random = new Random(seed);
const ledger = new Ledger();
const findings = new Set<string>();
let synced = 0;

interface Synced {
  readonly entityId: string;
  readonly scheduleId: string;
}

const signIn = async ({ origin }: Product, credentials: Credentials): Promise<RouteClient> => {
  const { token } = await signInTo(origin, credentials);
  return productClient(origin, token);
};

/** Prepares a schedule of the linked entity for syncing, with the accounts of the one in the sample data. */
async function prepare(call: RouteClient): Promise<Synced> {
  const entity = (await call('GET /v1/entities')).find(({ hasXeroLink }) => hasXeroLink);
  const params = { entityId: entity?.id ?? '' };
  const listed = await call('GET /v1/entities/{entityId}/schedules', { params });
  const accounts = listed.find(({ xeroSyncReady }) => xeroSyncReady)?.xeroAccount;
  const path = '/v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero' as const;
  const body = { ...TERMS, description: 'Synced under load' };
  const { id } = await call('POST /v1/entities/{entityId}/schedules', { params, body });
  const of = { ...params, scheduleId: id };
  await call(`POST ${path}`, { params: of });
  const settings = { ...accounts, autoSync: false } as Body<`PUT ${typeof path}/settings`>;
  await call(`PUT ${path}/settings`, { params: of, body: settings });
  return of;
}

/** One client: creates, renames and deletes its own schedules until the product is killed. */
async function work(call: RouteClient, name: string): Promise<never> {
  const { id: entityId } = await call('POST /v1/entities', { body: { name } });
  ledger.entityCreated(entityId, name);
  const params = { entityId };
  for (let number = 1; ; number++) {
    const body = { ...TERMS, description: `${name}, ${number}` };
    const { id } = await call('POST /v1/entities/{entityId}/schedules', { params, body });
    const own = { entityId, scheduleId: id };
    await ledger.write(entityId, id, body.description, async () => {});
    const path = '/v1/entities/{entityId}/schedules/{scheduleId}' as const;
    const description = `${body.description}, renamed`;
    await ledger.write(entityId, id, description, () =>
      call(`PATCH ${path}`, { params: own, body: { description } }),
    );
    if (number % 3 === 0)
      await ledger.write(entityId, id, null, () => call(`DELETE ${path}`, { params: own }));
  }
}

async function sync(call: RouteClient, params: Synced): Promise<never> {
  const path = '/v1/entities/{entityId}/schedules/{scheduleId}' as const;
  for (;;) {
    const { schedulePayments } = await call(`GET ${path}`, { params });
    const open = schedulePayments.filter(({ xeroSynchronized }) => !xeroSynchronized).slice(0, 20);
    if (open.length === 0) await sleep(1000);
    const SyncSchedulePayments = open.map(({ id }) => id);
    const body = { SyncSchedulePayments };
    await call(`PUT ${path}/sync/xero/payments`, { params, body }).catch(async (error: unknown) => {
      // Calls of killed processes fill Xero's limits for a minute.
      if (!String(error).includes('Xero is busy')) throw error;
      await sleep(1000);
    });
  }
}

async function underLoad(product: Product, call: RouteClient, params: Synced, round: number): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    work(call, `Round ${round}, client ${client}`),
  );
  const all = Promise.allSettled([...clients, sync(call, params)]);
  await sleep(random.between(200, 3_000));
  await product.stop('SIGKILL');
  for (const outcome of await all) {
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : null;
    // Only a lost connection is expected of a killed product.
    if (/: [45]\d\d /.test(String(error))) findings.add(String(error).slice(0, 300));
  }
}

interface Books {
  readonly organisations: readonly {
    readonly bankTransactions: readonly { readonly Reference?: string }[];
  }[];
}

/** Each payment is in Xero once at most, and each that is shown as synced is there. */
async function checkPostings(product: Product, call: RouteClient, params: Synced): Promise<void> {
  const { organisations } = await control<Books>(`${product.xero}/_control/state`);
  const references = organisations.flatMap(({ bankTransactions }) =>
    bankTransactions.flatMap(({ Reference = '' }) => referenceIn(Reference) ?? []),
  );
  for (const [reference, same] of Map.groupBy(references, (one) => one)) {
    if (same.length > 1) findings.add(`${reference} is in Xero ${same.length} times`);
  }
  const { id, schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
    params,
  });
  const marked = schedulePayments.filter(({ xeroSynchronized }) => xeroSynchronized);
  synced = marked.length;
  for (const { number } of marked) {
    if (!references.includes(`PD-${id}-${number}`))
      findings.add(`Payment ${number} is marked and not in Xero`);
  }
}

const dataDir = newDataDir();
let product = await startProduct({ dataDir, environment: RAISED_LIMITS });
const { port } = product;
try {
  const credentials = await loadSampleData(product);
  let call = await signIn(product, credentials);
  const params = await prepare(call);
  for (let round = 1; round <= kills; round++) {
    await underLoad(product, call, params, round);
    product = await startProduct({ dataDir, port, environment: RAISED_LIMITS });
    call = await signIn(product, credentials);
    for (const difference of await ledger.differences(call))
      findings.add(`After kill ${round}: ${difference}`);
    await checkPostings(product, call, params);
  }
} finally {
  await product.stop('SIGKILL');
  removeDataDir(dataDir);
}
for (const finding of findings) console.error(finding);
console.log(
  `${kills} kills, seed ${seed}: ${ledger.acknowledged} acknowledged writes and ${synced} synced payments: ` +
    `${findings.size} findings`,
);
process.exit(findings.size > 0 || ledger.acknowledged === 0 ? 1 : 0);
