import { expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { endOrphanedLeases } from '../../scripts/local/orphaned-leases.ts';
import { withEmbeddedTable } from '../support/embedded-table.ts';

const current = withEmbeddedTable();

it('deletes the leases of a killed process and nothing else', async () => {
  const { table, client, tableName } = current;
  const lease = { ...keys.postingLease('some-organisation'), holder: 'killed', until: Date.now() + 75_000 };
  const rate = { ...keys.xeroRate('some-organisation'), calls: {}, pausedUntil: 0, version: 3 };
  await table.write({ put: lease });
  await table.write({ put: rate });
  await endOrphanedLeases(client, tableName);
  expect(await table.get(keys.postingLease('some-organisation'))).toBeUndefined();
  expect(await table.get(keys.xeroRate('some-organisation'))).toEqual(rate);
});
