/**
 * Walks the way back from a backup on the local product, with the functions of `npm run restore`: the closed table, the
 * restored one, on which everything shows as at the backup, what is ended, deleted again and listed, the freeze, the
 * confirmation, and posting again. Since the backup a payment and an entry of a register were posted, a schedule made and
 * posted, a member removed, a session ended, and an organisation deleted. Prints how long the table was closed, and the time that was lost.
 * `--plant forget` ends no session, which the walk finds.
 */
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoClient, createDynamoTable } from '../../functions/vendors/dynamodb/dynamo-table.ts';
import { endSessions, nameTable, repeatDeletions, takenSince } from '../../scripts/deploy/undone-changes.ts';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { control, productClient } from '../../scripts/local/product-client.ts';
import { DEMO, loadSampleData } from '../../scripts/local/sample-data.ts';
import { startDynamoDb } from '../../scripts/simulators/dynamodb/server.ts';
import { addContract, addSpread, enable, newReadyContract, syncPayments } from '../journeys/contracts.ts';
import { newMember, newOrganisation, newUser, type Person, signedIn } from '../journeys/portal.ts';
import { xeroOrganisation } from '../journeys/simulators.ts';
import { readOptions } from '../support/command.ts';
import {
  clientOf,
  newDataDir,
  type Product,
  RAISED_LIMITS,
  removeDataDir,
  startProduct,
} from '../support/local-product.ts';
import { exportItems, importItems, LOCAL_TABLE } from '../support/table-copy.ts';

const { plant } = readOptions();
const MINUTE = 60_000;
const UNKNOWN = '/v1/entities/{entityId}/xero/unknown' as const;
const dataDir = newDataDir();
const folder = join(dataDir, 'dynamodb');
const closed = join(dataDir, 'closed');
const moment = (at: number): string => new Date(at).toISOString();

const refused = async (work: Promise<unknown>, pattern: RegExp): Promise<void> =>
  assert.rejects(work, pattern);

/** Starts the product on the restored table. `quietSince`: since then no process posts by the closed one. */
const startRestored = (port: number, backupAt: number, quietSince: number): Promise<Product> =>
  startProduct({
    dataDir,
    port,
    environment: { ...RAISED_LIMITS, RESTORED_AT: `${moment(backupAt)}/${moment(quietSince)}` },
  });

/** What `npm run restore` does between both tables; returns the to-do for people. */
async function undo(backupAt: number): Promise<string[]> {
  const open = async (path: string) => {
    const server = await startDynamoDb({ port: 0, path });
    const endpoint = `http://127.0.0.1:${server.port}`;
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
    const table = createDynamoTable({
      client: createDynamoClient({ endpoint, region: 'local' }),
      tableName: LOCAL_TABLE,
    });
    return { server, table, client: new DynamoDBClient({ endpoint, region: 'local', credentials }) };
  };
  const [old, restored] = [await open(closed), await open(folder)];
  await nameTable(restored.client, LOCAL_TABLE);
  const taken = await takenSince(old.client, LOCAL_TABLE, new Date(backupAt));
  if (plant !== 'forget') await endSessions(restored.client, LOCAL_TABLE);
  const left = await repeatDeletions(restored.table, taken, Date.now());
  await Promise.all([old.server.close(), restored.server.close()]);
  return left;
}

const REGISTERS = 'GET /v1/entities/{entityId}/registers' as const;

async function postEntries(
  { call }: Person,
  params: { readonly entityId: string; readonly registerId: string },
  numbers: number[],
): Promise<void> {
  const { errors } = await call('POST /v1/entities/{entityId}/registers/{registerId}/sync', {
    params,
    body: { numbers },
  });
  assert.deepEqual(errors, []);
}

/** Returns what an owner sees: every entity, schedule and register, and the lists of the organisation. */
async function seenBy(call: RouteClient): Promise<unknown[]> {
  const entities = await call('GET /v1/entities');
  const seen: unknown[] = [...entities];
  for (const { id: entityId } of entities) {
    for (const { id } of await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } })) {
      const params = { entityId, scheduleId: id };
      seen.push(await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }));
    }
    for (const { id } of await call(REGISTERS, { params: { entityId } })) {
      seen.push(await call(`${REGISTERS}/{registerId}`, { params: { entityId, registerId: id } }));
    }
  }
  for (const list of ['GET /v1/messages', 'GET /v1/tenants/users', 'GET /v1/tenants/subscription'] as const) {
    seen.push(await call(list));
  }
  return seen;
}

