import { describe, expect, it } from 'vitest';
import { commit, TableUnavailable } from '../../../functions/store/table.ts';
import { startFaultyDatabase } from './faulty-database.ts';
import { Faults } from './faults.ts';

const a = { pk: 'P', sk: 'a' };

async function withDatabase(
  work: (database: Awaited<ReturnType<typeof startFaultyDatabase>>, faults: Faults) => Promise<void>,
): Promise<void> {
  const faults = new Faults();
  const database = await startFaultyDatabase(faults);
  try {
    await work(database, faults);
  } finally {
    await database.close();
  }
}

describe('the embedded table with faults', () => {
  it.each(['throttled', 'internal', 'conflict', 'lost'] as const)(
    'does a write once although its first attempt is %s',
    async (kind) =>
      withDatabase(async (database, faults) => {
        const { table } = database;
        faults.failCall(1, kind);
        const write = commit(table, [{ put: a, if: 'absent' }]);
        await write;
        expect(await database.read()).toHaveLength(1);
      }),
  );

  it('is unavailable when every attempt fails, and has done the write when only answers were lost', async () =>
    withDatabase(async (database, faults) => {
      const { table } = database;
      faults.failCall(1, 'internal', { isLasting: true });
      await expect(table.write({ put: a })).rejects.toThrow(TableUnavailable);
      expect(await database.read()).toHaveLength(0);
      faults.failCall(1, 'lost', { isLasting: true });
      await expect(table.write({ put: a })).rejects.toThrow(TableUnavailable);
      faults.clear();
      expect(await database.read()).toHaveLength(1);
    }));
});
