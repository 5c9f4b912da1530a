import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../../functions/access/endpoint.ts';
import { digest } from '../../functions/lib/digest.ts';
import { defineRoutes, LARGE_BODY_LIMIT } from '../../functions/api/route.ts';
import { listOf } from '../../functions/api/wire.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import { createGateway, type Gateway } from '../../scripts/local/gateway.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signUp, signUpInto } from '../support/people.ts';

const rows = defineRoutes({
  'POST /v1/echo': {
    summary: 'Says it again',
    handler: 'none',
    allow: 'anyone',
    body: z.object({ text: z.string('Please provide a text.') }),
    response: z.object({ text: z.string() }),
    refuses: [],
    uses: [],
  },
});

let app: TestApp;
let run: (text: string) => Promise<{ text: string }>;
let gateway: Gateway;

beforeEach(async () => {
  app = await createTestApp();
  run = async (text) => ({ text });
  const handler = endpoint(rows, 'POST /v1/echo', async ({ body }) => run(body.text));
  gateway = createGateway(rows, async () => handler(app));
});

async function post(body: string, path = '/v1/echo', headers: Record<string, string> = {}) {
  const answer = await gateway({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
    source: '203.0.113.9',
  });
  const text = Buffer.from(answer.body).toString('utf8');
  return { ...answer, text, json: JSON.parse(text) as Record<string, unknown> };
}

