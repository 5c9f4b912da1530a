import { beforeEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk, type Json } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk();
});

const list = (token: string, query = '') => desk.call('GET', `/connections${query}`, { token });
const remove = (id: string, token: string) => desk.call('DELETE', `/connections/${id}`, { token }).status;

/** Another user connects the bakery; returns their token. */
function anotherUser(): string {
  const query = new URLSearchParams({
    client_id: desk.core.app.clientId,
    response_type: 'code',
    redirect_uri: desk.core.app.redirectUris[0] ?? '',
    scope: 'openid accounting.settings',
  });
  const { location } = desk.control('POST', 'consent', {
    authoriseUrl: `http://localhost:4001/identity/connect/authorize?${query.toString()}`,
    decision: 'allow',
    organisations: ['Harbour Street Bakery'],
    person: { givenName: 'Ada', surname: 'Hart', email: 'ada@example.com' },
  });
  const code = new URL(location).searchParams.get('code') ?? '';
  return desk.exchange({ grant_type: 'authorization_code', code }).json.access_token;
}

const appToken = (scope = 'app.connections') => desk.exchange({ grant_type: 'client_credentials', scope });

describe('connections', () => {
  it('are filtered by the authorisation event', () => {
    desk.consent('openid accounting.settings', ['Harbour Street Bakery']);
    const every: Json[] = list(desk.token).json;
    expect(every.map((each) => each.tenantName)).toEqual(['Demo Company (AU)', 'Harbour Street Bakery']);
    expect(list(desk.token, `?authEventId=${every[1].authEventId}`).json).toEqual([every[1]]);
  });

  it('are removed once: the second DELETE answers 404', () => {
    const [connection] = list(desk.token).json;
    expect([remove(connection.id, desk.token), remove(connection.id, desk.token)]).toEqual([204, 404]);
    expect(desk.call('GET', '/Organisation').status).toBe(403);
  });

  it('of another user are out of reach', () => {
    const [connection] = list(anotherUser()).json;
    expect(list(desk.token).json).not.toContainEqual(connection);
    expect(remove(connection.id, desk.token)).toBe(404);
  });
});

describe('a token of the app itself', () => {
  it('lists and removes the connections of every user', () => {
    const other = anotherUser();
    const { access_token: token, ...rest } = appToken().json;
    expect(rest).toEqual({ expires_in: 1800, token_type: 'Bearer', scope: 'app.connections' });
    const every: Json[] = list(token).json;
    expect(every.map((each) => each.tenantName)).toEqual(['Demo Company (AU)', 'Harbour Street Bakery']);
    expect(every.map((each) => remove(each.id, token))).toEqual([204, 204]);
    expect(list(other).json).toEqual([]);
  });

  it('reaches no organisation and expires after 30 minutes', () => {
    const { access_token: token } = appToken().json;
    expect(desk.call('GET', '/Organisation', { token }).status).toBe(401);
    desk.clock.advance(30 * 60_000);
    expect(list(token).status).toBe(401);
  });

  it.each(['accounting.settings', 'app.connections accounting.settings', ''])(
    'is not issued for the scope "%s"',
    (scope) => {
      expect(appToken(scope)).toMatchObject({ status: 400, json: { error: 'invalid_scope' } });
    },
  );

  it('is not issued without the client secret', () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'app.connections' });
    expect(desk.call('POST', '/connect/token', { body: body.toString() }).json).toEqual({
      error: 'invalid_client',
    });
  });
});
