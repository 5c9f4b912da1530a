import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  beginSession,
  claimsOf,
  endSession,
  followOtherTabs,
  readSession,
  tenantOf,
} from '../../web/session.ts';
import { fakeStorage, tokenOf } from './browser.ts';

const session = (payload: Readonly<Record<string, unknown>>) => ({
  token: tokenOf(payload),
  refreshToken: 'r',
});

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('a session', () => {
  test('is read back as the same object until it changes', () => {
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

  test('that can’t be read is none', () => {
    localStorage.setItem('paydown.session', '{"token":');
    expect(readSession()).toBeNull();
    localStorage.setItem('paydown.session', '{"token":"a"}');
    expect(readSession()).toBeNull();
  });

  test('tells its organisation from its token', () => {
    beginSession(session({ sub: 'u1', tid: 't1' }));
    expect(tenantOf(readSession())).toBe('t1');
    expect(tenantOf(null)).toBeNull();
  });
});

test('a token’s payload is read in any script, and is empty for what is no token', () => {
  expect(claimsOf(tokenOf({ tenantName: 'Café Ōtara – 日本' }))).toEqual({ tenantName: 'Café Ōtara – 日本' });
  expect(claimsOf('nonsense')).toEqual({});
  expect(claimsOf(undefined)).toEqual({});
});

describe('what another tab does', () => {
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

  test('starts this one over when it switched organisation', () => {
    otherTabStores({ sub: 'u1', tid: 't2' });
    expect(startOver).toHaveBeenCalledOnce();
  });

  test('starts this one over when somebody else signed in', () => {
    otherTabStores({ sub: 'u2', tid: 't1' });
    expect(startOver).toHaveBeenCalledOnce();
  });

  test('does not matter when it only refreshed the token', () => {
    otherTabStores({ sub: 'u1', tid: 't1', iat: 2 });
    expect(startOver).not.toHaveBeenCalled();
  });

  test('does not matter when this tab switched itself', () => {
    beginSession(session({ sub: 'u1', tid: 't2' }));
    otherTabStores({ sub: 'u1', tid: 't2', iat: 3 });
    expect(startOver).not.toHaveBeenCalled();
  });
});
