import { expect, it } from 'vitest';
import type { PostingRequest } from '../../functions/posting/protocol/request.ts';
import { runPosting } from '../../functions/posting/protocol/run-posting.ts';
import type { OwnedEntity } from '../../functions/records/entities/entity.ts';
import { isOfAnotherName } from '../../functions/store/table-name.ts';
import { createTestApp } from '../support/app.ts';
import { withEmbeddedTable } from '../support/embedded-table.ts';

const embedded = withEmbeddedTable();

it('a table gets its name once, and is known by it afterwards', async () => {
  const starts = await Promise.all(
    [1, 2, 3].map(() => isOfAnotherName(embedded.table, 'paydown-prod-table')),
  );
  expect(starts).toEqual([false, false, false]);
  expect(await isOfAnotherName(embedded.table, 'paydown-prod-table')).toBe(false);
});

it('a table that was restored under another name by hand is noticed', async () => {
  await isOfAnotherName(embedded.table, 'paydown-prod-table');
  expect(await isOfAnotherName(embedded.table, 'paydown-prod-table-2')).toBe(true);
});

it('nothing is posted from a table that no restore explains', async () => {
  const services = { ...(await createTestApp()), isForeignTable: async () => true };
  const entity = { entityId: 'e', xero: { tenantId: 'x' } } as unknown as OwnedEntity;
  let hasRun = false;
  const run = runPosting(services, { entity } as PostingRequest, async () => void (hasRun = true));
  await expect(run).rejects.toMatchObject({ kind: 'conflict', code: 'sync/foreign-table' });
  expect(hasRun).toBe(false);
});
