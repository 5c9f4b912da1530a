/**
 * Posts 2,000 payments through the real product over HTTP under seeded faults: Xero drops and delays answers, and the
 * whole product is killed with SIGKILL repeatedly. At the end each payment must be in Xero exactly once and marked so.
 * `node tests/proof/xero-storm.ts [--seed S]`; with `--plant twice` a second document carries a payment's reference,
 * which the proof finds.
 *
 * While the product is down its clock is set forward by minutes: the lease has expired then, and the key may be used
 * again, or a search is due, or a search proves that nothing was posted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { control } from '../../scripts/local/product-client.ts';
import { type Credentials, loadSampleData } from '../../scripts/local/sample-data.ts';
import { Random } from '../simulation/random.ts';
import { readOptions, sized } from '../support/command.ts';
import { type LinkedSchedule, type LinkedTerms, newLinkedSchedule } from '../support/linked-schedule.ts';
import { clientOf, removeDataDir } from '../support/local-product.ts';
import { wrongPostings, type XeroState } from './xero-storm/books.ts';
import { ClockedProduct } from './xero-storm/clocked-product.ts';

const SCHEDULES = 2;
const PAYMENTS_EACH = sized(1000, 12);
const CLIENTS = 3;
const STORMS = sized(5, 1);
const MINUTE = 60_000;
const PAUSES = [1.5 * MINUTE, 6 * MINUTE, 11 * MINUTE];
const POSTING = '/api.xro/2.0/BankTransactions';
const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';

const { seed, plant } = readOptions();
const random = new Random(seed);
const product = await ClockedProduct.start();

const atXero = <Reply>(method: string, path: string, body?: object): Promise<Reply> =>
  control<Reply>(`${product.places.xero}/_control/${path}`, method, body);

const signIn = (credentials: Credentials): Promise<RouteClient> => clientOf(product.places, credentials);

interface Scene {
  readonly credentials: Credentials;
  readonly schedules: readonly LinkedSchedule[];
}

/** The sample data's linked entity, with more schedules in it. */
async function prepare(): Promise<Scene> {
  const credentials = await loadSampleData(product.places);
  const call = await signIn(credentials);
  const schedules: LinkedSchedule[] = [];
  for (let number = 1; number <= SCHEDULES; number++) {
    const terms: LinkedTerms = {
      description: `Storm ${number}`,
      paymentFrequency: 'weekly',
      loanAmount: sized(80_000, 1_200),
      startDate: '2025-01-06',
      firstPaymentOnStartDate: number % 2 === 0,
      administrationFee: 2.5,
      schedulePaymentPlans: [{ number: 1, qty: PAYMENTS_EACH, amount: 103.7 }],
    };
    schedules.push(await newLinkedSchedule(call, terms));
  }
  return { credentials, schedules };
}

function arbitraryFaults(): object {
  const posting = { method: 'PUT', path: POSTING };
  return {
    seed: random.bits() % 2 ** 31,
    rules: [
      { kind: 'drop-before', probability: 0.05 },
      { ...posting, kind: 'drop-after', probability: 0.15 },
      { ...posting, kind: 'commit-late', probability: 0.1, delayMs: random.between(1, 20) * 1000 },
      { kind: 'stale-search', probability: 0.3, delayMs: 20_000 },
      { kind: 'status', status: 503, probability: 0.03 },
      { kind: 'status', status: 500, probability: 0.02 },
      { kind: 'status', status: 429, retryAfter: 1, probability: 0.03 },
      { kind: 'delay', probability: 0.05, delayMs: 1500 },
    ],
  };
}

/** Syncs payments that aren't marked, as the page sends them: some dozens at a time. Returns how many were left before. */
async function syncSome(call: RouteClient, params: LinkedSchedule, most: number): Promise<number> {
  const { schedulePayments } = await call(`GET ${SCHEDULE}`, { params });
  const open = schedulePayments.filter(({ xeroSynchronized }) => !xeroSynchronized);
  if (open.length === 0) return 0;
  const from = random.between(0, Math.max(0, Math.min(open.length - 1, 200)));
  const SyncSchedulePayments = open.slice(from, from + most).map(({ id }) => id);
  await call(`PUT ${SCHEDULE}/sync/xero/payments`, { params, body: { SyncSchedulePayments } }).catch(
    () => undefined,
  );
  return open.length;
}

/** Runs clients until the product is killed. Their errors after that are ignored. */
async function storm({ credentials, schedules }: Scene, milliseconds: number): Promise<void> {
  await atXero('POST', 'faults', arbitraryFaults());
  const call = await signIn(credentials);
  const isOver = { now: false };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver.now) {
      try {
        await syncSome(call, random.pick(schedules), random.between(20, 150));
      } catch {
        await sleep(50);
      }
    }
  });
  await sleep(milliseconds);
  isOver.now = true;
  await product.restart(random.pick(PAUSES));
  await Promise.all(clients);
}

/** Asks until every payment is marked. */
async function calm({ credentials, schedules }: Scene): Promise<void> {
  await atXero('DELETE', 'faults');
  const end = Date.now() + 10 * MINUTE;
  for (const schedule of schedules) {
    const call = await signIn(credentials);
    while ((await syncSome(call, schedule, 500)) > 0) {
      if (Date.now() > end) throw new Error('Some payments are never marked');
    }
  }
}

/** Gives the document of one payment the reference of another, as if that one were posted twice. */
async function plantTwice({ schedules: [schedule] }: Scene): Promise<void> {
  const { organisations } = await atXero<XeroState>('GET', 'state');
  for (const { tenantId, bankTransactions } of organisations) {
    const [one, other] = bankTransactions.filter(({ Reference }) =>
      Reference?.includes(`PD-${schedule?.scheduleId}-`),
    );
    if (!one || !other) continue;
    const changes = { reference: one.Reference };
    const documentId = other.BankTransactionID;
    await atXero('POST', 'documents', { tenantId, documentId, action: 'edit', changes });
  }
}

/** Every payment in Xero once, and marked with the document that it is. */
async function check({ credentials, schedules }: Scene): Promise<string> {
  const { requests } = await atXero<XeroState>('GET', 'state');
  const call = await signIn(credentials);
  let marked = 0;
  for (const params of schedules) {
    const { schedulePayments } = await call(`GET ${SCHEDULE}`, { params });
    const [problem] = await wrongPostings(product.places.xero, call, params);
    if (problem !== undefined) throw new Error(problem);
    const open = schedulePayments.find(({ xeroSynchronized }) => !xeroSynchronized);
    if (open) throw new Error(`Payment ${open.number} is not marked`);
    marked += schedulePayments.length;
  }
  const refused = requests.filter(({ status, fault }) => status === 429 && fault === null);
  if (refused.length > 0) throw new Error(`${refused.length} calls were more than Xero takes`);
  return `${marked} payments, each in Xero exactly once and marked so, after ${requests.length} calls`;
}

try {
  const scene = await prepare();
  for (let round = 1; round <= STORMS; round++) {
    const milliseconds = sized(random.between(6_000, 14_000), 1_500);
    await storm(scene, milliseconds);
    console.log(`Storm ${round} of ${STORMS}: killed after ${(milliseconds / 1000).toFixed(1)} s`);
  }
  await product.restart(11 * MINUTE);
  await calm(scene);
  if (plant === 'twice') await plantTwice(scene);
  console.log(`Seed ${seed}: ${await check(scene)}.`);
} finally {
  await product.places.stop('SIGKILL');
  removeDataDir(product.places.dataDir);
}
