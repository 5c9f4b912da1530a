import { describe, expect, it } from 'vitest';
import { type Call, checkPortal } from '../../functions/users/check-portal.ts';
import type { RouteKey } from '../../functions/api/route.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** Returns a portal in front of the app's API. */
function portalOf(app: TestApp): Call {
  return async (url, { method = 'GET', headers, body }) => {
    const { pathname } = new URL(url);
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

  it('fails when the sign-in fails', async () => {
    const app = await createTestApp();
    const portal: Call = async () => new Response('', { status: 503 });
    await expect(checkPortal(app, portal)).rejects.toThrow('The sign-in was answered with 503.');
  });

  it('fails when the read fails', async () => {
    const app = await createTestApp();
    const portal = portalOf(app);
    const broken: Call = (url, request) =>
      url.endsWith('/v1/users') ? Promise.resolve(new Response('', { status: 502 })) : portal(url, request);
    await expect(checkPortal(app, broken)).rejects.toThrow('The read was answered with 502.');
  });

  it('leaves no session of an earlier run alive', async () => {
    const app = await createTestApp();
    const tokens: string[] = [];
    const portal = portalOf(app);
    const listening: Call = async (url, request) => {
      const { authorization } = request.headers as Record<string, string>;
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
