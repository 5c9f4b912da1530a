import { beforeEach, describe, expect, it } from 'vitest';
import { freshClient, spend, type Json } from './test-client.ts';

const client = freshClient();

function transactions(query: Readonly<Record<string, string>> = {}): Json {
  return client.call('GET', `/BankTransactions?${new URLSearchParams(query).toString()}`).json;
}

const references = (query: Readonly<Record<string, string>> = {}) =>
  transactions(query).BankTransactions.map((each: Json) => each.Reference);

function post(changes: Json): Json {
  return client.call('PUT', '/BankTransactions', { body: spend(client, changes) }).json.BankTransactions[0];
}

describe('pages', () => {
  beforeEach(() => {
    const BankTransactions = Array.from({ length: 105 }, (_, index) =>
      spend(client, { Reference: `PD-${index}` }),
    );
    client.call('PUT', '/BankTransactions', { body: { BankTransactions } });
  });

  it('returns pages of 100 documents with lines and the pagination by default', () => {
    const first = transactions({ page: '1' });
    expect(first.BankTransactions).toHaveLength(100);
    expect(first.BankTransactions[0].LineItems).toHaveLength(1);
    expect(first.pagination).toEqual({ page: 1, pageSize: 100, pageCount: 2, itemCount: 105 });
    expect(references({ page: '2' })).toEqual(['PD-100', 'PD-101', 'PD-102', 'PD-103', 'PD-104']);
    expect(references({ page: '3' })).toEqual([]);
  });

  it('returns pages of pageSize documents, at most 1,000', () => {
    expect(transactions({ page: '3', pageSize: '50' }).pagination).toEqual({
      page: 3,
      pageSize: 50,
      pageCount: 3,
      itemCount: 105,
    });
    expect(transactions({ page: '1', pageSize: '5000' }).pagination.pageSize).toBe(1000);
    expect(references({ page: '1', pageSize: '1000' })).toHaveLength(105);
  });

  it('sorts by the order parameter', () => {
    post({ Reference: 'Earliest', Date: '2020-01-01' });
    expect(references({ page: '1', pageSize: '1', order: 'Date ASC' })).toEqual(['Earliest']);
    expect(references({ order: 'Date DESC' }).at(-1)).toBe('Earliest');
  });
});

describe('an organisation with more than 100,000 bank transactions', () => {
  beforeEach(() => {
    const { BankTransactionID } = post({ Reference: 'A' });
    const { bankTransactions } = client.core.state.records;
    const record = bankTransactions.get(BankTransactionID);
    if (record === undefined) throw new Error('The transaction is missing');
    for (let index = 0; index < 100_000; index += 1) {
      const id = `many-${index}`;
      bankTransactions.set(id, { ...record, id, date: '2020-01-01' });
    }
  });

  it('refuses a filter by a field without an index, and answers a filter by indexed fields', () => {
    const refused = client.call('GET', `/BankTransactions?where=${encodeURIComponent('Total==100')}`);
    expect(refused.status).toBe(400);
    expect(refused.json.Message).toContain('100,000');
    const where = 'Type=="SPEND" AND Date >= DateTime(2025, 01, 01)';
    expect(references({ where, page: '1' })).toEqual(['A']);
  });
});