async function walk(): Promise<void> {
  const first = await startProduct({ dataDir, environment: RAISED_LIMITS });
  const owner = await newUser(first);
  const contract = await newReadyContract(first, owner);
  const { entityId, xeroName } = contract;
  const member = await newMember(first, owner, 'Member');
  const second = await newOrganisation(first, owner, 'A branch that closes');
  const { id: branch } = await second.call('GET /v1/tenants/current');
  await syncPayments(owner, contract, [1]);
  const { registerId } = await addSpread(owner, entityId, { name: 'Insurance' });
  await postEntries(owner, { entityId, registerId }, [1]);

  await loadSampleData(first);
  const seen = await Promise.all([owner.call, await clientOf(first, DEMO)].map(seenBy));

  const items = await exportItems(first.database);
  const backupAt = Date.now();
  await syncPayments(owner, contract, [2]);
  await postEntries(owner, { entityId, registerId }, [2]);
  const lost = await addContract(owner, entityId, { description: 'Made after the backup' });
  await enable(owner, lost);
  const { xeroAccount } = await owner.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
    params: { entityId, scheduleId: contract.scheduleId },
  });
  await owner.call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/accounts', {
    params: { entityId, scheduleId: lost.scheduleId },
    body: { ...xeroAccount } as Record<string, string>,
  });
  await syncPayments(owner, lost, [1]);
  const ended = await signedIn(first, owner.email);
  const { id: memberId } = await member.call('GET /v1/users');
  await owner.call('DELETE /v1/tenants/users/{userId}', { params: { userId: memberId } });
  await owner.call('DELETE /v1/tenants', { body: { tenant: branch } });
  const closedAt = Date.now();
  await first.stop();

  renameSync(folder, closed);
  await importItems(folder, items);
  const restoredAt = Date.now();
  const left = await undo(backupAt);

  const undoneAt = Date.now();
  const early = await startRestored(first.port, backupAt, undoneAt);
  const seconds = (from: number, to = Date.now()): string => ((to - from) / 1000).toFixed(1);
  console.log(
    `Closed for ${seconds(closedAt)} s, of which ${seconds(restoredAt, undoneAt)} s between both tables, ` +
      `with ${items.length} items. Lost: what was written in the ${seconds(backupAt, closedAt)} s since the backup.`,
  );
  let again: Person = { ...owner, ...(await signedIn(early, owner.email)) };
  assert.deepEqual(await Promise.all([again.call, await clientOf(early, DEMO)].map(seenBy)), seen);
  const list = () => again.call(`GET ${UNKNOWN}`, { params: { entityId } });
  await refused(productClient(early.origin, ended.tokens.token)('GET /v1/users'), /401/);
  await refused(productClient(early.origin, owner.tokens.token)('GET /v1/users'), /401/);
  assert.ok(
    left.some((line) => line.includes(`member/remove ${memberId}`)),
    'the removal is to do',
  );
  await again.call('DELETE /v1/tenants/users/{userId}', { params: { userId: memberId } });
  assert.notEqual((await again.call('GET /v1/tenants/current')).id, branch);
  await control(`${early.console}/schedules/deletion-sweep/run`, 'POST', {});
  assert.ok(!(await again.call('GET /v1/tenants')).some(({ id }) => id === branch), 'the branch is deleted');
  await refused(syncPayments(again, contract, [3]), /sync\/restored/);
  assert.deepEqual(await list(), { frozen: true, documents: [] });
  await early.stop();

  const later = await startRestored(first.port, backupAt - 12 * MINUTE, Date.now() - 11 * MINUTE);
  again = { ...owner, ...(await signedIn(later, owner.email)) };
  await refused(syncPayments(again, contract, [3]), /sync\/unknown-documents/);
  const { documents } = await list();
  const entry = documents.find(({ reason }) => reason === 'unknown');
  const others = documents.filter((one) => one !== entry);
  assert.deepEqual(
    others.map(({ reason, scheduleId }) => [reason, scheduleId]),
    [['lost-schedule', lost.scheduleId]],
  );
  const candidateFor = { kind: 'register', id: registerId, number: 2 } as const;
  assert.deepEqual(entry?.candidateFor, candidateFor);
  const documentIds = others.map(({ documentId }) => documentId);
  await again.call(`POST ${UNKNOWN}/seen`, { params: { entityId }, body: { documentIds } });
  await again.call(`POST ${UNKNOWN}/{documentId}`, {
    params: { entityId, documentId: entry.documentId },
    body: { decision: 'adopt', candidateFor, note: 'Posted before the restore' },
  });
  await syncPayments(again, contract, [1, 2, 3]);
  await postEntries(again, { entityId, registerId }, [1, 2]);
  const { bankTransactions, manualJournals } = await xeroOrganisation(later, xeroName);
  assert.equal(manualJournals.length, 2, 'each entry stands once');
  assert.equal(bankTransactions.length, 4, 'each payment stands once');
  await later.stop();
}

let problem: string | null = null;
try {
  await walk();
} catch (error) {
  problem = error instanceof Error ? String(error.stack) : String(error);
} finally {
  removeDataDir(dataDir);
}
if (problem !== null) console.error(problem);
console.log(`The way back from a backup: ${problem === null ? '0 findings' : 'FAILED'}`);
process.exit(problem === null ? 0 : 1);
