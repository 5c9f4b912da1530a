/** A restore of the table to an earlier moment, in the steps of `scripts/deploy/restore-stage.ts`. */
import type { Item, Table } from '../../functions/store/table.ts';
import { createMemoryTable, type MemoryTable } from '../support/memory-table.ts';
import { Outage } from './process.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;

/** After a table was closed, the last call to Xero that was recorded in it is over by then. */
const QUIET_MS = MINUTE;

/** The table as processes see it, and the right to write to it, which ends with a restore. */
export interface Database {
  readonly table: MemoryTable;
  isClosed: boolean;
}

/** Returns a table that refuses writes once it is closed. */
export function closable(database: Database, table: Table): Table {
  const refuseClosed = (): void => {
    if (database.isClosed) throw new Outage();
  };
  return {
    get: (...asked) => table.get(...asked),
    getMany: (...asked) => table.getMany(...asked),
    query: (...asked) => table.query(...asked),
    write: async (...asked) => {
      refuseClosed();
      return table.write(...asked);
    },
    transact: async (...asked) => {
      refuseClosed();
      return table.transact(...asked);
    },
  };
}

/** Restores the table some time before `until` to a random earlier moment. */
export async function restoreOnce(world: World, until: number): Promise<void> {
  const { random, time } = world;
  const last = until - time.now();
  const backupAfter = random.between(0, last);
  await time.sleep(backupAfter);
  const backup = world.table.items();
  const backupAt = time.now();
  world.trace('the moment of the backup');
  await time.sleep(random.between(0, last - backupAfter));
  const old = world.database;
  old.isClosed = true;
  const closedAt = time.now();
  world.trace('the table is closed');
  await time.sleep(QUIET_MS + random.between(0, 10 * MINUTE));
  const table = createMemoryTable({ now: () => time.now(), items: backup });
  await copyAuthorisations(old.table, table);
  world.useTable(table, { backupAt, quietSince: closedAt + QUIET_MS });
  // Changes of the contract and opening journals since the backup are lost, while what was posted for them stays.
  world.meddled = true;
  world.trace('the restored table is in use');
}

/** Xero replaces a refresh token with each use, so the newer tokens are the valid ones. */
async function copyAuthorisations(from: MemoryTable, to: MemoryTable): Promise<void> {
  for (const item of from.items()) {
    if (!item.pk.startsWith('XA#')) continue;
    const known = await to.get(item);
    if (versionOf(known) < versionOf(item)) await to.write({ put: item });
  }
}

const versionOf = (item: Item | undefined): number => Number(item?.['version'] ?? -1);
