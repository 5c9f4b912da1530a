import type { XeroSession } from '../../functions/xero/session.ts';
import { describe, expect, it } from 'vitest';
import type { PostingContext } from '../../functions/posting/protocol/recorded-call.ts';
import type { OpenDocument } from '../../functions/posting/protocol/open-document.ts';
import { keys } from '../../functions/store/keys.ts';
import { findDocuments } from '../../functions/posting/protocol/find-documents.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import type { DocumentSearch, FoundDocument, Xero, XeroAccess } from '../../functions/services/xero/port.ts';
import type { OwnedEntity } from '../../functions/records/entities/entity.ts';
import { inProcess, XERO_TENANT } from './in-process.ts';

const ID = '3f9ef8f1-7a4e-4c8e-9d0b-1f2e3d4c5b6a';
const tokenOf = (number: number): string => `PD-${ID}-${number}`;

const document = (number: number, changes: Partial<OpenDocument> = {}): OpenDocument => ({
  kind: 'payment',
  ownerId: ID,
  sk: `P#000${number}`,
  subject: number,
  reference: tokenOf(number),
  json: '{}',
  date: `2025-0${number}-15`,
  contactId: 'truck',
  item: {},
  ...changes,
});

interface Stored extends FoundDocument {
  readonly contactId: string;
}

const stored = (number: number, changes: Partial<Stored> = {}): Stored => ({
  id: `id-${number}`,
  text: tokenOf(number),
  deleted: false,
  contactId: 'truck',
  ...changes,
});

const PAGE_SIZE = 2;

/** A Xero that holds documents, two a page, and records the searches. `archived` are contacts that are not active. */
function holding(
  documents: readonly Stored[],
  { archived = [] as readonly string[], failsAt = 0, slowAbove = Infinity } = {},
) {
  const searches: DocumentSearch[] = [];
  const xero: Partial<Xero> = {
    findDocuments: async (_access, search) => {
      searches.push(search);
      if (searches.length === failsAt) throw new XeroError('refused', { answered: 400 });
      const { contactId, page, pageSize = 0 } = search;
      if (pageSize > slowAbove) throw new XeroError('unavailable', { cause: 'timeout' });
      const all = documents.filter((one) => contactId === null || one.contactId === contactId);
      const from = (page - 1) * PAGE_SIZE;
      return { documents: all.slice(from, from + PAGE_SIZE), isLast: from + PAGE_SIZE >= all.length };
    },
    activeContacts: async (_access, ids = []) => ids.filter((id) => !archived.includes(id)),
  };
  const { time, spawn } = inProcess(xero);
  const access: XeroAccess = { accessToken: 'token', tenantId: XERO_TENANT };
  const session: XeroSession = {
    xeroTenantId: XERO_TENANT,
    cacheOwner: { tenantId: XERO_TENANT, authorisationId: 'a' },
    isGuests: false,
    callMs: 20_000,
    call: async (run) => run(access),
    within: () => session,
  };
  const context: PostingContext = {
    services: spawn().services,
    session,
    lease: { key: keys.postingLease(XERO_TENANT), holder: 'holder', lastsMs: Infinity, until: Infinity },
    entity: { tenantId: 't', entityId: 'e' } as OwnedEntity,
  };
  const find = (wanted: readonly OpenDocument[], isProof = false) =>
    time.run(findDocuments(context, 'SPEND', wanted, isProof));
  return { searches, find };
}

describe('the search for documents', () => {
  it('returns ids by reference and ignores documents of others', async () => {
    const { find } = holding([stored(1), stored(7), stored(2, { text: 'Rent' })]);
    expect(await find([document(1), document(2)])).toEqual(new Map([[tokenOf(1), 'id-1']]));
  });

  it('returns deleted documents, which were posted', async () => {
    const { find } = holding([stored(1, { deleted: true })]);
    expect(await find([document(1)])).toEqual(new Map([[tokenOf(1), 'id-1']]));
  });

  it('does not take a longer number for the reference', async () => {
    const { find } = holding([stored(12, { text: `${tokenOf(1)}2` })]);
    expect(await find([document(1)])).toEqual(new Map());
  });
});

describe('the pages of a search', () => {
  // Evidence for Xero paging
  it('are read to the last one', async () => {
    const { searches, find } = holding([stored(5), stored(6), stored(7), stored(8), stored(1)]);
    expect(await find([document(1)])).toEqual(new Map([[tokenOf(1), 'id-1']]));
    expect(searches.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('are left as soon as all documents are found', async () => {
    const { searches, find } = holding([stored(1), stored(5), stored(6), stored(7)]);
    await find([document(1)]);
    expect(searches.map(({ page }) => page)).toEqual([1]);
  });

  it('prove nothing if one of them fails', async () => {
    const { find } = holding([stored(5), stored(6), stored(7)], { failsAt: 2 });
    await expect(find([document(1)], true)).rejects.toMatchObject({ kind: 'refused', answered: 400 });
  });
});

describe('a search whose pages time out', () => {
  it('asks again with a quarter of the size, and begins anew', async () => {
    const { searches, find } = holding([stored(5), stored(6), stored(1)], { slowAbove: 60 });
    expect(await find([document(1)], true)).toEqual(new Map([[tokenOf(1), 'id-1']]));
    expect(searches.map(({ page, pageSize }) => [page, pageSize])).toEqual([
      [1, 1000],
      [1, 250],
      [1, 60],
      [2, 60],
    ]);
  });

  it('proves nothing if the smallest do too', async () => {
    const { find } = holding([], { slowAbove: 59 });
    await expect(find([document(1)], true)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('the contact of a search', () => {
  it('is left out for documents of several contacts', async () => {
    const { searches, find } = holding([]);
    await find([document(1), document(2, { contactId: 'crane' })], true);
    expect(searches.map(({ contactId }) => contactId)).toEqual([null]);
  });

  it('is left out for journals', async () => {
    const { searches, find } = holding([]);
    await find([document(1, { contactId: null })], true);
    expect(searches.map(({ contactId }) => contactId)).toEqual([null]);
  });

  it('is enough for a proof while it is active', async () => {
    const { searches, find } = holding([stored(1, { contactId: 'other' })]);
    expect(await find([document(1)], true)).toEqual(new Map());
    expect(searches.map(({ contactId }) => contactId)).toEqual(['truck']);
  });

  it('is left out for a proof when it is not active, since a merge moves its documents', async () => {
    const { searches, find } = holding([stored(1, { contactId: 'other' })], { archived: ['truck'] });
    expect(await find([document(1)], true)).toEqual(new Map([[tokenOf(1), 'id-1']]));
    expect(searches.map(({ contactId }) => contactId)).toEqual(['truck', null]);
  });

  it('is not checked when nothing is missing, or when no proof is needed', async () => {
    const found = holding([stored(1)], { archived: ['truck'] });
    await found.find([document(1)], true);
    expect(found.searches).toHaveLength(1);
    const early = holding([], { archived: ['truck'] });
    await early.find([document(1)]);
    expect(early.searches).toHaveLength(1);
  });
});
