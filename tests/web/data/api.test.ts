import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answersOwner,
  beginRead,
  call,
  fetchAnswer,
  isReachable,
  refreshWhere,
  waitingCalls,
} from '../../../web/data/api.ts';
import { download } from '../../../web/data/download.ts';
import { ApiError, Unreachable } from '../../../web/data/problem.ts';
import { beginSession, followOtherTabs, takeSessionEnd } from '../../../web/data/session.ts';
import { readSession } from '../../../web/data/stored-session.ts';
import { fakeService, fakeStorage, json, tokenOf, type Call } from '../browser.ts';

const REFRESH = '/v1/users/token/refresh';
const unauthorised = () => json({ title: 'Unauthorised', detail: 'Please log in to continue.' }, 401);
const isFresh = ({ token }: Call): boolean => token === 'Bearer fresh';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-06-01T00:00:00Z') });
  vi.stubGlobal('localStorage', fakeStorage());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a call', () => {
  test('fills the path and query, and sends the token and body', async () => {
    beginSession({ token: 'fresh', refreshToken: 'r1' });
    const calls = fakeService(() => json([]));
    await call('GET /v1/entities', { query: { query: 'a&b' } });
    await call('PATCH /v1/entities/{entityId}', { params: { entityId: 'x/y' }, body: { name: 'New' } });
    expect(calls).toMatchObject([
      { method: 'GET', path: '/v1/entities?query=a%26b', token: 'Bearer fresh', body: undefined },
      { method: 'PATCH', path: '/v1/entities/x%2Fy', token: 'Bearer fresh', body: { name: 'New' } },
    ]);
  });

  test('leaves out empty query fields', async () => {
    const calls = fakeService(() => json([]));
    await call('GET /v1/entities', { query: { query: '' } });
    expect(calls[0]).toMatchObject({ path: '/v1/entities', token: null });
  });

  test('resolves to undefined for an answer without content', async () => {
    fakeService(() => new Response(null, { status: 204 }));
    expect(await call('GET /v1/users/verify/resend')).toBeUndefined();
  });

  test('rejects with the problem of a refusal', async () => {
    fakeService(() => json({ title: 'Conflict', detail: 'Taken.' }, 409));
    await expect(call('GET /v1/users')).rejects.toEqual(
      new ApiError(409, { title: 'Conflict', detail: 'Taken.' }),
    );
    fakeService(() => json({ title: 'Xero-Api' }, 409));
    await expect(call('GET /v1/users')).rejects.toMatchObject({ status: 409 });
    fakeService(() => new Response('<html>', { status: 500 }));
    await expect(call('GET /v1/users')).rejects.toMatchObject({ status: 500, problem: {} });
  });

  test('waits as long as the service asks when the session was too fast, and goes on by itself', async () => {
    const early = (): Response =>
      new Response(JSON.stringify({ code: 'session/too-many-calls' }), {
        status: 429,
        headers: { 'retry-after': '30' },
      });
    let answers = 0;
    const calls = fakeService(() => (answers++ < 2 ? early() : json([])));
    const answer = call('GET /v1/entities', {});
    await vi.advanceTimersByTimeAsync(10_000);
    const other = call('GET /v1/entities', {});
    await vi.advanceTimersByTimeAsync(19_999);
    expect([calls.length, waitingCalls.read()]).toEqual([2, 2]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual([]);
    expect([calls.length, waitingCalls.read()]).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await other).toEqual([]);
    expect(waitingCalls.read()).toBe(0);
  });

  test('waits while others of the organisation are under way, for more than a few refusals', async () => {
    const busy = (): Response =>
      new Response(JSON.stringify({ code: 'account/busy' }), {
        status: 429,
        headers: { 'retry-after': '2' },
      });
    let answers = 0;
    fakeService(() => (answers++ < 20 ? busy() : json([])));
    const answer = call('GET /v1/entities', {});
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await answer).toEqual([]);
  });

  test('waits for no other limit', async () => {
    fakeService(() => json({ code: 'request/too-often' }, 429));
    await expect(call('GET /v1/users')).rejects.toMatchObject({ status: 429 });
  });

  test('rejects as unreachable when no answer comes', async () => {
    fakeService(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('GET /v1/users')).rejects.toBeInstanceOf(Unreachable);
    expect(isReachable.read()).toBe(false);
  });

  test('rejects as unreachable when a proxy answers for the service', async () => {
    fakeService(() => json({ message: 'Service Unavailable' }, 503));
    await expect(call('GET /v1/users')).rejects.toBeInstanceOf(Unreachable);
    expect(isReachable.read()).toBe(false);
    fakeService(() => json({ id: '1' }));
    await call('GET /v1/users');
    expect(isReachable.read()).toBe(true);
  });

  test('that is answered after a later one failed does not make the service reachable', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    fakeService(({ path }) =>
      path === '/v1/users' ? promise : Promise.reject(new TypeError('Failed to fetch')),
    );
    const slow = call('GET /v1/users');
    await expect(call('GET /v1/attention')).rejects.toBeInstanceOf(Unreachable);
    resolve(json({ id: '1' }));
    await slow;
    expect(isReachable.read()).toBe(false);
    fakeService(() => json({ id: '1' }));
    await call('GET /v1/users');
    expect(isReachable.read()).toBe(true);
  });
});

