/**
 * One hostile account, which holds as much as the free plan allows, calls at full rate beside 20 ordinary users for
 * `--count 150` seconds, and as many seconds are without it. No ordinary call fails, and their median at most doubles.
 * `--seed 1` draws the same pauses. `--plant one-process` takes the limits away and the processors: the median then more
 * than doubles.
 *
 * The figure is a ratio of turns that alternate every 10 seconds, so the speed of the machine and its other load count on
 * both sides. In the cloud each execution has a processor of its own: the hostile calls run in another process of the
 * product, on the same table, which gives way to the first one where there are too few processors.
 */
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { stageOf } from '../../infra/stages.ts';
import { productClient, signInTo } from '../../scripts/local/product-client.ts';
import { Random } from '../simulation/random.ts';
import { readOptions, sized } from '../support/command.ts';
import { IMPORT_ROW, WORKED_EXAMPLE } from '../support/contracts.ts';
import { measured } from '../support/figures.ts';
import { newDataDir, RAISED_LIMITS, removeDataDir, startProduct } from '../support/local-product.ts';
import { PASSWORD } from '../support/people.ts';

const { seed, count, plant } = readOptions();
const seconds = count(150, 2);
/** The length of a turn with or without the hostile account. */
const TURN_MS = 10_000;
const USERS = sized(20, 3);
/** Sessions of the hostile account, as many as live at once, each with one call after the other. */
const SESSIONS = sized(20, 2);
/** The round trip of a refused call to the nearest region, which a caller can't shorten. */
const REFUSED_MS = 30;
const { sizes, ...limits } = stageOf('prod').limits;
const SCHEDULES = sized(sizes.free.schedules, 5);
const PAYMENTS = Math.floor(sizes.free.payments / sizes.free.schedules);

const random = new Random(seed);
const isPlanted = plant === 'one-process';
const LIMITS = isPlanted
  ? RAISED_LIMITS.LIMITS
  : JSON.stringify({ ...limits, sizes, registrations: 1e9, registrationsInAll: 1e9 });
const product = await startProduct({ environment: { LIMITS } });
const hostileDir = newDataDir();
cpSync(join(product.dataDir, 'secrets'), join(hostileDir, 'secrets'), { recursive: true });
const other = isPlanted
  ? product
  : await startProduct({
      dataDir: hostileDir,
      environment: { LIMITS, DYNAMODB_ENDPOINT: product.database },
    });
if (other !== product) setPriority(other.processId, constants.priority.PRIORITY_LOW);

interface User {
  readonly email: string;
  readonly call: RouteClient;
}

async function newUser(origin: string, name: string): Promise<User> {
  const email = `${name.replaceAll(' ', '-')}-${randomUUID().slice(0, 8)}@example.com`;
  const person = { email, givenName: 'Ada', surname: 'Byron', tenantName: name, password: PASSWORD };
  await productClient(origin)('POST /v1/users', { body: person });
  return { email, call: await sessionOf(origin, email) };
}

const sessionOf = async (origin: string, email: string): Promise<RouteClient> =>
  productClient(origin, (await signInTo(origin, { email, password: PASSWORD })).token);

/** Milliseconds of each ordinary call, and the failures. */
interface Seen {
  readonly times: number[];
  readonly failures: string[];
}

/** A user with a loan, who looks at pages and changes something now and then. */
async function ordinaryUser(number: number) {
  const { call } = await newUser(product.origin, `Ordinary ${number}`);
  const { id: entityId } = await call('POST /v1/entities', { body: { name: 'Farm' } });
  const params = { entityId };
  const { id: scheduleId } = await call('POST /v1/entities/{entityId}/schedules', {
    params,
    body: { ...WORKED_EXAMPLE, description: 'Ute' },
  });
  const own = { entityId, scheduleId };
  const CALLS: readonly (() => Promise<unknown>)[] = [
    () => call('GET /v1/entities'),
    () => call('GET /v1/attention'),
    () => call('GET /v1/entities/{entityId}/schedules', { params }),
    () => call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params: own }),
    () => call('GET /v1/messages'),
    () => call('GET /v1/search', { query: { query: 'ute' } }),
    () =>
      call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
        params: own,
        body: { description: `Ute ${random.between(1, 1e6)}` },
      }),
  ];
  return async (until: number, { times, failures }: Seen): Promise<void> => {
    for (let turn = number; performance.now() < until; turn++) {
      await sleep(random.between(200, 800));
      const began = performance.now();
      try {
        await CALLS[turn % CALLS.length]?.();
      } catch (error) {
        failures.push(String(error).slice(0, 300));
      }
      times.push(performance.now() - began);
    }
  };
}

