import { beforeEach, describe, expect, it } from 'vitest';
import {
  deleteAuthorisation,
  keepAuthorisation,
  readAuthorisation,
  storeRefreshed,
  type XeroAuthorisation,
} from '../../../functions/records/connections/authorisations.ts';
import { keys } from '../../../functions/store/keys.ts';
import type { Lease } from '../../../functions/store/lease.ts';
import { createMemoryTable, type MemoryTable } from '../../support/memory-table.ts';

const BY = { userId: 'user', sessionId: 'session', tenantId: 'tenant' };
const authorisation: XeroAuthorisation = {
  authorisationId: 'a',
  entityId: 'e',
  xeroUserId: null,
  connections: [],
  sealed: 'tokens',
  expiresAt: 0,
  refreshedAt: 0,
  lost: false,
  version: 1,
};

let table: MemoryTable;

beforeEach(async () => {
  table = createMemoryTable();
  await table.write({ put: { ...keys.anchor('e') } });
  await keepAuthorisation(table, authorisation, BY);
});

describe('an authorisation', () => {
  it('is not stored for an entity that is gone', async () => {
    await table.write({ delete: keys.anchor('e') });
    const kept = keepAuthorisation(table, { ...authorisation, authorisationId: 'b' }, BY);
    await expect(kept).rejects.toMatchObject({ kind: 'not-found', code: 'entity/unknown' });
    expect(await readAuthorisation(table, 'b')).toBeNull();
  });
});

describe('the outcome of a refresh', () => {
  const REFRESHED = { sealed: 'new tokens', expiresAt: 5, refreshedAt: 1 };
  const key = keys.refreshLease('a');
  const lease: Lease = { key, holder: 'holder', lastsMs: 1, until: 1 };
  const hold = (holder: string) => table.write({ put: { ...key, holder, until: 1 } });

  it('replaces the tokens while the process holds the lease', async () => {
    await hold('holder');
    await storeRefreshed(table, authorisation, REFRESHED, lease);
    expect(await readAuthorisation(table, 'a')).toEqual({ ...authorisation, ...REFRESHED, version: 2 });
  });

  it('changes nothing after another process has acquired the lease', async () => {
    await hold('another');
    await storeRefreshed(table, authorisation, REFRESHED, lease);
    expect(await readAuthorisation(table, 'a')).toEqual(authorisation);
  });

  it('changes nothing when it is stored again', async () => {
    await hold('holder');
    await storeRefreshed(table, authorisation, REFRESHED, lease);
    await storeRefreshed(table, authorisation, REFRESHED, lease);
    expect(await readAuthorisation(table, 'a')).toMatchObject({ version: 2 });
  });

  it('restores no deleted authorisation', async () => {
    await hold('holder');
    await deleteAuthorisation(table, 'a');
    await storeRefreshed(table, authorisation, { lost: true }, lease);
    expect(await readAuthorisation(table, 'a')).toBeNull();
  });
});
