import { describe, expect, it } from 'vitest';
import { type Call, checkPortal } from '../../functions/users/check-portal.ts';
import type { RouteKey } from '../../functions/api/route.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const SCRIPT = '/assets/index-D3aF.js';
const page = (status = 200): Response =>
  new Response(`<!doctype html><script type="module" crossorigin src="${SCRIPT}"></script>`, { status });
const script = (): Response => new Response('', { headers: { 'content-type': 'text/javascript' } });

/** Returns a portal with its page in front of the app's API. */
function portalOf(app: TestApp, files: Readonly<Record<string, () => Response>> = {}): Call {
  return async (url, { method = 'GET', headers, body }) => {
    const { pathname } = new URL(url);
    const file = { '/': page, [SCRIPT]: script, ...files }[pathname];
    if (file) return file();
    const answer = await app.send(`${method} ${pathname}` as RouteKey, {
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { body }),
    });
    return Response.json(answer.body, { status: answer.status });
  };
}

describe('the check of the portal', () => {
  it('signs in and reads, at every run', async () => {
    const app = await createTestApp();
    for (let run = 1; run <= 3; run++) {
      expect(await checkPortal(app, portalOf(app))).toMatchObject({
        answeredInMilliseconds: expect.any(Number),
      });
    }
  });

  it('signs in with an address of its own stage, which no one can know and block', async () => {
    const addressOf = async (): Promise<string> => {
      const app = await createTestApp();
      let sent = '';
      await checkPortal(app, async (url, request) => {
        if (url.endsWith('/authenticate')) sent = JSON.stringify(request.body);
        return portalOf(app)(url, request);
      });
      return /success[^\\"]*/.exec(sent)?.[0] ?? '';
    };
    const [one, other] = [await addressOf(), await addressOf()];
    expect(one).toMatch(/^success\+[0-9a-f]{32}@simulator\.amazonses\.com$/);
    expect(other).not.toBe(one);
  });

  it.each([
    ['the page is missing', { '/': () => page(503) }, 'The page was answered with 503.'],
    ['the page names no script', { '/': () => new Response('soon') }, 'The page was answered with 200.'],
    [
      'its script is missing',
      { [SCRIPT]: () => new Response('', { status: 404 }) },
      `The script ${SCRIPT} was answered with 404.`,
    ],
    ['a page comes instead of its script', { [SCRIPT]: () => page() }, `The script ${SCRIPT} was answered`],
  ])('fails when %s', async (_what, files, message) => {
    const app = await createTestApp();
    await expect(checkPortal(app, portalOf(app, files))).rejects.toThrow(message);
  });

  it.each([
    ['the sign-in', '/v1/users/authenticate', 'The sign-in was answered with 503.'],
    ['the read', '/v1/users', 'The read was answered with 503.'],
  ])('fails when %s fails', async (_what, path, message) => {
    const app = await createTestApp();
    const failing = { [path]: () => new Response('', { status: 503 }) };
    await expect(checkPortal(app, portalOf(app, failing))).rejects.toThrow(message);
  });

  it('leaves no session of an earlier run alive', async () => {
    const app = await createTestApp();
    const tokens: string[] = [];
    const portal = portalOf(app);
    const listening: Call = async (url, request) => {
      const { authorization } = (request.headers ?? {}) as Record<string, string>;
      if (authorization !== undefined) tokens.push(authorization);
      return portal(url, request);
    };
    await checkPortal(app, listening);
    await checkPortal(app, listening);
    const read = (authorization: string | undefined) =>
      app.send('GET /v1/users', { headers: { authorization: authorization ?? '' } });
    expect([(await read(tokens[0])).status, (await read(tokens[1])).status]).toEqual([401, 200]);
  });
});