/** The calls of the hostile account. */
interface Counts {
  done: number;
  refused: number;
}

/** Fills the account up to the free plan's sizes. */
async function hostileUser() {
  const { email, call } = await newUser(other.origin, 'Hostile');
  const rows = Array.from({ length: SCHEDULES }, (_, index) => ({
    ...IMPORT_ROW,
    line: index + 2,
    name: `Contract ${index}`,
    frequency: 'Weekly',
    startDate: '15/1/2010',
    loanAmount: '100,000.00',
    terms: [{ qty: String(PAYMENTS), amount: '150' }],
  }));
  const { created } = await call('POST /v1/imports', {
    body: { importId: randomUUID(), rows, createEntities: true },
  });
  const { entityId = '', scheduleId = '' } = created[0] ?? {};
  const params = { entityId };
  const own = { entityId, scheduleId };
  const sessions = [call];
  while (sessions.length < SESSIONS) sessions.push(await sessionOf(other.origin, email));
  const callsOf = (session: RouteClient): readonly (() => Promise<unknown>)[] => [
    () => session('GET /v1/attention'),
    () => session('GET /v1/forecast', { query: {} }),
    () => session('GET /v1/entities/{entityId}/schedules', { params }),
    () => session('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params: own }),
    () => session('GET /v1/reports/loans', { query: { date: '2025-06-30', entityId } }),
    () => session('POST /v1/imports/preview', { body: { rows } }),
    () => session('GET /v1/tenants/export', { query: {} }),
  ];
  return async (until: number, counts: Counts): Promise<void> => {
    const attack = async (session: RouteClient, first: number): Promise<void> => {
      const calls = callsOf(session);
      for (let turn = first; performance.now() < until; turn++) {
        try {
          await calls[turn % calls.length]?.();
          counts.done++;
        } catch {
          counts.refused++;
          await sleep(REFUSED_MS);
        }
      }
    };
    await Promise.all(sessions.map(attack));
  };
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

try {
  const users = await Promise.all(Array.from({ length: USERS }, (_, number) => ordinaryUser(number)));
  const attack = await hostileUser();
  const alone: Seen = { times: [], failures: [] };
  const beside: Seen = { times: [], failures: [] };
  const counts: Counts = { done: 0, refused: 0 };
  const after = (ms: number): number => performance.now() + ms;
  // The first calls load the handlers.
  const warm = after(sized(15_000, 500));
  await Promise.all([
    ...users.map((use) => use(warm, { times: [], failures: [] })),
    attack(warm, { ...counts }),
  ]);
  for (let left = seconds * 1000; left > 0; left -= TURN_MS) {
    const quiet = after(Math.min(left, TURN_MS));
    await Promise.all(users.map((use) => use(quiet, alone)));
    const loud = after(Math.min(left, TURN_MS));
    await Promise.all([...users.map((use) => use(loud, beside)), attack(loud, counts)]);
  }
  const ratio = medianOf(beside.times) / medianOf(alone.times);
  const failures = [...alone.failures, ...beside.failures];
  for (const failure of new Set(failures)) console.error(failure);
  console.log(
    `${alone.times.length} calls of ${USERS} users alone: median ${medianOf(alone.times).toFixed(1)} ms; ` +
      `${beside.times.length} beside ${counts.done} hostile calls and ${counts.refused} refused ones: ` +
      `median ${medianOf(beside.times).toFixed(1)} ms, ${ratio.toFixed(2)} times; ${failures.length} failures`,
  );
  measured('neighbourFailures', failures.length);
  measured('neighbourRatio', ratio);
} finally {
  if (other !== product) await other.stop('SIGKILL');
  await product.stop('SIGKILL');
  removeDataDir(hostileDir);
  removeDataDir(product.dataDir);
}