describe('every route', () => {
  // Evidence for ASVS 4.1
  it('sends a request id and logs it in one line', async () => {
    const { status, headers } = await post('{"text":"hello"}');
    expect(status).toBe(200);
    const id = headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(app.logged).toHaveLength(1);
    expect(app.logged[0]).toMatchObject({ requestId: id, route: 'POST /v1/echo', status: 200 });
  });

  // Evidence for ASVS 14.3
  it('forbids caches to keep an answer, a success or a refusal', async () => {
    const answers = [await post('{"text":"hello"}'), await post('{}')];
    expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
      [200, 'no-store'],
      [400, 'no-store'],
    ]);
  });

  // Evidence for ASVS 15.3
  it('ignores fields that the body does not declare', async () => {
    let given: unknown;
    const handler = endpoint(rows, 'POST /v1/echo', async ({ body }) => {
      given = body;
      return body;
    });
    gateway = createGateway(rows, async () => handler(app));
    expect((await post('{"text":"hello","role":"Owner"}')).status).toBe(200);
    expect(given).toEqual({ text: 'hello' });
  });

  it('says that the time is over before the platform ends the function', async () => {
    run = () => new Promise(() => {});
    const handler = endpoint(rows, 'POST /v1/echo', async ({ body }) => run(body.text))(app);
    const slow = createGateway(rows, async () => (event, lambda) => {
      const end = Date.now() + 100;
      return handler(event, { ...lambda, getRemainingTimeInMillis: () => end - Date.now() });
    });
    const body = Buffer.from('{"text":"hello"}');
    const { status, body: answer } = await slow({
      method: 'POST',
      url: '/v1/echo',
      headers: {},
      body,
      source: '203.0.113.9',
    });
    expect(status).toBe(503);
    expect(Buffer.from(answer).toString()).toContain('This takes longer than expected.');
  });

  // Evidence for ASVS 8.2.3, ASVS 15.3
  it('sends only the fields that the response declares', async () => {
    run = async (text) => Object.assign({ text }, { passwordHash: 'x' });
    expect((await post('{"text":"hello"}')).json).toEqual({ text: 'hello' });
  });

  // Evidence for ASVS 13.4, ASVS 16.5
  it('hides the details of an unexpected failure and logs it with its id', async () => {
    run = async () => {
      throw new Error('secret: the database is at 10.0.0.1');
    };
    const { status, json, text } = await post('{"text":"hello"}');
    expect(status).toBe(500);
    expect(json).toMatchObject({
      title: 'Internal error',
      detail: 'Something went wrong. Please try again later.',
    });
    expect(text).not.toContain('database');
    expect(app.logged[0]).toMatchObject({ level: 'ERROR', requestId: json['requestId'] });
    expect(JSON.stringify(app.logged[0])).toContain('the database is at');
  });

  it('sends the code and text of a refusal of each kind', async () => {
    run = async () => {
      throw new Refusal('conflict', 'thing/taken', 'That is taken.', { text: ['That is taken.'] });
    };
    const { status, json, headers } = await post('{"text":"hello"}');
    expect(status).toBe(409);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(json).toMatchObject({
      title: 'Conflict',
      status: 409,
      detail: 'That is taken.',
      code: 'thing/taken',
      errors: { text: ['That is taken.'] },
    });
  });

  // Evidence for ASVS 16.5
  it('separates a vendor’s failure from the caller’s mistakes', async () => {
    run = async () => {
      throw new VendorFailure('Stripe', 502, 'Stripe said no.');
    };
    const { status, json } = await post('{"text":"hello"}');
    expect([status, json['title'], json['detail']]).toEqual([502, 'Stripe', 'Stripe said no.']);
  });

  it.each([
    ['unauthorised', 409, 'Xero'],
    ['forbidden', 409, 'Xero-Permission'],
    ['unscoped', 409, 'Xero-Scope'],
    ['refused', 409, 'Xero-Api'],
    ['throttled', 503, 'Xero'],
    ['unavailable', 503, 'Xero'],
  ] as const)(
    'answers %s of Xero with %i, and logs an error for failures alone',
    async (kind, wanted, title) => {
      run = async () => {
        throw new XeroError(kind);
      };
      const { status, json } = await post('{"text":"hello"}');
      expect([status, json['title'], json['detail']]).toEqual([wanted, title, new XeroError(kind).message]);
      expect(app.logged.map(({ message }) => message)).toEqual([wanted < 500 ? 'request' : 'request failed']);
    },
  );

  // Evidence for ASVS 1.3, ASVS 2.2
  it('names the missing field, or the body when all of it is missing', async () => {
    const { status, json } = await post('');
    expect(status).toBe(400);
    expect(json).toMatchObject({ title: 'Error-Validation', errors: { text: ['Please provide a text.'] } });
  });

  // Evidence for ASVS 16.2
  it('logs a refusal with its code and network, and with the caller where there is one', async () => {
    await post('{');
    expect(app.logged.at(-1)).toMatchObject({
      status: 400,
      code: 'request/not-json',
      source: '203.0.113.0/24',
    });
    const { token: as, userId, tenantId } = await signUpInto(app, await signUp(app), 'Guest');
    await app.call('POST /v1/entities', { as, body: { name: 'X' }, source: '2001:db8:1:2:3::4' });
    expect(app.logged.at(-1)).toMatchObject({
      status: 403,
      code: 'role/too-low',
      userId,
      tenantId,
      source: '2001:db8:1::/48',
    });
  });

  it('omits the address from the log line of a successful request', async () => {
    await post('{"text":"hello"}');
    expect(app.logged.at(-1)).not.toHaveProperty('source');
  });

  // Evidence for ASVS 16.2
  it('never logs a token or a password', async () => {
    app.log.info('signed in', { token: 'abc', nested: { newPassword: 'def', refreshToken: 'ghi' } });
    expect(JSON.stringify(app.logged)).not.toMatch(/abc|def|ghi/);
  });
});

describe('a request that is too large', () => {
  const body = (bytes: number): string => JSON.stringify({ text: 'x'.repeat(bytes) });

  it('refuses a body above 256 KB before it authenticates the caller', async () => {
    const own = defineRoutes({
      'POST /v1/echo': { ...rows['POST /v1/echo'], allow: 'Guest', uses: ['table:read'] },
    });
    const handler = endpoint(own, 'POST /v1/echo', async () => ({ text: '' }));
    gateway = createGateway(own, async () => handler(app));
    const { status, json } = await post(body(256 * 1024));
    expect([status, json['code']]).toEqual([413, 'request/too-large']);
    expect(json['detail']).toBe('The request is too large. Please send at most 256 KB.');
    expect((await post(body(255 * 1024))).status).toBe(401);
  });

  it('refuses a body above 1 MB on a row with long lists', async () => {
    const large = defineRoutes({
      'POST /v1/echo': { ...rows['POST /v1/echo'], bodyLimit: LARGE_BODY_LIMIT },
    });
    const handler = endpoint(large, 'POST /v1/echo', async () => ({ text: '' }));
    gateway = createGateway(large, async () => handler(app));
    expect((await post(body(1023 * 1024))).status).toBe(200);
    expect((await post(body(1024 * 1024))).status).toBe(413);
  });

  it('counts the size of a body in bytes, not in characters', async () => {
    expect((await post(JSON.stringify({ text: '名'.repeat(100 * 1024) }))).status).toBe(413);
  });
});

