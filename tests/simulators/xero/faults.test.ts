import { describe, expect, it } from 'vitest';
import { freshClient, openClient, spend, type Json } from './test-client.ts';

const client = freshClient();

const faults = (rules: readonly Json[], seed?: number) => client.control('POST', 'faults', { rules, seed });
const post = (key = 'k') => client.effect('PUT', '/BankTransactions', { key, body: spend(client) });
const found = () => client.call('GET', '/BankTransactions').json.BankTransactions.length;
const kept = () => client.control('GET', 'state').organisations[0].bankTransactions.length;

describe('a fault', () => {
  it('answers a page with garbage, and does nothing', () => {
    faults([{ kind: 'garbage', times: 1 }]);
    expect(post()).toMatchObject({ response: { status: 200, headers: { 'content-type': 'text/html' } } });
    expect(found()).toBe(0);
  });

  it('cuts the connection and commits later with commit-late', () => {
    faults([{ kind: 'commit-late', delayMs: 90_000, times: 1 }]);
    expect(post().kind).toBe('cut');
    client.clock.advance(89_999);
    expect([found(), kept()]).toEqual([0, 0]);
    client.clock.advance(1);
    expect([found(), kept()]).toEqual([1, 1]);
  });

  it('lets a repeat of the key wait for a late commit, and posts once', () => {
    client.control('POST', 'behaviour', { inFlightKey: 'waits' });
    faults([{ kind: 'commit-late', delayMs: 90_000, times: 1 }]);
    post();
    const repeat = post();
    expect(repeat).toMatchObject({ kind: 'answer', at: client.clock.now() + 90_000 });
    client.clock.advance(90_000);
    expect(found()).toBe(1);
  });

  it('posts again after a late commit whose key has expired', () => {
    faults([{ kind: 'commit-late', delayMs: 400_000, times: 1 }]);
    post();
    client.clock.advance(360_000);
    post();
    client.clock.advance(40_000);
    expect(found()).toBe(2);
  });

  it('hides young documents from lists with stale-search, but not from their ids', () => {
    const effect = post();
    const id =
      effect.kind === 'answer' ? JSON.parse(effect.response.body).BankTransactions[0].BankTransactionID : '';
    faults([{ kind: 'stale-search', path: '/api.xro/2.0/BankTransactions', delayMs: 30_000 }]);
    expect(found()).toBe(0);
    expect(client.call('GET', `/BankTransactions/${id}`).status).toBe(200);
    expect(kept()).toBe(1);
    client.clock.advance(30_000);
    expect(found()).toBe(1);
  });

  it.each([
    ['partial', 2],
    ['atomic', 0],
  ])('refuses a batch by its last element with refuse-last; under %s %i remain', (batchRefusal, left) => {
    client.control('POST', 'behaviour', { batchRefusal });
    faults([{ kind: 'refuse-last', times: 1 }]);
    const BankTransactions = ['PD-1', 'PD-2', 'PD-3'].map((Reference) => spend(client, { Reference }));
    const put = () =>
      client.call('PUT', '/BankTransactions?summarizeErrors=false', { key: 'k', body: { BankTransactions } });
    const answer = put();
    expect(answer).toMatchObject({ status: 400, json: { Elements: [{ Reference: 'PD-3' }] } });
    expect(answer.json.Elements[0].ValidationErrors).toHaveLength(1);
    expect([kept(), put().text]).toEqual([left, answer.text]);
  });
});

const strikes = () => {
  faults([{ kind: 'drop-before', probability: 0.3 }], 42);
  return Array.from({ length: 400 }, () => client.effect('GET', '/TaxRates', { token: 'unknown' }).kind);
};

describe('rules', () => {
  it('applies the first matching rule', () => {
    faults([
      { kind: 'status', status: 500, method: 'PUT' },
      { kind: 'status', status: 502, path: '/api.xro/2.0/Acc', times: 1 },
      { kind: 'status', status: 503 },
    ]);
    expect(post()).toMatchObject({ response: { status: 500 } });
    expect(client.call('GET', '/Accounts').status).toBe(502);
    expect(client.call('GET', '/Accounts').status).toBe(503);
  });

  it('applies a rule with its probability, identically for the same seed', () => {
    const first = strikes();
    const share = first.filter((kind) => kind === 'cut').length / first.length;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.38);
    expect(strikes()).toEqual(first);
  });

  it('does not count a rule for a call that it can’t apply to', () => {
    faults([
      { kind: 'commit-late', delayMs: 1000, times: 1 },
      { kind: 'stale-search', times: 1 },
    ]);
    client.exchange({ grant_type: 'refresh_token', refresh_token: client.refreshToken });
    expect(post().kind).toBe('cut');
    client.clock.advance(1000);
    expect(found()).toBe(0);
    expect(found()).toBe(1);
  });

  it('refuses malformed rules', () => {
    expect(faults([{ kind: 'explode' }])).toHaveProperty('message');
    expect(faults([{ kind: 'status', probability: 2 }])).toHaveProperty('message');
  });
});

const history = (seed: number) => {
  const own = openClient({ seed });
  own.control('POST', 'faults', { rules: [{ kind: 'drop-after', probability: 0.5 }], seed: 7 });
  for (let call = 0; call < 20; call += 1) {
    own.effect('PUT', '/BankTransactions', { key: `k-${call % 7}`, body: spend(own) });
    own.clock.advance(1000);
  }
  return JSON.stringify(own.control('GET', 'state'));
};

describe('the same history', () => {
  it('gives the same answers, ids and tokens for the same seed and history', () => {
    expect(history(3)).toBe(history(3));
    expect(history(3)).not.toBe(history(4));
  });
});
