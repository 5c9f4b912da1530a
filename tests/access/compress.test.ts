import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';

describe('an answer of the API', () => {
  it('comes compressed to callers that accept it', async () => {
    const app = await createTestApp();
    const plain = await app.send('GET /v1/docs');
    const { headers, body } = await app.send('GET /v1/docs', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const bytes = body as Buffer;
    expect(gunzipSync(bytes)).toEqual(plain.body);
    expect(bytes.length).toBeLessThan((plain.body as Buffer).length / 2);
  });

  it('comes as it is when it is short', async () => {
    const app = await createTestApp();
    const { headers } = await app.send('GET /v1/users', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers).not.toHaveProperty('content-encoding');
  });
});
