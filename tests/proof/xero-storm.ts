/**
 * Posts 2,000 payments through the real product over HTTP under seeded faults: Xero drops and delays answers, and the
 * whole product is killed with SIGKILL repeatedly. At the end each payment must be in Xero exactly once and marked so.
 * `node tests/proof/xero-storm.ts [--seed S]`; with `--plant twice` a second document carries a payment's reference,
 * which the proof finds.
 *
 * While the product is down its clock is set forward by minutes: the lease has expired then, and the key may be used
 * again, or a search is due, or a search proves that nothing was posted.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../simulation/random.ts';
import { readOptions, sized } from '../support/command.ts';

const SCHEDULES = 2;
const PAYMENTS_EACH = sized(1000, 50);
const CLIENTS = 3;
const STORMS = sized(5, 1);
const MINUTE = 60_000;
const PAUSES = [1.5 * MINUTE, 6 * MINUTE, 11 * MINUTE];
const POSTING = '/api.xro/2.0/BankTransactions';

const { seed, plant } = readOptions();
const random = new Random(seed);
const dataDir = mkdtempSync(join(tmpdir(), 'paydown-storm-'));
const port = await freePorts();
const origin = `http://localhost:${port}`;
const xero = `http://localhost:${port + 1}`;

interface Payment {
  readonly id: string;
  readonly number: number;
  readonly xeroSynchronized: boolean;
}

interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  readonly body: any;
}

/** Returns the first of five free consecutive ports. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + ((await openPort(0)) % 20_000);
    const ports = [0, 1, 2, 3, 4].map((offset) => openPort(first + offset).catch(() => null));
    if ((await Promise.all(ports)).every((found) => found !== null)) return first;
  }
}

function openPort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : wanted));
    });
  });
}

let life: { readonly child: ChildProcess; readonly ended: Promise<void> } | null = null;
let setForward = 0;

/** Starts the product, its clock set forward. */
async function live(): Promise<void> {
  const clock = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + ${setForward}) : super(...given); }
    static now() { return Real.now() + ${setForward}; }
  };`;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/start.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  life = { child, ended: new Promise((resolve) => child.once('exit', () => resolve())) };
  const ready = new Promise<boolean>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('is ready')) resolve(true);
    });
  });
  const isUp = await Promise.race([ready, life.ended.then(() => false)]);
  if (!isUp) throw new Error('The product did not start');
}

async function die(): Promise<void> {
  life?.child.kill('SIGKILL');
  await life?.ended;
}

async function request(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Succeeds, or ends the proof. */
async function must(...given: Parameters<typeof request>): Promise<Answer['body']> {
  const { status, body } = await request(...given);
  if (status >= 400) throw new Error(`${given[1]} ${given[2]}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const control = (method: string, path: string, body?: unknown) =>
  must(xero, method, `/_control/${path}`, body);

interface Scene {
  readonly credentials: unknown;
  readonly paths: readonly string[];
}

/** The sample data's linked entity, with more schedules in it, set up like the one that it brings. */
async function prepare(): Promise<Scene> {
  const credentials = await must(origin, 'POST', '/local/sample-data');
  const { token } = await must(origin, 'POST', '/v1/users/authenticate', credentials);
  const entities = await must(origin, 'GET', '/v1/entities', undefined, token);
  const entity = entities.find(({ hasXeroLink }: { hasXeroLink: boolean }) => hasXeroLink);
  const root = `/v1/entities/${entity.id}/schedules`;
  const listed = await must(origin, 'GET', root, undefined, token);
  const { xeroAccount } = listed.find(({ xeroSyncReady }: { xeroSyncReady: boolean }) => xeroSyncReady);
  const paths: string[] = [];
  for (let number = 1; number <= SCHEDULES; number++) {
    const { id } = await must(
      origin,
      'POST',
      root,
      {
        description: `Storm ${number}`,
        paymentFrequency: 'weekly',
        loanAmount: sized(80_000, 4_000),
        startDate: '2025-01-06',
        firstPaymentOnStartDate: number % 2 === 0,
        administrationFee: 2.5,
        autoSync: false,
        schedulePaymentPlans: [{ number: 1, qty: PAYMENTS_EACH, amount: 103.7 }],
      },
      token,
    );
    const path = `${root}/${id}`;
    await must(origin, 'POST', `${path}/configuration/sync/xero`, {}, token);
    const settings = { autoSync: false, ...xeroAccount };
    await must(origin, 'PUT', `${path}/configuration/sync/xero/settings`, settings, token);
    paths.push(path);
  }
  return { credentials, paths };
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

/** Payments that aren't marked, as the page sends them: some dozens at a time. */
async function syncSome(path: string, token: string, most: number): Promise<number> {
  const { body } = await request(origin, 'GET', path, undefined, token);
  const payments = (body.schedulePayments as Payment[]).filter(({ xeroSynchronized }) => !xeroSynchronized);
  if (payments.length === 0) return 0;
  const from = random.between(0, Math.max(0, Math.min(payments.length - 1, 200)));
  const ids = payments.slice(from, from + most).map(({ id }) => id);
  await request(origin, 'PUT', `${path}/sync/xero/payments`, { SyncSchedulePayments: ids }, token);
  return payments.length;
}

/** Runs clients until the product is killed. Their errors after that are ignored. */
async function storm({ credentials, paths }: Scene, milliseconds: number): Promise<void> {
  await control('POST', 'faults', arbitraryFaults());
  const { token } = await must(origin, 'POST', '/v1/users/authenticate', credentials);
  const isOver = { now: false };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver.now) {
      try {
        await syncSome(random.pick(paths), token, random.between(20, 150));
      } catch {
        await sleep(50);
      }
    }
  });
  await sleep(milliseconds);
  await die();
  isOver.now = true;
  await Promise.all(clients);
}

