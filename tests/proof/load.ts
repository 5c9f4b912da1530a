/**
 * 200 users for five minutes (`--seconds`, `--users`) with a realistic mix of lists, schedules, previews, saves, syncs
 * and reports, among them organisations at the limits: 20,000 entities, an entity with 2,000 schedules, 5,000 messages,
 * schedules of 3,200 payments with 20 events (`--scale 0.1` makes them smaller). No call may fail, and the heap must stay
 * flat. `--plant leak` keeps memory for each request, which the proof finds.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../simulation/random.ts';
import {
  newDataDir,
  type Product,
  RAISED_LIMITS,
  removeDataDir,
  startProduct,
} from '../support/local-product.ts';
import { readOptions, sized } from '../support/command.ts';
import { measured } from '../support/figures.ts';
import { signedIn as newSession } from '../journeys/portal.ts';
import { heapOf, probeEnvironment } from './load/measurements.ts';
import {
  LARGE,
  longSchedules,
  manyEntities,
  manyMessages,
  manySchedules,
  type Organisation,
  type Sizes,
  smallOrganisation,
} from './load/organisations.ts';
import { User } from './load/user.ts';

const SMALL = sized(32, 4);
const LINKED = sized(8, 2);
const USERS_OF_A_LARGE_ONE = 4;
/** As many weeks as events and previews need. */
const FEWEST_PAYMENTS = 60;
/** The heap may grow by this much, and by this much for each call, which the simulators record. */
const GROWTH = { bytes: 20_000_000, bytesPerCall: 2_000 };

const { seed, plant } = readOptions();
const seconds = sized(300, 4);
const users = sized(200, 10);
const scale = sized(1, 0.01);
const random = new Random(seed);
const findings = new Map<string, number>();
const find = (finding: string): void => void findings.set(finding, (findings.get(finding) ?? 0) + 1);

const scaled = (size: number): number => Math.max(1, Math.round(size * scale));
const sizes: Sizes = {
  entities: scaled(LARGE.entities),
  schedules: scaled(LARGE.schedules),
  messages: scaled(LARGE.messages),
  payments: Math.max(FEWEST_PAYMENTS, scaled(LARGE.payments)),
  events: scaled(LARGE.events),
};

async function furnish(product: Product): Promise<Organisation[]> {
  const organisations: Organisation[] = [];
  for (let number = 0; number < SMALL; number++) {
    organisations.push(await smallOrganisation(product, number < LINKED));
  }
  for (const make of [longSchedules, manyMessages, manySchedules, manyEntities]) {
    organisations.push(await make(product, sizes));
  }
  return organisations;
}

/** Signs users in: a few to each organisation at the limit, the others to the small ones in turn. */
async function signUsersIn(product: Product, organisations: readonly Organisation[]) {
  const small = organisations.slice(0, SMALL);
  const large = organisations
    .slice(SMALL)
    .flatMap((one) => Array<Organisation>(USERS_OF_A_LARGE_ONE).fill(one));
  const syncing = new Set<Organisation>();
  const signedIn: { readonly user: User; readonly canSync: boolean }[] = [];
  for (let number = 0; number < users; number++) {
    const organisation = large[number] ?? small[number % SMALL];
    if (!organisation) break;
    const canSync = organisation.linked !== null && !syncing.has(organisation);
    if (canSync) syncing.add(organisation);
    const { call } = await newSession(product, organisation.owner.email);
    signedIn.push({ user: new User(call, organisation, { random, seat: number }), canSync });
  }
  return signedIn;
}

const callsOf = (signedIn: readonly { readonly user: User }[]): number =>
  signedIn.reduce((sum, { user }) => sum + user.calls, 0);

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);

const dataDir = newDataDir();
const heapFile = join(dataDir, 'heap');
let calls = 0;
const product = await startProduct({
  dataDir,
  environment: { ...RAISED_LIMITS, ...probeEnvironment(heapFile, plant === 'leak') },
});
let heap = { before: 0, after: 0 };
try {
  const organisations = await furnish(product);
  const signedIn = await signUsersIn(product, organisations);
  const began = Date.now();
  const until = began + seconds * 1000;
  const onFailure = (error: unknown): void =>
    find(
      String(error)
        .replaceAll(/[0-9a-f-]{36}/g, '…')
        .slice(0, 300),
    );
  const warmedUp = sleep((seconds * 1000) / 2).then(async () => {
    heap = { ...heap, before: await heapOf(product.processId, heapFile) };
    return callsOf(signedIn);
  });
  await Promise.all(signedIn.map(({ user, canSync }) => user.work(until, canSync, onFailure)));
  heap = { ...heap, after: await heapOf(product.processId, heapFile) };
  calls = callsOf(signedIn);
  const allowed = GROWTH.bytes + (calls - (await warmedUp)) * GROWTH.bytesPerCall;
  if (heap.after - heap.before > allowed) {
    find(
      `The heap has grown by ${megabytes(heap.after - heap.before)} MB, more than ${megabytes(allowed)} MB`,
    );
  }
} catch (error) {
  find(`The proof stopped: ${String(error).slice(0, 500)}`);
} finally {
  await product.stop('SIGKILL');
  removeDataDir(dataDir);
}
for (const [finding, count] of findings) console.error(`${count} × ${finding}`);
measured(
  'loadFailures',
  [...findings.values()].reduce((sum, count) => sum + count, 0),
);
console.log(
  `${users} users for ${seconds} s, ${calls} calls, heap ${megabytes(heap.before)} → ${megabytes(heap.after)} MB: ` +
    `${findings.size} findings`,
);
process.exit(findings.size > 0 ? 1 : 0);
