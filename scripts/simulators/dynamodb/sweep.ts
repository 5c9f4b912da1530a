import type { Database } from './database.ts';
import { keysUnder, levelKeys, tableNamed } from './dynalite.ts';
import type { Attributes, BatchOperation } from './dynalite.ts';
import { expiriesBetween } from './expiry.ts';
import type { Expiry } from './expiry.ts';
import { TOKENS } from './idempotency.ts';
import type { UsedToken } from './idempotency.ts';
import { prepareWrite, writeAlone } from './item-write.ts';
import { isServiceError } from './service-error.ts';

/** Items with an older expiry time are left alone, as in AWS. */
const OLDEST_SECONDS = 5 * 365 * 24 * 60 * 60;

/** Removes expired items and expired idempotency tokens. */
export async function sweep(database: Database): Promise<void> {
  const { db } = database.store;
  const now = Math.floor(database.now() / 1_000);
  const settings = levelKeys.expiryAttribute('');
  for await (const [key, attribute] of db.iterator<string>(keysUnder(settings))) {
    const table = key.slice(settings.length);
    for (const expiry of await expiriesBetween(db, table, Math.max(0, now - OLDEST_SECONDS), now)) {
      await removeItem(table, attribute, expiry, database);
    }
  }
  await removeTokens(now, database);
}

/** Skips an item that has changed or that a transaction holds; a later sweep removes it. */
async function removeItem(
  TableName: string,
  attribute: string,
  expiry: Expiry,
  database: Database,
): Promise<void> {
  const { store } = database;
  const item = await store.db.get<Attributes>(expiry.subject);
  const value = item?.[attribute];
  if (item === undefined || value === undefined) return;
  try {
    const { KeySchema } = await tableNamed(TableName, store);
    const request = {
      TableName,
      Key: Object.fromEntries(KeySchema.map(({ AttributeName: name }) => [name, item[name]])),
      ConditionExpression: '#expiry = :read',
      ExpressionAttributeNames: { '#expiry': attribute },
      ExpressionAttributeValues: { ':read': value },
    };
    await writeAlone(await prepareWrite('Delete', request, store), database);
  } catch (error) {
    if (!isServiceError(error)) throw error;
  }
}

async function removeTokens(now: number, { store: { db } }: Database): Promise<void> {
  const operations: BatchOperation[] = [];
  for (const { key, subject: token } of await expiriesBetween(db, TOKENS, 0, now)) {
    operations.push({ type: 'del', key });
    const used = await db.get<UsedToken>(levelKeys.token(token));
    // A token that was used again after its expiry has another entry.
    const isSpent = used !== undefined && used.expiresAt < now;
    if (isSpent) operations.push({ type: 'del', key: levelKeys.token(token) });
  }
  if (operations.length > 0) await db.batch(operations);
}
