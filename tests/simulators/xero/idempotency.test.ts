import { describe, expect, it } from 'vitest';
import { journal, freshClient, spend, type CallOptions } from './test-client.ts';

const client = freshClient();

const post = (options: CallOptions) =>
  client.call('PUT', '/BankTransactions?summarizeErrors=false', { body: spend(client), ...options });
const posted = () => client.call('GET', '/BankTransactions').json.BankTransactions.length;

describe('an idempotency key', () => {
  it('forgets a key six minutes after its first call, regardless of repeats', () => {
    post({ key: 'k' });
    client.clock.advance(5 * 60_000);
    post({ key: 'k' });
    client.clock.advance(60_000);
    post({ key: 'k' });
    expect(posted()).toBe(2);
  });

  it('refuses a key with another body, address or method', () => {
    post({ key: 'k' });
    const refused = {
      status: 400,
      json: { Message: 'Idempotency Key: k is used with a different request.' },
    };
    expect(post({ key: 'k', body: spend(client, { Reference: 'other' }) })).toMatchObject(refused);
    expect(client.call('PUT', '/BankTransactions', { key: 'k', body: spend(client) })).toMatchObject(refused);
    expect(
      client.call('POST', '/BankTransactions?summarizeErrors=false', { key: 'k', body: spend(client) }),
    ).toMatchObject(refused);
    expect(client.call('PUT', '/ManualJournals', { key: 'k', body: journal(client) })).toMatchObject(refused);
    expect(posted()).toBe(1);
  });

  it('refuses a key of more than 128 characters', () => {
    expect(post({ key: 'k'.repeat(128) }).status).toBe(200);
    expect(post({ key: 'k'.repeat(129) }).status).toBe(400);
  });

  it('returns a stored refusal to a repeated key', () => {
    const document = spend(client, { LineItems: [] });
    const refused = client.call('PUT', '/BankTransactions', { key: 'k', body: document });
    expect(refused.status).toBe(400);
    expect(client.call('PUT', '/BankTransactions', { key: 'k', body: document }).text).toBe(refused.text);
  });

  it('stores no answer of an unauthorised or rate-limited call', () => {
    expect(post({ key: 'k', token: 'guessed' }).status).toBe(401);
    for (let call = 1; call <= 60; call += 1) client.call('GET', '/Organisation');
    expect(post({ key: 'k' }).status).toBe(429);
    client.clock.advance(60_000);
    expect(post({ key: 'k' }).status).toBe(200);
    expect(posted()).toBe(1);
  });

  it('returns a stored internal error to a repeated key', () => {
    client.control('POST', 'faults', { rules: [{ kind: 'status', status: 500, times: 1, cached: true }] });
    expect(post({ key: 'k' }).status).toBe(500);
    expect(post({ key: 'k' }).status).toBe(500);
    client.clock.advance(6 * 60_000);
    expect(post({ key: 'k' }).status).toBe(200);
  });

  it('lets a concurrent repeat of a key wait for the first call', () => {
    client.control('POST', 'behaviour', { inFlightKey: 'waits' });
    client.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 4000, times: 1 }] });
    const first = post({ key: 'k' });
    client.clock.advance(1000);
    const second = post({ key: 'k' });
    expect([first.after, second.after]).toEqual([4000, 3000]);
    expect(second.text).toBe(first.text);
    expect(posted()).toBe(1);
  });

  it('ignores a key on reads', () => {
    client.call('GET', '/Organisation', { key: 'k' });
    expect(post({ key: 'k' }).status).toBe(200);
  });
});