describe('a request with many mistakes', () => {
  const Line = z.object({ amount: z.number('Please provide an amount.') });
  const lists = defineRoutes({
    'POST /v1/echo': {
      ...rows['POST /v1/echo'],
      body: z.object({
        many: listOf(Line, {
          missing: 'Please provide lines.',
          most: 100,
          tooMany: 'Please use at most 100 lines.',
        }),
      }),
      response: z.object({ text: z.string() }),
    },
  });

  beforeEach(() => {
    const handler = endpoint(lists, 'POST /v1/echo', async ({ body }) => ({
      text: String(body.many.length),
    }));
    gateway = createGateway(lists, async () => handler(app));
  });

  // Evidence for ASVS 2.2
  it('names at most 50 mistakes', async () => {
    const { status, json } = await post(JSON.stringify({ many: Array.from({ length: 100 }, () => ({})) }));
    expect(status).toBe(400);
    expect(Object.keys(json['errors'] ?? {})).toHaveLength(50);
  });

  it('names only the length of a list that is too long', async () => {
    const { json } = await post(JSON.stringify({ many: Array.from({ length: 101 }, () => ({})) }));
    expect(json['errors']).toEqual({ many: ['Please use at most 100 lines.'] });
  });

  it('names a list that is missing', async () => {
    expect((await post('{}')).json['errors']).toEqual({ many: ['Please provide lines.'] });
    const right = await post(JSON.stringify({ many: Array.from({ length: 100 }, () => ({ amount: 1 })) }));
    expect(right.json).toEqual({ text: '100' });
  });
});

describe('a source with too many calls', () => {
  it('refuses a throttled source before it parses the request, without an error in the log that raises an alarm', async () => {
    const throttled = defineRoutes({
      'POST /v1/echo': { ...rows['POST /v1/echo'], throttle: 'register', uses: ['table:write'] },
    });
    const handler = endpoint(throttled, 'POST /v1/echo', async ({ body }) => run(body.text));
    gateway = createGateway(throttled, async () => handler(app));
    for (let count = 0; count < 60; count++) expect((await post('{"text":')).status).toBe(400);
    expect((await post('{"text":')).status).toBe(429);
    expect(app.logged.at(-1)).toMatchObject({ level: 'INFO', status: 429, code: 'request/too-often' });
  });
});

describe('the gateway', () => {
  it('answers an unknown route as API Gateway does', async () => {
    const { status, json } = await post('{}', '/v1/nothing');
    expect([status, json]).toEqual([404, { message: 'Not Found' }]);
  });

  it('refuses a body above production’s limits without running a handler', async () => {
    const { status } = await post(JSON.stringify({ text: 'x'.repeat(7 * 1024 * 1024) }));
    expect(status).toBe(413);
    expect(app.logged).toEqual([]);
  });

  // Evidence for ASVS 13.2
  it('refuses a request that bypasses the distribution', async () => {
    const behind = { ...app, originSecretDigest: digest('open sesame') };
    const handler = endpoint(rows, 'POST /v1/echo', async ({ body }) => run(body.text));
    gateway = createGateway(rows, async () => handler(behind));
    const sent = async (headers: Record<string, string>) =>
      (await post('{"text":"a"}', '/v1/echo', headers)).status;
    expect(await sent({})).toBe(403);
    expect(await sent({ 'x-origin-secret': digest('open sesame') })).toBe(403);
    expect(await sent({ 'x-origin-secret': 'open sesame' })).toBe(200);
  });

  it('accepts either of two origin secrets during a renewal, and no other', async () => {
    const digests = [digest('new'), digest('earlier')];
    const behind = { ...app, originSecretDigest: digests.join(',') };
    const handler = endpoint(rows, 'POST /v1/echo', async ({ body }) => run(body.text));
    gateway = createGateway(rows, async () => handler(behind));
    const sent = async (secret: string) =>
      (await post('{"text":"a"}', '/v1/echo', { 'x-origin-secret': secret })).status;
    expect([await sent('new'), await sent('earlier')]).toEqual([200, 200]);
    const refused = ['', 'other', 'new,earlier', ...digests, digests.join(',')];
    for (const secret of refused) expect(await sent(secret)).toBe(403);
  });
});
