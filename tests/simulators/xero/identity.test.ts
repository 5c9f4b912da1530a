import { describe, expect, it } from 'vitest';
import { readConsentRequest } from '../../../scripts/simulators/xero/core/consent.ts';
import { freshClient, spend, type Json } from './test-client.ts';

const client = freshClient();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function authoriseUrl(changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    client_id: client.core.app.clientId,
    response_type: 'code',
    redirect_uri: client.core.app.redirectUris[0] ?? '',
    scope: 'openid accounting.settings',
    state: 's-1',
    ...changes,
  });
  return `http://localhost:4001/identity/connect/authorize?${query.toString()}`;
}

const allow = (changes: Readonly<Record<string, string>> = {}, more: Json = {}) =>
  client.control('POST', 'consent', { authoriseUrl: authoriseUrl(changes), decision: 'allow', ...more });

describe('a consent', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a broad scope', { scope: 'openid accounting.transactions' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'accounting.everything' }, 'invalid_scope'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['an unknown app', { client_id: 'unknown' }, 'unauthorized_client'],
    [
      'an address that is not registered',
      { redirect_uri: 'http://localhost:4000/elsewhere' },
      'unauthorized_client',
    ],
    ['an implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ])('refuses a consent request with %s', (_, changes, error) => {
    expect(allow(changes)).toMatchObject({ error });
  });

  it.each([
    ['http://localhost:4000/xero/authorise', true],
    ['https://paydown.example/xero/authorise', true],
    ['http://127.0.0.1:4000/xero/authorise', false],
    ['http://paydown.example/xero/authorise', false],
  ])('accepts the redirect address %s: %s', (redirectUri, possible) => {
    const app = { ...client.core.app, redirectUris: [redirectUri] };
    const query = new URL(authoriseUrl({ redirect_uri: redirectUri })).searchParams;
    expect('redirectUri' in readConsentRequest(app, query)).toBe(possible);
  });

  it('renews the connection under the new event on a second consent', () => {
    const connections = () => [...client.core.state.records.connections.values()];
    const [before] = connections();
    client.clock.advance(MINUTE);
    allow();
    const [after, ...more] = connections();
    expect(more).toEqual([]);
    expect(after).toMatchObject({
      id: before?.id,
      createdAt: before?.createdAt,
      updatedAt: client.clock.now(),
    });
    expect(after?.authEventId).not.toBe(before?.authEventId);
  });
});

const redeem = (code: string, more: Record<string, string> = {}) =>
  client.exchange({ grant_type: 'authorization_code', code, ...more });

const refresh = (token: string) => client.exchange({ grant_type: 'refresh_token', refresh_token: token });

describe('a code', () => {
  it('accepts a code for five minutes', () => {
    const [early, late] = [
      client.consent('openid accounting.settings'),
      client.consent('openid accounting.settings'),
    ];
    client.clock.advance(5 * MINUTE - 1);
    expect(redeem(early).status).toBe(200);
    client.clock.advance(1);
    expect(redeem(late)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  it('refuses a code with another redirect address or another client secret', () => {
    const code = client.consent('openid accounting.settings');
    const redirectUri = client.core.app.redirectUris[1] ?? '';
    expect(redeem(code, { redirect_uri: redirectUri }).json).toEqual({ error: 'invalid_grant' });
    expect(redeem(code, { client_secret: 'guessed' }).json).toEqual({ error: 'invalid_client' });
    expect(redeem(code).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('accepts a refresh token for 60 days', () => {
    const { json } = refresh(client.refreshToken);
    client.clock.advance(60 * DAY - 1);
    expect(refresh(json.refresh_token).status).toBe(200);
    expect(refresh(client.refreshToken).status).toBe(400);
  });
});

describe('an access token', () => {
  it('refuses an unknown access token, and any token for an unconnected organisation', () => {
    expect(client.call('GET', '/Organisation', { token: 'guessed' }).status).toBe(401);
    const [, other = ''] = client.core.state.records.organisations.keys();
    expect(client.call('GET', '/Organisation', { tenantId: other })).toMatchObject({
      status: 403,
      json: { Title: 'Forbidden', Detail: 'AuthenticationUnsuccessful' },
    });
    expect(client.call('GET', '/Organisation', { tenantId: '' }).status).toBe(403);
  });

  it('refuses calls outside the scopes of the token', () => {
    const code = client.consent('accounting.settings accounting.banktransactions.read');
    const token = client.exchange({ grant_type: 'authorization_code', code }).json.access_token;
    expect(client.call('GET', '/Accounts', { token }).status).toBe(200);
    expect(client.call('GET', '/BankTransactions', { token }).status).toBe(200);
    expect(client.call('PUT', '/BankTransactions', { token, body: spend(client) })).toMatchObject({
      status: 401,
      json: { Detail: 'AuthorizationUnsuccessful' },
    });
    expect(client.call('GET', '/ManualJournals', { token }).status).toBe(401);
  });
});
