/**
 * Exports the embedded table of a running product, imports it into an empty one, and starts the product on it: every
 * schedule must show the same payments and figures, and a further sync posts nothing twice.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newDataDir, RAISED_LIMITS, removeDataDir, startProduct } from '../support/local-product.ts';
import { control, productClient, signInTo } from '../../scripts/local/product-client.ts';
import { loadSampleData } from '../../scripts/local/sample-data.ts';
import { exportItems, importItems } from '../support/table-copy.ts';

/** Returns what the owner sees of every schedule, and how many documents are in Xero after syncing what is marked. */
async function readLedger(product: { readonly origin: string; readonly xero: string }): Promise<string[]> {
  const { origin, xero } = product;
  const credentials = await loadSampleData({ ...product, stripe: '' });
  const { token } = await signInTo(origin, credentials);
  const call = productClient(origin, token);
  const path = '/v1/entities/{entityId}/schedules/{scheduleId}' as const;
  const seen: string[] = [];
  for (const entity of await call('GET /v1/entities')) {
    seen.push(JSON.stringify(entity));
    for (const { id } of await call('GET /v1/entities/{entityId}/schedules', {
      params: { entityId: entity.id },
    })) {
      const params = { entityId: entity.id, scheduleId: id };
      const schedule = await call(`GET ${path}`, { params });
      seen.push(JSON.stringify(schedule));
      if (!schedule.xeroSyncReady) continue;
      const SyncSchedulePayments = schedule.schedulePayments.slice(0, 3).map((payment) => payment.id);
      await call(`PUT ${path}/sync/xero/payments`, { params, body: { SyncSchedulePayments } });
    }
  }
  for (const list of ['GET /v1/messages', 'GET /v1/tenants/users', 'GET /v1/tenants/subscription'] as const) {
    seen.push(JSON.stringify(await call(list)));
  }
  const { organisations } = await control<{
    organisations: readonly { readonly bankTransactions: readonly unknown[] }[];
  }>(`${xero}/_control/state`);
  const documents = organisations.flatMap(({ bankTransactions }) => bankTransactions).length;
  return [...seen, `${documents} documents in Xero`];
}

const dataDir = newDataDir();
let problem: string | null = null;
let count = 0;
try {
  const first = await startProduct({ dataDir, environment: RAISED_LIMITS });
  await loadSampleData(first);
  await readLedger(first);
  const before = await readLedger(first);
  const exported = await exportItems(first.database);
  await first.stop();
  count = exported.length;
  rmSync(join(dataDir, 'dynamodb'), { recursive: true });
  await importItems(join(dataDir, 'dynamodb'), exported);
  const restored = await startProduct({ dataDir, environment: RAISED_LIMITS });
  try {
    const after = await readLedger(restored);
    const different = before.filter(
      (line, index) => line !== withPort(after[index], restored.origin, first.origin),
    );
    if (different.length > 0 || before.length !== after.length) {
      problem = `Different after the restore:\n${different.map((line) => line.slice(0, 400)).join('\n')}`;
    }
  } finally {
    await restored.stop();
  }
} catch (error) {
  problem = String(error);
} finally {
  removeDataDir(dataDir);
}

function withPort(line: string | undefined, from: string, to: string): string | undefined {
  const [old = '', now = ''] = [from, to].map((origin) => new URL(origin).port);
  return line?.replaceAll(`localhost:${Number(old) + 1}`, `localhost:${Number(now) + 1}`);
}
if (problem !== null) console.error(problem);
console.log(`${count} items exported and restored: ${problem === null ? '0 findings' : 'FAILED'}`);
process.exit(problem === null ? 0 : 1);
