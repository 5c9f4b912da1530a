import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { routeRequest } from '../../../functions/client/route-client.ts';
import { call } from '../../../web/data/api.ts';
import { firstPageAt } from '../../../web/first-pages.ts';
import { Unreachable } from '../../../web/data/problem.ts';
import { beginSession, endSession } from '../../../web/data/session.ts';
import { startReads } from '../../../web/data/transport.ts';
import { fakeService, fakeStorage, json, tokenOf } from '../browser.ts';

const ADA = tokenOf({ sub: 'ada', tid: 'byron' });
const GRACE = tokenOf({ sub: 'grace', tid: 'hopper' });
const EARLY = ['GET /v1/entities', 'GET /v1/users'] as const;
const start = (): void => {
  startReads(
    ADA,
    EARLY.map((name) => routeRequest(name)),
  );
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-06-01T00:00:00Z') });
  vi.stubGlobal('localStorage', fakeStorage());
  beginSession({ token: ADA, refreshToken: 'r1' });
});

afterEach(() => {
  endSession();
  globalThis.earlyReads = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a read that started before the client had loaded', () => {
  test('answers the call for it, once', async () => {
    const calls = fakeService(({ path }) => json({ path, count: calls.length }));
    start();
    expect(calls.map(({ path, token }) => [path, token])).toEqual([
      ['/v1/entities', `Bearer ${ADA}`],
      ['/v1/users', `Bearer ${ADA}`],
    ]);
    expect(await call('GET /v1/entities')).toMatchObject({ path: '/v1/entities' });
    expect(calls).toHaveLength(2);
    await call('GET /v1/entities');
    expect(calls).toHaveLength(3);
  });

  test('never answers another user, nor the same user in another session', async () => {
    const calls = fakeService(({ token }) => json({ token }));
    start();
    beginSession({ token: GRACE, refreshToken: 'r2' });
    expect(await call('GET /v1/entities')).toEqual({ token: `Bearer ${GRACE}` });
    endSession();
    expect(await call('GET /v1/entities')).toEqual({ token: null });
    expect(calls).toHaveLength(4);
  });

  test('is read again after a write', async () => {
    const calls = fakeService(() => json({}));
    start();
    await call('POST /v1/entities', { body: { name: 'New' } });
    await call('GET /v1/entities');
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'GET']);
  });

  test('is read again when half a minute has passed', async () => {
    const calls = fakeService(() => json({}));
    start();
    await vi.advanceTimersByTimeAsync(30_001 - performance.now());
    await call('GET /v1/entities');
    expect(calls).toHaveLength(3);
  });

  test('reports its failure to the call for it, which may be repeated', async () => {
    fakeService(() => Promise.reject(new TypeError('Failed to fetch')));
    start();
    await vi.advanceTimersByTimeAsync(0);
    fakeService(() => json([]));
    await expect(call('GET /v1/entities')).rejects.toBeInstanceOf(Unreachable);
    expect(await call('GET /v1/entities')).toEqual([]);
  });

  test('is repeated with a renewed token when its token is refused', async () => {
    const renewed = tokenOf({ sub: 'ada', tid: 'byron', jti: '2' });
    const calls = fakeService(({ path, token }) => {
      if (path === '/v1/users/token/refresh') return json({ token: renewed, refreshToken: 'r2' });
      return token === `Bearer ${renewed}` ? json([]) : json({}, 401);
    });
    vi.stubGlobal('navigator', { locks: { request: (_: string, run: () => unknown) => run() } });
    start();
    expect(await call('GET /v1/entities')).toEqual([]);
    expect(calls.map(({ path }) => path).slice(EARLY.length)).toEqual([
      '/v1/users/token/refresh',
      '/v1/entities',
    ]);
  });
});

describe('the page at an address', () => {
  const ID = '0d0f6a3c-4b8e-4a27-9d5e-6f0a1b2c3d4e';
  const urlsAt = (pathname: string, search = '') =>
    firstPageAt({ pathname, search })
      ?.reads.map(({ url }) => url)
      .filter((url) => url.startsWith('/v1/entities'));

  test('has its own reads, as its address names them', () => {
    expect(urlsAt('/', '?q=toyota')).toEqual(['/v1/entities?query=toyota']);
    expect(urlsAt(`/entity/${ID}`, '?archived')).toEqual([
      `/v1/entities/${ID}`,
      `/v1/entities/${ID}/schedules?IncludeArchived=true`,
    ]);
    expect(urlsAt(`/entity/${ID}/${ID}`)).toEqual([
      `/v1/entities/${ID}`,
      `/v1/entities/${ID}/schedules/${ID}`,
    ]);
    expect(urlsAt('/reports', '?date=2025-06-30')).toEqual(['/v1/entities']);
  });

  test.each([
    `/entity/${ID}/check`,
    '/entity/another',
    '/settings/security',
    '/reports/forecast',
    '/nowhere',
  ])('is none of the first pages at %s', (pathname) => {
    expect(firstPageAt({ pathname, search: '' })).toBeUndefined();
  });
});