describe('a refused access token', () => {
  beforeEach(() => beginSession({ token: 'stale', refreshToken: 'r1' }));

  test('refreshes a refused token once for any number of waiting calls', async () => {
    const calls = fakeService((request) => {
      if (request.path === REFRESH) return json({ token: 'fresh', refreshToken: 'r2' });
      return isFresh(request) ? json({ path: request.path }) : unauthorised();
    });
    const answers = Promise.all([call('GET /v1/users'), call('GET /v1/tenants'), call('GET /v1/messages')]);
    await vi.runAllTimersAsync();
    expect(await answers).toEqual([{ path: '/v1/users' }, { path: '/v1/tenants' }, { path: '/v1/messages' }]);
    expect(calls.filter(({ path }) => path === REFRESH)).toEqual([
      expect.objectContaining({ body: { token: 'stale', refreshToken: 'r1' } }),
    ]);
    expect(readSession()).toMatchObject({ token: 'fresh', refreshToken: 'r2' });
  });

  test('waits for another tab that refreshes, and takes its token', async () => {
    const otherTab = Promise.withResolvers<void>();
    const held = navigator.locks.request('paydown.refresh', () => otherTab.promise);
    const calls = fakeService((request) => (isFresh(request) ? json({ id: '1' }) : unauthorised()));
    const answer = call('GET /v1/users');
    await vi.advanceTimersByTimeAsync(250);
    expect(calls.map(({ path }) => path)).toEqual(['/v1/users']);
    beginSession({ token: 'fresh', refreshToken: 'r2' });
    otherTab.resolve();
    await held;
    expect(await answer).toEqual({ id: '1' });
    expect(calls.map(({ path }) => path)).toEqual(['/v1/users', '/v1/users']);
  });

  test('ends the session when the service won’t refresh it', async () => {
    fakeService(unauthorised);
    const answers = Promise.allSettled([call('GET /v1/users'), call('GET /v1/tenants')]);
    await vi.runAllTimersAsync();
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(readSession()).toBeNull();
    expect(takeSessionEnd()).toBe('expired');
    expect(takeSessionEnd()).toBeNull();
  });

  test('ends an idle session with the reason of inactivity', async () => {
    vi.setSystemTime(new Date('2025-07-15T00:00:00Z'));
    fakeService(unauthorised);
    await expect(call('GET /v1/users')).rejects.toMatchObject({ status: 401 });
    expect(takeSessionEnd()).toBe('inactive');
  });

  test('keeps the session when refreshing fails for another reason', async () => {
    fakeService(({ path }) => (path === REFRESH ? json({}, 503) : unauthorised()));
    await expect(call('GET /v1/users')).rejects.toBeInstanceOf(Unreachable);
    expect(readSession()).toMatchObject({ token: 'stale' });
    expect(takeSessionEnd()).toBeNull();
  });
});

