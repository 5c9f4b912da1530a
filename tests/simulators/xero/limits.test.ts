import { describe, expect, it } from 'vitest';
import { openClient, spend } from './test-client.ts';

const MINUTE = 60_000;

describe('a minute', () => {
  it('allows 60 calls in any minute and returns the calls left', () => {
    const client = openClient();
    client.control('POST', 'behaviour', { dayLimit: 5000 });
    const first = client.call('GET', '/Organisation');
    expect(first.headers).toMatchObject({
      'x-minlimit-remaining': '59',
      'x-daylimit-remaining': '4999',
      'x-appminlimit-remaining': '9999',
    });
    client.clock.advance(10_000);
    for (let call = 2; call <= 60; call += 1) expect(client.call('GET', '/Organisation').status).toBe(200);

    const refused = client.call('GET', '/Organisation');
    expect(refused).toMatchObject({
      status: 429,
      text: '',
      headers: { 'x-rate-limit-problem': 'minute', 'retry-after': '50', 'x-minlimit-remaining': '0' },
    });
    client.clock.advance(50_000);
    expect(client.call('GET', '/Organisation').status).toBe(200);
    expect(client.call('GET', '/Organisation').status).toBe(429);
  });

  it('lasts as long as the reading says', () => {
    const client = openClient();
    client.control('POST', 'behaviour', { minuteMs: 10 * MINUTE });
    for (let call = 1; call <= 60; call += 1) client.call('GET', '/Organisation');
    client.clock.advance(9 * MINUTE);
    expect(client.call('GET', '/Organisation')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
    });
    client.clock.advance(MINUTE);
    expect(client.call('GET', '/Organisation').status).toBe(200);
  });

  it('counts the minute per organisation', () => {
    const client = openClient();
    client.consent('openid accounting.settings', ['Harbour Street Bakery']);
    const [, other = ''] = client.core.state.records.organisations.keys();
    for (let call = 1; call <= 60; call += 1) client.call('GET', '/Organisation');
    expect(client.call('GET', '/Organisation').status).toBe(429);
    expect(client.call('GET', '/Organisation', { tenantId: other }).headers).toMatchObject({
      'x-minlimit-remaining': '59',
      'x-appminlimit-remaining': '9939',
    });
  });

  it('does not count unauthorised calls', () => {
    const client = openClient();
    for (let call = 1; call <= 70; call += 1) client.call('GET', '/Organisation', { token: 'guessed' });
    expect(client.call('GET', '/Organisation').status).toBe(200);
  });
});

describe('a day', () => {
  it.each([1000, 5000])('allows %i calls a day and returns the seconds left of the day', (dayLimit) => {
    const client = openClient();
    client.control('POST', 'behaviour', { dayLimit });
    client.clock.advance(2 * 60 * MINUTE);
    const day = Math.floor(client.clock.now() / (24 * 60 * MINUTE));
    client.core.state.records.calls.set(client.tenantId, {
      recent: [],
      inFlight: [],
      day,
      today: dayLimit - 1,
    });
    const refresh = (refresh_token: string) =>
      client.exchange({ grant_type: 'refresh_token', refresh_token }).json;
    const { access_token: token, refresh_token } = refresh(client.refreshToken);
    expect(client.call('GET', '/Organisation', { token })).toMatchObject({
      status: 200,
      headers: { 'x-daylimit-remaining': '0' },
    });
    expect(client.call('GET', '/Organisation', { token })).toMatchObject({
      status: 429,
      headers: {
        'x-rate-limit-problem': 'day',
        'retry-after': String(22 * 60 * 60),
        'x-daylimit-remaining': '0',
      },
    });
    client.clock.advance(24 * 60 * MINUTE);
    const { access_token: fresh } = refresh(refresh_token);
    expect(client.call('GET', '/Organisation', { token: fresh }).status).toBe(200);
  });
});

describe('concurrent calls', () => {
  it('refuses a sixth concurrent call without Retry-After', () => {
    const client = openClient({ latencyMs: 100 });
    for (let call = 1; call <= 5; call += 1) expect(client.call('GET', '/Organisation').status).toBe(200);
    const sixth = client.call('PUT', '/BankTransactions', { body: spend(client) });
    expect(sixth).toMatchObject({ status: 429, headers: { 'x-rate-limit-problem': 'concurrent' } });
    expect(sixth.headers).not.toHaveProperty('retry-after');
    client.clock.advance(100);
    expect(client.call('GET', '/BankTransactions').json.BankTransactions).toEqual([]);
  });

  it('counts a delayed call as concurrent until it ends', () => {
    const client = openClient();
    client.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 30_000, times: 5 }] });
    for (let call = 1; call <= 5; call += 1) expect(client.call('GET', '/Organisation').after).toBe(30_000);
    client.clock.advance(29_999);
    expect(client.call('GET', '/Organisation').status).toBe(429);
    client.clock.advance(1);
    expect(client.call('GET', '/Organisation').status).toBe(200);
  });
});
