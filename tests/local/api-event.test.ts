import { describe, expect, it } from 'vitest';
import { apiEvent, createRouter } from '../../scripts/local/api-event.ts';

const route = createRouter([
  'GET /v1/users/{userId}',
  'GET /v1/users/verify',
  'GET /v1/users/{userId}/role',
  'POST /v1/users/{userId}',
]);

describe('routing', () => {
  it('prefers a literal path to one with parameters', () => {
    expect(route('GET', '/v1/users/verify')).toEqual({ key: 'GET /v1/users/verify', params: {} });
    expect(route('GET', '/v1/users/42')).toEqual({ key: 'GET /v1/users/{userId}', params: { userId: '42' } });
  });

  it('decodes parameters and rejects empty ones', () => {
    expect(route('GET', '/v1/users/a%20b/role')?.params).toEqual({ userId: 'a b' });
    expect(route('GET', '/v1/users//role')).toBeNull();
  });

  it('distinguishes methods and the case of paths', () => {
    expect(route('PUT', '/v1/users/42')).toBeNull();
    expect(route('GET', '/v1/Users/verify')).toBeNull();
  });
});

describe('an event', () => {
  const call = { method: 'POST', headers: {}, source: '203.0.113.1', body: Buffer.from('{}') };
  const match = { key: 'POST /v1/users/{userId}', params: { userId: '42' } } as const;

  it('has the shape of API Gateway’s payload 2.0', () => {
    const event = apiEvent({ ...call, url: '/v1/users/42?a=1&b=x&a=2' }, match, 0);
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /v1/users/{userId}',
      rawPath: '/v1/users/42',
      rawQueryString: 'a=1&b=x&a=2',
      queryStringParameters: { a: '1,2', b: 'x' },
      pathParameters: { userId: '42' },
      body: '{}',
      isBase64Encoded: false,
    });
  });

  it('moves cookies out of the headers', () => {
    const event = apiEvent({ ...call, url: '/v1/users/42', headers: { cookie: 'a=1; b=2' } }, match, 0);
    expect(event).toMatchObject({ cookies: ['a=1', 'b=2'], headers: {} });
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it('encodes bytes as base64 and omits an empty body', () => {
    const bytes = { ...call, headers: { 'content-type': 'image/png' }, url: '/v1/users/42' };
    expect(apiEvent(bytes, match, 0)).toMatchObject({ body: 'e30=', isBase64Encoded: true });
    expect(apiEvent({ ...bytes, body: Buffer.alloc(0) }, match, 0)).not.toHaveProperty('body');
  });
});
