import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { apiRequest, edgeCode, pageRequest, type ViewerEvent } from '../../infra/viewer-requests.ts';

/** Runs the deployed source text alone, as the edge does. */
function atTheEdge(
  code: string,
  uri: string,
  headers: Record<string, { value: string }> = {},
): ViewerEvent['request'] {
  const event = { request: { uri, headers }, viewer: { ip: '203.0.113.9' } };
  const context = createContext({ event });
  runInContext(`${code}\nresult = handler(event);`, context);
  return context['result'] as ViewerEvent['request'];
}

describe('a request for a page', () => {
  it.each(['/', '/login', '/entity/6b1f', '/entity/6b1f/', '/settings/billing_subscription'])(
    'gets the application’s page at %s',
    (uri) => {
      expect(atTheEdge(edgeCode(pageRequest), uri).uri).toBe('/index.html');
    },
  );

  it.each(['/help.js', '/assets/app-1A2B3C4D.js', '/favicon.svg', '/v1.2/file.txt'])(
    'gets the file %s',
    (uri) => {
      expect(atTheEdge(edgeCode(pageRequest), uri).uri).toBe(uri);
    },
  );

  it('treats a dot in a folder as part of a page address', () => {
    expect(atTheEdge(edgeCode(pageRequest), '/a.b/c').uri).toBe('/index.html');
  });
});

describe('a request to the API', () => {
  it('carries the caller’s address and drops forged ones', () => {
    const claimed = { 'x-viewer-address': { value: '10.0.0.1' } };
    const { headers, uri } = atTheEdge(edgeCode(apiRequest), '/v1/entities', claimed);
    expect(headers['x-viewer-address']).toEqual({ value: '203.0.113.9' });
    expect(uri).toBe('/v1/entities');
  });
});
