import { describe, expect, it } from 'vitest';
import { freshClient } from './test-client.ts';

const client = freshClient();

const list = (token: string) => client.call('GET', '/connections', { token });
const remove = (id: string, token: string) => client.call('DELETE', `/connections/${id}`, { token }).status;

const appToken = (scope = 'app.connections') => client.exchange({ grant_type: 'client_credentials', scope });

describe('connections', () => {
  it('hides the connections of another user, who has an authorisation and claims of their own', () => {
    const person = { givenName: 'Ada', surname: 'Lee', email: 'ada@example.com' };
    const code = client.consent('openid profile email accounting.settings', undefined, person);
    const { id_token: identity, access_token: token } = client.exchange({
      grant_type: 'authorization_code',
      code,
    }).json;
    const claims = JSON.parse(Buffer.from(identity.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ given_name: 'Ada', family_name: 'Lee', email: 'ada@example.com' });
    const [connection, ...more] = list(token).json;
    expect(more).toEqual([]);
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