describe('a call', () => {
  const startOver = vi.fn<() => void>();
  const create = () => call('POST /v1/entities', { body: { name: 'Farm' } });
  const sessionIn = (tid: string, sub = 'u1') => ({ token: tokenOf({ sub, tid }), refreshToken: tid });

  beforeEach(() => {
    startOver.mockClear();
    vi.stubGlobal('addEventListener', () => undefined);
    beginSession(sessionIn('t1'));
    followOtherTabs(startOver);
  });

  /** Stores a session as another tab does, before this tab gets the storage event. */
  const otherTabStores = (session: ReturnType<typeof sessionIn>): void =>
    localStorage.setItem('paydown.session', JSON.stringify(session));

  test.each([
    ['organisation', sessionIn('t2')],
    ['user', sessionIn('t1', 'u2')],
  ])('is not sent and starts the tab over after another tab has changed the %s', async (_, session) => {
    otherTabStores(session);
    const calls = fakeService(() => json({}));
    await expect(create()).rejects.toMatchObject({ status: 401 });
    expect(calls).toEqual([]);
    expect(startOver).toHaveBeenCalledOnce();
  });

  test('is not repeated in another organisation after another tab has switched', async () => {
    const calls = fakeService(() => {
      otherTabStores(sessionIn('t2'));
      return unauthorised();
    });
    await expect(create()).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
    expect(startOver).toHaveBeenCalledOnce();
    expect(readSession()).toMatchObject(sessionIn('t2'));
  });

  test('is not repeated in another organisation after this tab has switched', async () => {
    const calls = fakeService(() => {
      beginSession(sessionIn('t2'));
      return unauthorised();
    });
    await expect(create()).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
  });

  test('is repeated after another tab has only refreshed the token', async () => {
    const fresh = { token: tokenOf({ sub: 'u1', tid: 't1', iat: 2 }), refreshToken: 'r2' };
    const calls = fakeService(({ token }) => {
      if (token === `Bearer ${fresh.token}`) return json({ id: '1' });
      otherTabStores(fresh);
      return unauthorised();
    });
    expect(await create()).toEqual({ id: '1' });
    expect(calls).toHaveLength(2);
  });
});

test('a download has the requested media type and the file name of the service in any script', async () => {
  const route = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export';
  const params = { entityId: 'e', scheduleId: 's' };
  const headers = {
    'content-disposition': `attachment; filename="Caf_.xlsx"; filename*=UTF-8''Caf%C3%A9%20%E2%80%93%20Oven.xlsx`,
  };
  const calls = fakeService(() => new Response('bytes', { headers }));
  const file = await download(route, { params }, 'text/csv');
  expect(file.name).toBe('Café – Oven.xlsx');
  expect(await file.blob.text()).toBe('bytes');
  expect(calls[0]?.accept).toBe('text/csv');
  fakeService(
    () => new Response('', { headers: { 'content-disposition': 'attachment; filename="Oven.xlsx"' } }),
  );
  expect((await download(route, { params }, 'text/csv')).name).toBe('Oven.xlsx');
});

describe('a read that was begun', () => {
  const take = () => fetchAnswer([answersOwner(readSession()), 'GET /v1/users/metadata', {}]);

  test('is taken once by the first that asks for it', async () => {
    const calls = fakeService(() => json({}));
    beginRead('GET /v1/users/metadata', {});
    beginRead('GET /v1/users/metadata', {});
    await take();
    expect(calls).toHaveLength(1);
    await take();
    expect(calls).toHaveLength(2);
  });

  test.each([
    ['after half a minute', async () => vi.advanceTimersByTimeAsync(30_000)],
    ['by a change', async () => refreshWhere(() => false)],
  ])('is dropped %s when nothing has taken it', async (_when, pass) => {
    const calls = fakeService(() => json({}));
    beginRead('GET /v1/users/metadata', {});
    await pass();
    await take();
    expect(calls).toHaveLength(2);
  });
});