/** Asks until every payment is marked. */
async function calm({ credentials, paths }: Scene): Promise<void> {
  await control('DELETE', 'faults');
  const end = Date.now() + 10 * MINUTE;
  for (const path of paths) {
    const { token } = await must(origin, 'POST', '/v1/users/authenticate', credentials);
    while ((await syncSome(path, token, 500)) > 0) {
      if (Date.now() > end) throw new Error('Some payments are never marked');
    }
  }
}

/** Gives the document of one payment the reference of another, as if that one were posted twice. */
async function plantTwice({ paths: [path = ''] }: Scene): Promise<void> {
  const token = `PD-${path.split('/').at(-1)}-`;
  const { organisations } = await control('GET', 'state');
  const isOurs = ({ Reference }: { Reference?: string }): boolean => Reference?.includes(token) === true;
  const { tenantId, bankTransactions } = organisations.find(
    ({ bankTransactions: posted }: { bankTransactions: { Reference?: string }[] }) => posted.some(isOurs),
  );
  const [one, other] = bankTransactions.filter(isOurs);
  const changes = { reference: one.Reference };
  await control('POST', 'documents', {
    tenantId,
    documentId: other.BankTransactionID,
    action: 'edit',
    changes,
  });
}

/** Every payment in Xero once, and marked with the document that it is. */
async function check({ credentials, paths }: Scene): Promise<string> {
  const { organisations, requests } = await control('GET', 'state');
  const documents: { Reference?: string; BankTransactionID: string }[] = organisations.flatMap(
    (one: { bankTransactions: unknown[] }) => one.bankTransactions,
  );
  const { token } = await must(origin, 'POST', '/v1/users/authenticate', credentials);
  let marked = 0;
  for (const path of paths) {
    const { id, schedulePayments } = await must(origin, 'GET', path, undefined, token);
    for (const payment of schedulePayments as (Payment & { xeroUrl: string })[]) {
      const posted = documents.filter(({ Reference }) => Reference?.endsWith(`PD-${id}-${payment.number}`));
      if (posted.length !== 1) throw new Error(`Payment ${payment.number} is in Xero ${posted.length} times`);
      if (!payment.xeroUrl.includes(posted[0]?.BankTransactionID ?? '-')) {
        throw new Error(`Payment ${payment.number} is marked with another document`);
      }
      marked++;
    }
  }
  const refused = requests.filter(
    ({ status, fault }: { status: number | null; fault: string | null }) => status === 429 && fault === null,
  );
  if (refused.length > 0) throw new Error(`${refused.length} calls were more than Xero takes`);
  return `${marked} payments, each in Xero exactly once and marked so, after ${requests.length} calls`;
}

try {
  await live();
  const scene = await prepare();
  for (let round = 1; round <= STORMS; round++) {
    const milliseconds = sized(random.between(6_000, 14_000), 1_500);
    await storm(scene, milliseconds);
    console.log(`Storm ${round} of ${STORMS}: killed after ${(milliseconds / 1000).toFixed(1)} s`);
    setForward += random.pick(PAUSES);
    await live();
  }
  await die();
  setForward += 11 * MINUTE;
  await live();
  await calm(scene);
  if (plant === 'twice') await plantTwice(scene);
  console.log(`Seed ${seed}: ${await check(scene)}.`);
} finally {
  await die();
  rmSync(dataDir, { recursive: true, force: true });
}
