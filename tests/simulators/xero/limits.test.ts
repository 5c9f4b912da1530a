import { describe, expect, it } from 'vitest';
import { openDesk, spend } from './desk.ts';

const MINUTE = 60_000;

describe('a minute', () => {
  it('has 60 calls, rolling, and says how many are left', () => {
    const desk = openDesk();
    desk.control('POST', 'behaviour', { dayLimit: 5000 });
    const first = desk.call('GET', '/Organisation');
    expect(first.headers).toMatchObject({
      'x-minlimit-remaining': '59',
      'x-daylimit-remaining': '4999',
      'x-appminlimit-remaining': '9999',
    });
    desk.clock.advance(10_000);
    for (let call = 2; call <= 60; call += 1) expect(desk.call('GET', '/Organisation').status).toBe(200);

    const refused = desk.call('GET', '/Organisation');
    expect(refused).toMatchObject({
      status: 429,
      text: '',
      headers: { 'x-rate-limit-problem': 'minute', 'retry-after': '50', 'x-minlimit-remaining': '0' },
    });
    desk.clock.advance(50_000);
    expect(desk.call('GET', '/Organisation').status).toBe(200);
    expect(desk.call('GET', '/Organisation').status).toBe(429);
  });

  it('is each organisation’s own', () => {
    const desk = openDesk();
    desk.consent('openid accounting.settings', ['Harbour Street Bakery']);
    const [, other = ''] = desk.core.state.records.organisations.keys();
    for (let call = 1; call <= 60; call += 1) desk.call('GET', '/Organisation');
    expect(desk.call('GET', '/Organisation').status).toBe(429);
    expect(desk.call('GET', '/Organisation', { tenantId: other }).headers).toMatchObject({
      'x-minlimit-remaining': '59',
      'x-appminlimit-remaining': '9939',
    });
  });

  it('does not count calls that nobody was allowed to make', () => {
    const desk = openDesk();
    for (let call = 1; call <= 70; call += 1) desk.call('GET', '/Organisation', { token: 'guessed' });
    expect(desk.call('GET', '/Organisation').status).toBe(200);
  });
});

describe('a day', () => {
  it.each([1000, 5000])('has %i calls, and says when it is over', (dayLimit) => {
    const desk = openDesk();
    desk.control('POST', 'behaviour', { dayLimit });
    desk.clock.advance(2 * 60 * MINUTE);
    const day = Math.floor(desk.clock.now() / (24 * 60 * MINUTE));
    desk.core.state.records.calls.set(desk.tenantId, { recent: [], inFlight: [], day, today: dayLimit - 1 });
    const refresh = (refresh_token: string) =>
      desk.exchange({ grant_type: 'refresh_token', refresh_token }).json;
    const { access_token: token, refresh_token } = refresh(desk.refreshToken);
    expect(desk.call('GET', '/Organisation', { token })).toMatchObject({
      status: 200,
      headers: { 'x-daylimit-remaining': '0' },
    });
    expect(desk.call('GET', '/Organisation', { token })).toMatchObject({
      status: 429,
      headers: {
        'x-rate-limit-problem': 'day',
        'retry-after': String(22 * 60 * 60),
        'x-daylimit-remaining': '0',
      },
    });
    desk.clock.advance(24 * 60 * MINUTE);
    const { access_token: fresh } = refresh(refresh_token);
    expect(desk.call('GET', '/Organisation', { token: fresh }).status).toBe(200);
  });
});

describe('at once', () => {
  it('only five calls of an organisation may run; the sixth isn’t told when to come back', () => {
    const desk = openDesk({ latencyMs: 100 });
    for (let call = 1; call <= 5; call += 1) expect(desk.call('GET', '/Organisation').status).toBe(200);
    const sixth = desk.call('PUT', '/BankTransactions', { body: spend(desk) });
    expect(sixth).toMatchObject({ status: 429, headers: { 'x-rate-limit-problem': 'concurrent' } });
    expect(sixth.headers).not.toHaveProperty('retry-after');
    desk.clock.advance(100);
    expect(desk.call('GET', '/BankTransactions').json.BankTransactions).toEqual([]);
  });

  it('counts a call that is delayed for as long as it runs', () => {
    const desk = openDesk();
    desk.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 30_000, times: 5 }] });
    for (let call = 1; call <= 5; call += 1) expect(desk.call('GET', '/Organisation').after).toBe(30_000);
    desk.clock.advance(29_999);
    expect(desk.call('GET', '/Organisation').status).toBe(429);
    desk.clock.advance(1);
    expect(desk.call('GET', '/Organisation').status).toBe(200);
  });
});
