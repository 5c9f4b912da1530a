import { beforeEach, describe, expect, it } from 'vitest';
import { readConsentRequest } from '../../../scripts/simulators/xero/core/consent.ts';
import { openDesk, spend, type Desk, type Json } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk();
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function authoriseUrl(changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    client_id: desk.core.app.clientId,
    response_type: 'code',
    redirect_uri: desk.core.app.redirectUris[0] ?? '',
    scope: 'openid accounting.settings',
    state: 's-1',
    ...changes,
  });
  return `http://localhost:4001/identity/connect/authorize?${query.toString()}`;
}

const allow = (changes: Readonly<Record<string, string>> = {}, more: Json = {}) =>
  desk.control('POST', 'consent', { authoriseUrl: authoriseUrl(changes), decision: 'allow', ...more });

describe('a consent', () => {
  it('sends the code and the state to the app', () => {
    const location = new URL(allow().location);
    expect(location.origin + location.pathname).toBe('http://localhost:4000/xero/authorise');
    expect(location.searchParams.get('state')).toBe('s-1');
    expect(location.searchParams.get('code')).toMatch(/^[\da-f]{48}$/);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a broad scope', { scope: 'openid accounting.transactions' }, 'invalid_scope'],
    ['a scope nobody knows', { scope: 'accounting.everything' }, 'invalid_scope'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['an unknown app', { client_id: 'somebody' }, 'unauthorized_client'],
    [
      'an address that is not registered',
      { redirect_uri: 'http://localhost:4000/elsewhere' },
      'unauthorized_client',
    ],
    ['an implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ])('is not even asked for with %s', (_, changes, error) => {
    expect(allow(changes)).toMatchObject({ error });
  });

  it.each([
    ['http://localhost:4000/xero/authorise', true],
    ['https://paydown.example/xero/authorise', true],
    ['http://127.0.0.1:4000/xero/authorise', false],
    ['http://paydown.example/xero/authorise', false],
  ])('that comes back to %s is possible: %s', (redirectUri, possible) => {
    const app = { ...desk.core.app, redirectUris: [redirectUri] };
    const query = new URL(authoriseUrl({ redirect_uri: redirectUri })).searchParams;
    expect('redirectUri' in readConsentRequest(app, query)).toBe(possible);
  });

  it('needs an organisation that exists', () => {
    expect(allow({}, { organisations: ['Nobody'] })).toEqual({
      message: 'No such organisation among Nobody',
    });
    expect(allow({}, { organisations: [] })).toEqual({ message: 'No organisation was chosen' });
  });

  it('given again renews the connection, under the new event', () => {
    const connections = () => [...desk.core.state.records.connections.values()];
    const [before] = connections();
    desk.clock.advance(MINUTE);
    allow();
    const [after, ...more] = connections();
    expect(more).toEqual([]);
    expect(after).toMatchObject({
      id: before?.id,
      createdAt: before?.createdAt,
      updatedAt: desk.clock.now(),
    });
    expect(after?.authEventId).not.toBe(before?.authEventId);
  });

  it('by another person is another authorisation', () => {
    const person = { givenName: 'Ada', surname: 'Lee', email: 'ada@example.com' };
    const { location } = allow({ scope: 'openid profile email accounting.settings' }, { person });
    const code = new URL(location).searchParams.get('code') ?? '';
    const { json } = desk.exchange({ grant_type: 'authorization_code', code });
    const claims = JSON.parse(Buffer.from(json.id_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ given_name: 'Ada', family_name: 'Lee', email: 'ada@example.com' });
    expect(desk.core.state.records.connections.size).toBe(2);
  });
});

const redeem = (code: string, more: Record<string, string> = {}) =>
  desk.exchange({ grant_type: 'authorization_code', code, ...more });

const refresh = (token: string) => desk.exchange({ grant_type: 'refresh_token', refresh_token: token });

describe('a code', () => {
  it('is good for five minutes', () => {
    const [early, late] = [
      desk.consent('openid accounting.settings'),
      desk.consent('openid accounting.settings'),
    ];
    desk.clock.advance(5 * MINUTE - 1);
    expect(redeem(early).status).toBe(200);
    desk.clock.advance(1);
    expect(redeem(late)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  it('is good once', () => {
    const code = desk.consent('openid accounting.settings');
    expect(redeem(code).status).toBe(200);
    expect(redeem(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  it('is good only for the address it was sent to, and for the app that has the secret', () => {
    const code = desk.consent('openid accounting.settings');
    const redirectUri = desk.core.app.redirectUris[1] ?? '';
    expect(redeem(code, { redirect_uri: redirectUri }).json).toEqual({ error: 'invalid_grant' });
    expect(redeem(code, { client_secret: 'guessed' }).json).toEqual({ error: 'invalid_client' });
    expect(redeem(code).status).toBe(200);
  });

  it('gives a refresh token only for offline access', () => {
    expect(redeem(desk.consent('openid accounting.settings')).json.refresh_token).toBeUndefined();
    expect(redeem(desk.consent('accounting.settings offline_access')).json).toMatchObject({
      refresh_token: expect.any(String),
      expires_in: 1800,
      token_type: 'Bearer',
    });
  });
});

describe('a refresh token', () => {
  it('that was exchanged works for 30 minutes more, counted from the first exchange', () => {
    refresh(desk.refreshToken);
    desk.clock.advance(20 * MINUTE);
    expect(refresh(desk.refreshToken).status).toBe(200);
    desk.clock.advance(10 * MINUTE - 1);
    expect(refresh(desk.refreshToken).status).toBe(200);
    desk.clock.advance(1);
    expect(refresh(desk.refreshToken)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  it('is good for 60 days', () => {
    const { json } = refresh(desk.refreshToken);
    desk.clock.advance(60 * DAY - 1);
    expect(refresh(json.refresh_token).status).toBe(200);
    expect(refresh(desk.refreshToken).status).toBe(400);
  });
});

describe('an access token', () => {
  it('names the event of its consent, as the connection does', () => {
    const claims = JSON.parse(Buffer.from(desk.token.split('.')[1] ?? '', 'base64url').toString());
    const [connection] = desk.core.state.records.connections.values();
    expect(claims.authentication_event_id).toBe(connection?.authEventId);
  });

  it('is refused with Xero’s body when it is expired', () => {
    desk.clock.advance(30 * MINUTE);
    expect(desk.call('GET', '/Organisation')).toMatchObject({
      status: 401,
      json: {
        Type: null,
        Title: 'Unauthorized',
        Status: 401,
        Detail: 'TokenExpired: token expired at 2025-06-01T00:30:00.000Z',
        Instance: expect.any(String),
        Extensions: {},
      },
    });
  });

  it('is refused when nobody knows it, and for an organisation it does not reach', () => {
    expect(desk.call('GET', '/Organisation', { token: 'guessed' }).status).toBe(401);
    const [, other = ''] = desk.core.state.records.organisations.keys();
    expect(desk.call('GET', '/Organisation', { tenantId: other })).toMatchObject({
      status: 403,
      json: { Title: 'Forbidden', Detail: 'AuthenticationUnsuccessful' },
    });
    expect(desk.call('GET', '/Organisation', { tenantId: '' }).status).toBe(403);
  });

  it('does only what its scopes allow', () => {
    const code = desk.consent('accounting.settings accounting.banktransactions.read');
    const token = desk.exchange({ grant_type: 'authorization_code', code }).json.access_token;
    expect(desk.call('GET', '/Accounts', { token }).status).toBe(200);
    expect(desk.call('GET', '/BankTransactions', { token }).status).toBe(200);
    expect(desk.call('PUT', '/BankTransactions', { token, body: spend(desk) })).toMatchObject({
      status: 401,
      json: { Detail: 'AuthorizationUnsuccessful' },
    });
    expect(desk.call('GET', '/ManualJournals', { token }).status).toBe(401);
  });
});
