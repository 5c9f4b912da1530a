import { describe, expect, it } from 'vitest';
import { routeClient, routeRequest, type RouteRequest } from '../../functions/client/route-client.ts';

describe('routeRequest', () => {
  it('encodes the parameters of the path and the query', () => {
    const { method, url } = routeRequest('GET /v1/entities/{entityId}/schedules', {
      params: { entityId: 'x/y' },
      query: { IncludeArchived: true, cursor: 'a&b' },
    });
    expect([method, url]).toEqual(['GET', '/v1/entities/x%2Fy/schedules?IncludeArchived=true&cursor=a%26b']);
  });

  it('leaves out query fields without a value', () => {
    const query = { cursor: undefined, query: '' };
    expect(routeRequest('GET /v1/entities', { query }).url).toBe('/v1/entities');
  });

  it('sends a content type with a body only', () => {
    expect(routeRequest('POST /v1/entities', { body: { name: 'Farm' } })).toMatchObject({
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"name":"Farm"}',
    });
    const { headers, body } = routeRequest('GET /v1/entities', { accept: 'text/csv' });
    expect({ headers, body }).toEqual({ headers: { accept: 'text/csv' }, body: null });
  });
});

describe('routeClient', () => {
  const answering = (response: Response) => {
    const requests: RouteRequest[] = [];
    const send = async (request: RouteRequest) => {
      requests.push(request);
      return response;
    };
    return { requests, call: routeClient(send) };
  };

  it('returns the JSON of a success', async () => {
    const { requests, call } = answering(Response.json([{ id: 'e1' }]));
    expect(await call('GET /v1/entities')).toEqual([{ id: 'e1' }]);
    expect(requests.map(({ url }) => url)).toEqual(['/v1/entities']);
  });

  it('returns undefined for an answer without content', async () => {
    const { call } = answering(new Response(null, { status: 204 }));
    expect(await call('DELETE /v1/users/token')).toBeUndefined();
  });

  it('returns the text of a page and the bytes of a file', async () => {
    const page = answering(new Response('<p>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
    expect(await page.call('GET /v1/docs')).toBe('<p>');
    const file = answering(new Response('a,b', { headers: { 'content-type': 'text/csv' } }));
    const params = { entityId: 'e1', scheduleId: 's1' };
    const blob = await file.call('GET /v1/entities/{entityId}/schedules/{scheduleId}/Export', { params });
    expect(await blob.text()).toBe('a,b');
  });

  it('passes on the failure of its transport', async () => {
    const call = routeClient(() => Promise.reject(new Error('refused')));
    await expect(call('GET /v1/users')).rejects.toThrow('refused');
  });
});
