import { beforeEach, describe, expect, it } from 'vitest';
import { openClient, type TestClient, type Json } from './test-client.ts';

let client: TestClient;

beforeEach(() => {
  client = openClient();
});

const list = (token: string, query = '') => client.call('GET', `/connections${query}`, { token });
const remove = (id: string, token: string) => client.call('DELETE', `/connections/${id}`, { token }).status;

/** Connects the bakery as another user and returns the token. */
function anotherUser(): string {
  const query = new URLSearchParams({
    client_id: client.core.app.clientId,
    response_type: 'code',
    redirect_uri: client.core.app.redirectUris[0] ?? '',
    scope: 'openid accounting.settings',
  });
  const { location } = client.control('POST', 'consent', {
    authoriseUrl: `http://localhost:4001/identity/connect/authorize?${query.toString()}`,
    decision: 'allow',
    organisations: ['Harbour Street Bakery'],
    person: { givenName: 'Ada', surname: 'Hart', email: 'ada@example.com' },
  });
  const code = new URL(location).searchParams.get('code') ?? '';
  return client.exchange({ grant_type: 'authorization_code', code }).json.access_token;
}

const appToken = (scope = 'app.connections') => client.exchange({ grant_type: 'client_credentials', scope });

describe('connections', () => {
  it('filters connections by the authorisation event', () => {
    client.consent('openid accounting.settings', ['Harbour Street Bakery']);
    const every: Json[] = list(client.token).json;
    expect(every.map((each) => each.tenantName)).toEqual(['Demo Company (AU)', 'Harbour Street Bakery']);
    expect(list(client.token, `?authEventId=${every[1].authEventId}`).json).toEqual([every[1]]);
  });

  it('hides the connections of another user', () => {
    const [connection] = list(anotherUser()).json;
    expect(list(client.token).json).not.toContainEqual(connection);
    expect(remove(connection.id, client.token)).toBe(404);
  });
});

describe('a token of the app itself', () => {
  it('refuses an app token for organisations and after 30 minutes', () => {
    const { access_token: token } = appToken().json;
    expect(client.call('GET', '/Organisation', { token }).status).toBe(401);
    client.clock.advance(30 * 60_000);
    expect(list(token).status).toBe(401);
  });

  it.each(['accounting.settings', 'app.connections accounting.settings', ''])(
    'refuses an app token with the scope "%s"',
    (scope) => {
      expect(appToken(scope)).toMatchObject({ status: 400, json: { error: 'invalid_scope' } });
    },
  );

  it('refuses an app token without the client secret', () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'app.connections' });
    expect(client.call('POST', '/connect/token', { body: body.toString() }).json).toEqual({
      error: 'invalid_client',
    });
  });
});
