/**
 * Kills the whole product with SIGKILL at random moments under load, `--count 100` times. After each restart every
 * acknowledged write is there and no transaction is half done. Then kills it while a job undoes an import: the repeat of
 * the undo ends it, and each schedule is deleted once. `--seed 1` draws the same moments.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { newUser, PASSWORD } from '../journeys/portal.ts';
import { Random } from '../simulation/random.ts';
import {
  clientOf,
  newDataDir,
  type Product,
  RAISED_LIMITS,
  removeDataDir,
  startProduct,
} from '../support/local-product.ts';
import { Ledger } from './kill/ledger.ts';
import { readOptions, sized } from '../support/command.ts';
import { IMPORT_ROW, INSURANCE, WORKED_EXAMPLE } from '../support/contracts.ts';

const CLIENTS = 3;

const { seed, count } = readOptions();
const kills = count(100, 1);
const random = new Random(seed);
const ledger = new Ledger();
const findings = new Set<string>();

/** One client: creates, renames and deletes its own schedules and registers until the product is killed. */
async function work(call: RouteClient, name: string): Promise<never> {
  const { id: entityId } = await call('POST /v1/entities', { body: { name } });
  ledger.entityCreated(entityId, name);
  const params = { entityId };
  for (let number = 1; ; number++) {
    const body = { ...WORKED_EXAMPLE, description: `${name}, ${number}` };
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
    await workOnRegister(call, entityId, `${name}, register ${number}`, number % 3 === 0);
  }
}

const REGISTERS = '/v1/entities/{entityId}/registers' as const;
const REGISTER = `${REGISTERS}/{registerId}` as const;

async function workOnRegister(
  call: RouteClient,
  entityId: string,
  name: string,
  isDeleted: boolean,
): Promise<void> {
  const { id, facts, postFrom, autoPost, revision } = await call(`POST ${REGISTERS}`, {
    params: { entityId },
    body: { ...INSURANCE, name },
  });
  const params = { entityId, registerId: id };
  await ledger.write(entityId, id, name, async () => {});
  const renamed = { name: `${name}, renamed`, facts, accounts: {}, postFrom, autoPost, revision };
  await ledger.write(entityId, id, renamed.name, () => call(`PUT ${REGISTER}`, { params, body: renamed }));
  if (isDeleted) await ledger.write(entityId, id, null, () => call(`DELETE ${REGISTER}`, { params }));
}

async function underLoad(product: Product, call: RouteClient, round: number): Promise<void> {
  const before = ledger.acknowledged;
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    work(call, `Round ${round}, client ${client}`),
  );
  const all = Promise.allSettled(clients);
  // On a busy machine the first write may take longer than any delay.
  const acknowledged = async (): Promise<void> => {
    while (ledger.acknowledged === before) await sleep(20);
  };
  await Promise.race([all, acknowledged()]);
  await sleep(random.between(0, 2_800));
  await product.stop('SIGKILL');
  for (const outcome of await all) {
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : null;
    // Only a lost connection is expected of a killed product.
    if (/: [45]\d\d /.test(String(error))) findings.add(String(error).slice(0, 300));
  }
}

const UNDO = 'DELETE /v1/imports/{importId}';
/** The rows of one call; an import of more is undone by a job. */
const ROWS = 500;

async function importRows(call: RouteClient, importId: string, total: number): Promise<void> {
  for (let from = 0; from < total; from += ROWS) {
    const rows = Array.from({ length: Math.min(ROWS, total - from) }, (_, index) => ({
      ...IMPORT_ROW,
      line: from + index + 2,
      entity: 'Undone',
      name: `Imported ${from + index}`,
    }));
    await call('POST /v1/imports', { body: { importId, rows, createEntities: true } });
  }
}

/** Returns the schedules left of an import once its undo has deleted some, or has ended where `isEnd`. */
async function undoneFor(call: RouteClient, importId: string, total: number, isEnd = false): Promise<number> {
  for (;;) {
    const { state, left } = await call('GET /v1/imports/{importId}', { params: { importId } });
    if (isEnd ? state !== 'undoing' : left < total) return left;
    await sleep(5);
  }
}

/** Counts the audit entries of the deletions of an import's schedules, at most 1,000. */
async function countDeletions(call: RouteClient): Promise<number> {
  const entries = await call('GET /v1/tenants/audit', {
    query: { action: 'schedule/delete', limit: '1000' },
  });
  return entries.filter(({ detail }) => String(detail['name']).startsWith('Imported ')).length;
}

const dataDir = newDataDir();
let product = await startProduct({ dataDir, environment: RAISED_LIMITS });
const { port } = product;
try {
  const { email } = await newUser(product);
  const credentials = { email, password: PASSWORD };
  let call = await clientOf(product, credentials);
  for (let round = 1; round <= kills; round++) {
    await underLoad(product, call, round);
    product = await startProduct({ dataDir, port, environment: RAISED_LIMITS });
    call = await clientOf(product, credentials);
    for (const difference of await ledger.differences(call))
      findings.add(`After kill ${round}: ${difference}`);
  }
  const importId = randomUUID();
  const imported = sized(900, 510);
  await importRows(call, importId, imported);
  await call(UNDO, { params: { importId } });
  const left = await undoneFor(call, importId, imported);
  await product.stop('SIGKILL');
  product = await startProduct({ dataDir, port, environment: RAISED_LIMITS });
  call = await clientOf(product, credentials);
  await call(UNDO, { params: { importId } });
  const kept = await undoneFor(call, importId, imported, true);
  const deleted = await countDeletions(call);
  const entities = await call('GET /v1/entities');
  console.log(`undo of ${imported} schedules, killed with ${left} left, then ${kept}; ${deleted} deletions`);
  if (kept > 0 || deleted !== imported || entities.some(({ name }) => name === 'Undone'))
    findings.add(`After the kill of an undo: ${kept} schedules left, ${deleted} deleted of ${imported}`);
} finally {
  await product.stop('SIGKILL');
  removeDataDir(dataDir);
}
for (const finding of findings) console.error(finding);
console.log(
  `${kills} kills, seed ${seed}: ${ledger.acknowledged} acknowledged writes: ${findings.size} findings`,
);
process.exit(findings.size > 0 || ledger.acknowledged === 0 ? 1 : 0);
