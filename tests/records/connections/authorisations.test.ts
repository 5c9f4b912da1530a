import { beforeEach, describe, expect, it } from 'vitest';
import {
  claimRefresh,
  endClaim,
  keepAuthorisation,
  readAuthorisation,
  type XeroAuthorisation,
} from '../../../functions/records/connections/authorisations.ts';
import { keys } from '../../../functions/store/keys.ts';
import type { Table } from '../../../functions/store/table.ts';
import { Random } from '../../simulation/random.ts';
import { createMemoryTable, type MemoryTable } from '../../support/memory-table.ts';

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
const CLAIM_MS = 90_000;
const random = new Random(1);
const ids = { uuid: () => random.uuid(), secret: () => random.uuid() };

let table: MemoryTable;

beforeEach(async () => {
  table = createMemoryTable();
  await table.write({ put: { ...keys.anchor('e') } });
  await keepAuthorisation(table, authorisation);
});

describe('an authorisation', () => {
  it('is not stored for an entity that is gone', async () => {
    await table.write({ delete: keys.anchor('e') });
    const kept = keepAuthorisation(table, { ...authorisation, authorisationId: 'b' });
    await expect(kept).rejects.toMatchObject({ kind: 'not-found', code: 'entity/unknown' });
    expect(await readAuthorisation(table, 'b')).toBeNull();
  });
});

describe('the claim to refresh tokens', () => {
  it('goes to one process until it ends', async () => {
    expect(await claimRefresh(table, authorisation, { now: 0, ids })).not.toBeNull();
    expect(await claimRefresh(table, authorisation, { now: CLAIM_MS - 1, ids })).toBeNull();
    expect(await claimRefresh(table, authorisation, { now: CLAIM_MS, ids })).not.toBeNull();
  });

  it('is not given for tokens that were replaced', async () => {
    const claim = await claimRefresh(table, authorisation, { now: 0, ids });
    if (!claim) throw new Error('The claim was refused');
    await endClaim(table, claim, { sealed: 'new tokens' });
    expect(await claimRefresh(table, authorisation, { now: CLAIM_MS, ids })).toBeNull();
  });

  it('stands when its answer is lost and the SDK repeats the write', async () => {
    const repeating: Table = {
      ...table,
      async write(write) {
        await table.write(write);
        return table.write(write);
      },
    };
    expect(await claimRefresh(repeating, authorisation, { now: 0, ids })).not.toBeNull();
    expect(await claimRefresh(table, authorisation, { now: 1, ids })).toBeNull();
  });

  it('changes nothing when it ends after another process has claimed', async () => {
    const late = await claimRefresh(table, authorisation, { now: 0, ids });
    const current = await claimRefresh(table, authorisation, { now: CLAIM_MS, ids });
    if (!late || !current) throw new Error('A claim was refused');
    await endClaim(table, late, { sealed: 'late tokens' });
    expect(await readAuthorisation(table, 'a')).toMatchObject({ sealed: 'tokens', version: 1 });
  });
});
