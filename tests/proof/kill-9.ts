/**
 * Kills the whole product with SIGKILL at random moments under load, `--count 100` times. After each restart every
 * acknowledged write is there and no transaction is half done. `--seed 1` draws the same moments.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { Random } from '../simulation/random.ts';
import {
  clientOf,
  newDataDir,
  type Product,
  RAISED_LIMITS,
  removeDataDir,
  startProduct,
} from '../support/local-product.ts';
import { loadSampleData } from '../../scripts/local/sample-data.ts';
import { Ledger } from './kill/ledger.ts';
import { readOptions } from '../support/command.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';

const CLIENTS = 3;

const { seed, count } = readOptions();
const kills = count(100, 1);
const random = new Random(seed);
const ledger = new Ledger();
const findings = new Set<string>();

/** One client: creates, renames and deletes its own schedules until the product is killed. */
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
  }
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

const dataDir = newDataDir();
let product = await startProduct({ dataDir, environment: RAISED_LIMITS });
const { port } = product;
try {
  const credentials = await loadSampleData(product);
  let call = await clientOf(product, credentials);
  for (let round = 1; round <= kills; round++) {
    await underLoad(product, call, round);
    product = await startProduct({ dataDir, port, environment: RAISED_LIMITS });
    call = await clientOf(product, credentials);
    for (const difference of await ledger.differences(call))
      findings.add(`After kill ${round}: ${difference}`);
  }
} finally {
  await product.stop('SIGKILL');
  removeDataDir(dataDir);
}
for (const finding of findings) console.error(finding);
console.log(
  `${kills} kills, seed ${seed}: ${ledger.acknowledged} acknowledged writes: ${findings.size} findings`,
);
process.exit(findings.size > 0 || ledger.acknowledged === 0 ? 1 : 0);
