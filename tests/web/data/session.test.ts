import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginSession, endSession, followOtherTabs } from '../../../web/data/session.ts';
import { claimsOf, readSession, tenantOf } from '../../../web/data/stored-session.ts';
import { fakeStorage, tokenOf } from '../browser.ts';

const session = (payload: Readonly<Record<string, unknown>>) => ({
  token: tokenOf(payload),
  refreshToken: 'r',
});

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('a session', () => {
  test('returns the same session object until it changes', () => {
    expect(readSession()).toBeNull();
    beginSession({ token: 'a', refreshToken: 'r' });
    const first = readSession();
    expect(first).toMatchObject({ token: 'a', refreshToken: 'r' });
    expect(readSession()).toBe(first);
    beginSession({ token: 'b', refreshToken: 'r' });
    expect(readSession()).not.toBe(first);
    endSession();
    expect(readSession()).toBeNull();
  });

  test('returns no session when the stored text can’t be read', () => {
    localStorage.setItem('paydown.session', '{"token":');
    expect(readSession()).toBeNull();
    localStorage.setItem('paydown.session', '{"token":"a"}');
    expect(readSession()).toBeNull();
  });

  test('reads the organisation of a session from its token', () => {
    beginSession(session({ sub: 'u1', tid: 't1' }));
    expect(tenantOf(readSession())).toBe('t1');
    expect(tenantOf(null)).toBeNull();
  });
});

test('claimsOf reads a payload in any script and returns no claims for any other text', () => {
  expect(claimsOf(tokenOf({ tenantName: 'Café Ōtara – 日本' }))).toEqual({ tenantName: 'Café Ōtara – 日本' });
  expect(claimsOf('nonsense')).toEqual({});
  expect(claimsOf(undefined)).toEqual({});
});

describe('a change of the session in another tab', () => {
  let hear: (key: string | null) => void = () => undefined;
  const startOver = vi.fn<() => void>();

  beforeEach(() => {
    startOver.mockClear();
    vi.stubGlobal('addEventListener', (_: string, listener: (event: { key: string | null }) => void) => {
      hear = (key) => listener({ key });
    });
    beginSession(session({ sub: 'u1', tid: 't1' }));
    followOtherTabs(startOver);
  });

  const otherTabStores = (payload: Readonly<Record<string, unknown>>): void => {
    localStorage.setItem('paydown.session', JSON.stringify(session(payload)));
    hear('paydown.session');
  };

  test.each([
    ['a switch of organisation', { sub: 'u1', tid: 't2' }, 1],
    ['another user’s sign-in', { sub: 'u2', tid: 't1' }, 1],
    ['a refresh of the token', { sub: 'u1', tid: 't1', iat: 2 }, 0],
  ])('starts this tab over as it must: after %s', (_what, payload, times) => {
    otherTabStores(payload);
    expect(startOver).toHaveBeenCalledTimes(times);
  });

  test('ignores this tab’s own switch of organisation', () => {
    beginSession(session({ sub: 'u1', tid: 't2' }));
    otherTabStores({ sub: 'u1', tid: 't2', iat: 3 });
    expect(startOver).not.toHaveBeenCalled();
  });
});
