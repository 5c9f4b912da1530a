import { beforeEach, describe, expect, it } from 'vitest';
import { openDesk, spend, type Desk, type Json } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk();
});

const faults = (rules: readonly Json[], seed?: number) => desk.control('POST', 'faults', { rules, seed });
const post = (key = 'k') => desk.effect('PUT', '/BankTransactions', { key, body: spend(desk) });
const found = () => desk.call('GET', '/BankTransactions').json.BankTransactions.length;
const kept = () => desk.control('GET', 'state').organisations[0].bankTransactions.length;

describe('a fault', () => {
  it('status answers that status and does nothing', () => {
    faults([{ kind: 'status', status: 503, retryAfter: 9 }]);
    expect(post()).toMatchObject({ response: { status: 503, headers: { 'retry-after': '9' } } });
    desk.control('DELETE', 'faults');
    expect(found()).toBe(0);
    expect(post()).toMatchObject({ response: { status: 200 } });
  });

  it('drop-before cuts the connection and does nothing', () => {
    faults([{ kind: 'drop-before', times: 1 }]);
    expect(post().kind).toBe('cut');
    expect(found()).toBe(0);
  });

  it('drop-after does it and cuts the connection; a repeat gets the answer', () => {
    faults([{ kind: 'drop-after', times: 1 }]);
    expect(post().kind).toBe('cut');
    expect(found()).toBe(1);
    expect(post()).toMatchObject({ kind: 'answer', response: { status: 200 } });
    expect(found()).toBe(1);
  });

  it('commit-late cuts the connection and does it later', () => {
    faults([{ kind: 'commit-late', delayMs: 90_000, times: 1 }]);
    expect(post().kind).toBe('cut');
    desk.clock.advance(89_999);
    expect([found(), kept()]).toEqual([0, 0]);
    desk.clock.advance(1);
    expect([found(), kept()]).toEqual([1, 1]);
  });

  it('commit-late lets a repeat of the key wait for the first, and posts once', () => {
    faults([{ kind: 'commit-late', delayMs: 90_000, times: 1 }]);
    post();
    const repeat = post();
    expect(repeat).toMatchObject({ kind: 'answer', at: desk.clock.now() + 90_000 });
    desk.clock.advance(90_000);
    expect(found()).toBe(1);
  });

  it('commit-late, once the key is forgotten, does not keep another call from posting again', () => {
    faults([{ kind: 'commit-late', delayMs: 400_000, times: 1 }]);
    post();
    desk.clock.advance(360_000);
    post();
    desk.clock.advance(40_000);
    expect(found()).toBe(2);
  });

  it('stale-search hides young documents from searches, not from their ids', () => {
    const effect = post();
    const id =
      effect.kind === 'answer' ? JSON.parse(effect.response.body).BankTransactions[0].BankTransactionID : '';
    faults([{ kind: 'stale-search', path: '/api.xro/2.0/BankTransactions', delayMs: 30_000 }]);
    expect(found()).toBe(0);
    expect(desk.call('GET', `/BankTransactions/${id}`).status).toBe(200);
    expect(kept()).toBe(1);
    desk.clock.advance(30_000);
    expect(found()).toBe(1);
  });

  it('delay answers later what it did at once', () => {
    faults([{ kind: 'delay', delayMs: 2500, times: 1 }]);
    expect(post()).toMatchObject({ kind: 'answer', at: desk.clock.now() + 2500 });
    expect(found()).toBe(1);
  });

  it('revoke withdraws the authorisation, whether an access or a refresh token is shown', () => {
    faults([{ kind: 'revoke', path: '/connect/token', times: 1 }]);
    expect(desk.call('GET', '/Organisation').status).toBe(200);
    const refreshed = desk.exchange({ grant_type: 'refresh_token', refresh_token: desk.refreshToken });
    expect(refreshed).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect(desk.call('GET', '/Organisation').status).toBe(401);
  });
});

const strikes = () => {
  faults([{ kind: 'drop-before', probability: 0.3 }], 42);
  return Array.from({ length: 400 }, () => desk.effect('GET', '/TaxRates', { token: 'nobody' }).kind);
};

describe('rules', () => {
  it('are tried in order, and the first that is meant strikes', () => {
    faults([
      { kind: 'status', status: 500, method: 'PUT' },
      { kind: 'status', status: 502, path: '/api.xro/2.0/Acc', times: 1 },
      { kind: 'status', status: 503 },
    ]);
    expect(post()).toMatchObject({ response: { status: 500 } });
    expect(desk.call('GET', '/Accounts').status).toBe(502);
    expect(desk.call('GET', '/Accounts').status).toBe(503);
  });

  it('strike by chance as often as told, and the same way for the same seed', () => {
    const first = strikes();
    const share = first.filter((kind) => kind === 'cut').length / first.length;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.38);
    expect(strikes()).toEqual(first);
  });

  it('that can’t apply to a call are not used up by it', () => {
    faults([
      { kind: 'commit-late', delayMs: 1000, times: 1 },
      { kind: 'stale-search', times: 1 },
    ]);
    desk.exchange({ grant_type: 'refresh_token', refresh_token: desk.refreshToken });
    expect(post().kind).toBe('cut');
    desk.clock.advance(1000);
    expect(found()).toBe(0);
    expect(found()).toBe(1);
  });

  it('are refused when they are none', () => {
    expect(faults([{ kind: 'explode' }])).toHaveProperty('message');
    expect(faults([{ kind: 'status', probability: 2 }])).toHaveProperty('message');
  });
});

describe('the log', () => {
  it('holds every call, cut ones without a status', () => {
    const before = desk.control('GET', 'state').requests.length;
    faults([{ kind: 'drop-after', times: 1 }]);
    post();
    post();
    const requests = desk.control('GET', 'state').requests.slice(before);
    expect(requests).toMatchObject([
      {
        method: 'PUT',
        path: '/api.xro/2.0/BankTransactions',
        status: null,
        idempotencyKey: 'k',
        responseBody: null,
      },
      { at: '2025-06-01T00:00:00.000Z', tenantId: desk.tenantId, status: 200, idempotencyKey: 'k' },
    ]);
    expect(requests[0].requestBody).toBe(requests[1].requestBody);
    expect(JSON.parse(requests[1].responseBody).BankTransactions).toHaveLength(1);
  });
});

const history = (seed: number) => {
  const own = openDesk({ seed });
  own.control('POST', 'faults', { rules: [{ kind: 'drop-after', probability: 0.5 }], seed: 7 });
  for (let call = 0; call < 20; call += 1) {
    own.effect('PUT', '/BankTransactions', { key: `k-${call % 7}`, body: spend(own) });
    own.clock.advance(1000);
  }
  return JSON.stringify(own.control('GET', 'state'));
};

describe('the same history', () => {
  it('gives the same answers, ids and tokens, from the same seed only', () => {
    expect(history(3)).toBe(history(3));
    expect(history(3)).not.toBe(history(4));
  });
});
