import { expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { endOrphanedLeases } from '../../scripts/local/orphaned-leases.ts';
import { withEmbeddedTable } from '../support/embedded-table.ts';

const current = withEmbeddedTable();

it('deletes the leases of a killed process and nothing else', async () => {
  const { table, client, tableName } = current;
  const leases = [keys.postingLease('x'), keys.importLease('t'), keys.refreshLease('a')];
  const rate = { ...keys.xeroRate('x'), calls: {}, pausedUntil: 0, version: 3 };
  for (const key of leases)
    await table.write({ put: { ...key, holder: 'killed', until: Date.now() + 75_000 } });
  await table.write({ put: rate });
  await endOrphanedLeases(client, tableName);
  expect(await table.getMany(leases)).toEqual([undefined, undefined, undefined]);
  expect(await table.get(keys.xeroRate('x'))).toEqual(rate);
});
