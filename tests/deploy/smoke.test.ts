import { describe, expect, it } from 'vitest';
import { securityHeaders } from '../../infra/security-headers.ts';
import { smoke, type Call } from '../../scripts/deploy/smoke.ts';

const ORIGIN = 'https://app.example';
const API = 'api-origin.example';
const DOOR = { host: API, asksForCertificate: false };

/** Serves a healthy portal, except for the answers of `broken`. */
function portal(broken: Readonly<Record<string, () => Response>> = {}): Call {
  const answer = (body: string, status: number, type: string): Response =>
    new Response(body, { status, headers: { ...securityHeaders, 'content-type': type } });
  const page = (): Response => answer('<!doctype html>', 200, 'text/html; charset=utf-8');
  const answers: Record<string, () => Response> = {
    [`${ORIGIN}/`]: page,
    [`${ORIGIN}/organisations/users`]: page,
    [`${ORIGIN}/v1/openapi.json`]: () => answer('{"openapi":"3.1.0"}', 200, 'application/json'),
    [`${ORIGIN}/v1/entities`]: () => answer('{"status":401}', 401, 'application/problem+json'),
    [`${ORIGIN}/v1/nothing`]: () => answer('{"message":"Not Found"}', 404, 'application/json'),
    [`https://${API}/v1/openapi.json`]: () =>
      new Response('{"status":403}', {
        status: 403,
        headers: { 'content-type': 'application/problem+json' },
      }),
    ...broken,
  };
  return async (url) => {
    const found = answers[url];
    if (!found) throw new Error(`No server answers at ${url}`);
    return found();
  };
}

const html = (): Response =>
  new Response('<!doctype html>', { headers: { ...securityHeaders, 'content-type': 'text/html' } });

describe('the smoke test of a deployed portal', () => {
  it('reports nothing for a healthy portal', async () => {
    expect(await smoke(ORIGIN, DOOR, portal())).toEqual([]);
  });

  it('reports an API that answers without the origin secret', async () => {
    const open = { [`https://${API}/v1/openapi.json`]: () => new Response('{"openapi":"3.1.0"}') };
    expect(await smoke(ORIGIN, DOOR, portal(open))).toEqual([
      'the way around the portal: 200 instead of 403',
    ]);
  });

  it('expects no answer at all where the API asks for a certificate', async () => {
    const door = { host: API, asksForCertificate: true };
    const closed: Call = async (url, options) => {
      if (url.includes(API)) throw new TypeError('fetch failed');
      return portal()(url, options);
    };
    expect(await smoke(ORIGIN, door, closed)).toEqual([]);
    expect(await smoke(ORIGIN, door, portal())).toEqual([
      'the way around the portal: 403 although it asks for a certificate',
    ]);
  });

  it('reports an API response that was replaced by a page', async () => {
    const replaced = { [`${ORIGIN}/v1/nothing`]: html };
    expect(await smoke(ORIGIN, DOOR, portal(replaced))).toEqual([
      'a call that there is none of: 200 instead of 404',
    ]);
  });

  it('reports a missing header', async () => {
    const { 'content-security-policy': _policy, ...others } = securityHeaders;
    const bare = (): Response =>
      new Response('<!doctype html>', { headers: { ...others, 'content-type': 'text/html' } });
    expect(await smoke(ORIGIN, DOOR, portal({ [`${ORIGIN}/`]: bare }))).toEqual([
      'the portal: content-security-policy is not as agreed',
    ]);
  });

  it('waits for a name that resolvers do not know yet', async () => {
    const known = portal();
    let calls = 0;
    const late: Call = (url, options) =>
      ++calls <= 12 ? Promise.reject(new Error('getaddrinfo ENOTFOUND')) : known(url, options);
    expect(await smoke(ORIGIN, DOOR, late, async () => {})).toEqual([]);
  });

  it('names an address that does not respond', async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const [finding, ...others] = await smoke('https://elsewhere.example', null, portal(), wait);
    expect(waits.reduce((sum, one) => sum + one, 0) / 5).toBeGreaterThan(4 * 60_000);
    expect(finding).toMatch(/^the portal: Error: No server answers/);
    expect(others).toHaveLength(4);
  });
});
