import { parseSetCookie } from 'cookie';
import { beforeEach, describe, expect, it } from 'vitest';
import { anonymousBrowser, consentCookie } from '../../functions/connections/begun-by.ts';
import { type Person, signUp, signUpInto } from '../support/people.ts';
import { authorise, BAKERY, DEMO, KAURI, linkTo, startWork, type XeroApp } from '../support/xero.ts';

const begin = 'POST /v1/connections/xero';
const finish = 'GET /v1/connections/xero';
const link = 'POST /v1/entities/{entityId}/xero/tenant';

let app: XeroApp;
let owner: Person;
let entityId: string;

beforeEach(async () => {
  ({ app, owner, entityId } = await startWork());
});

describe('authorising an entity', () => {
  it('leads to Xero and back with the organisations that were chosen', async () => {
    const query = await authorise(app, owner, entityId, [DEMO, BAKERY]);
    const { status, body } = await app.call(finish, { as: owner.token, query });
    expect(status).toBe(200);
    expect(body.redirectPath).toBe(`/entity/${entityId}/authorise`);
    expect(body.data).toEqual([
      { id: app.books(DEMO).tenantId, name: DEMO, currency: 'AUD' },
      { id: app.books(BAKERY).tenantId, name: BAKERY, currency: 'AUD' },
    ]);
  });

  it('names the currencies of several organisations, and none that Xero does not answer for', async () => {
    const finished = async () => {
      const query = await authorise(app, owner, entityId, [DEMO, KAURI]);
      const { body } = await app.call(finish, { as: owner.token, query });
      return Array.isArray(body.data) ? body.data.map(({ currency }) => currency) : [];
    };
    expect(await finished()).toEqual(['AUD', 'NZD']);
    app.control('POST', 'faults', {
      rules: [{ path: '/api.xro/2.0/Organisation', kind: 'status', status: 503 }],
    });
    expect(await finished()).toEqual([null, null]);
  });

  it('says which organisations another entity is linked to, and names only entities of the caller', async () => {
    await linkTo(app, owner, entityId, BAKERY);
    const seenBy = async (person: Person) => {
      const { body } = await app.call('POST /v1/entities', { as: person.token, body: { name: 'Second' } });
      const query = await authorise(app, person, body.id, [DEMO, BAKERY]);
      const finished = await app.call(finish, { as: person.token, query });
      return Array.isArray(finished.body.data)
        ? new Map(finished.body.data.map(({ name, linkedTo: entity }) => [name, entity]))
        : null;
    };
    expect(await seenBy(owner)).toEqual(
      new Map([
        [DEMO, undefined],
        [BAKERY, 'Harbour Works'],
      ]),
    );
    expect(await seenBy(await signUp(app))).toEqual(
      new Map([
        [DEMO, undefined],
        [BAKERY, null],
      ]),
    );
  });

  // Evidence for ASVS 10.2
  it('takes a state once', async () => {
    const query = await authorise(app, owner, entityId);
    await app.call(finish, { as: owner.token, query });
    const again = await app.call(finish, { as: owner.token, query });
    expect([again.status, again.body.code]).toEqual([400, 'connection/state']);
  });

  // Evidence for ASVS 10.2
  it('refuses the state of another session, and leaves it to its own', async () => {
    const colleague = await signUpInto(app, owner, 'Admin');
    const stranger = await signUp(app);
    const query = await authorise(app, owner, entityId);
    expect((await app.call(finish, { as: colleague.token, query })).status).toBe(400);
    expect((await app.call(finish, { as: stranger.token, query })).status).toBe(404);
    expect((await app.call(finish, { query })).status).toBe(401);
    expect((await app.call(finish, { as: owner.token, query })).status).toBe(200);
  });

  // Evidence for ASVS 10.2
  it('forgets a state after ten minutes', async () => {
    const query = await authorise(app, owner, entityId);
    app.clock.advance(10 * 60_000);
    expect((await app.call(finish, { as: owner.token, query })).body.code).toBe('connection/state');
  });

  // Evidence for ASVS 16.5
  it('refuses a code that Xero does not know, without an error in the log that raises an alarm', async () => {
    const query = await authorise(app, owner, entityId);
    app.clock.advance(6 * 60_000);
    const { status } = await app.call(finish, { as: owner.token, query });
    expect(status).toBe(400);
    expect(app.logged.filter(({ level }) => level === 'ERROR')).toEqual([]);
  });

  // Evidence for ASVS 3.5, ASVS 10.2
  it('refuses a code of another consent, which would bind a stranger’s tokens to the entity', async () => {
    const stranger = await signUp(app);
    const created = await app.call('POST /v1/entities', { as: stranger.token, body: { name: 'Theirs' } });
    const { code } = await authorise(app, stranger, created.body.id);
    const { state } = await authorise(app, owner, entityId);
    const { status } = await app.call(finish, { as: owner.token, query: { code, state } });
    expect(status).toBe(400);
    expect(app.stored().filter(({ pk }) => pk.startsWith('XA#'))).toEqual([]);
  });

  it('needs a member, of that entity’s organisation', async () => {
    const body = { connectionType: 'entity', redirectPath: '/', entityId } as const;
    const guest = await signUpInto(app, owner, 'Guest');
    const stranger = await signUp(app);
    expect((await app.call(begin, { body })).status).toBe(401);
    expect((await app.call(begin, { as: stranger.token, body })).status).toBe(404);
    expect((await app.call(begin, { as: guest.token, body })).status).toBe(403);
  });

  // Evidence for ASVS 3.7
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'entity', '', '/a b'])(
    'refuses to send a browser back to %j',
    async (redirectPath) => {
      const request = { connectionType: 'entity', redirectPath, entityId } as const;
      const { status, body } = await app.call(begin, { as: owner.token, body: request });
      expect(status).toBe(400);
      expect(Object.keys(body.errors ?? {})).toEqual(['redirectPath']);
    },
  );

  // Evidence for Xero encryption
  it('keeps tokens sealed', async () => {
    const query = await authorise(app, owner, entityId);
    await app.call(finish, { as: owner.token, query });
    const stored = JSON.stringify(app.stored());
    const tokens = app.requests().filter(({ path }) => path === '/connect/token');
    expect(tokens).toHaveLength(1);
    expect(stored).not.toMatch(/eyJ[\w-]+\.|[Aa]ccess_?[Tt]oken|[Rr]efresh_?[Tt]oken/);
  });
});

describe('signing up with Xero', () => {
  const body = { connectionType: 'signup', redirectPath: '/register' } as const;

  it('tells who is signing up, to the browser that began it', async () => {
    const begun = await app.call(begin, { body });
    const back = app.consent(begun.body.url, 'allow');
    const query = { code: back.get('code') ?? '', state: back.get('state') ?? '' };
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const foreign = await app.call(finish, { query });
    expect(foreign.body.code).toBe('connection/state');
    const finished = await app.call(finish, { query, headers: { cookie } });
    expect(finished.status).toBe(200);
    expect(finished.body).toEqual({
      redirectPath: '/register',
      data: {
        givenName: expect.any(String),
        surname: expect.any(String),
        email: expect.stringContaining('@'),
        tenantName: '',
      },
    });
  });

  // Evidence for ASVS 10.2
  it('refuses a code of another browser’s consent', async () => {
    const begun = [await app.call(begin, { body }), await app.call(begin, { body })];
    const [own, foreign] = begun.map((answer) => app.consent(answer.body.url, 'allow'));
    const query = { code: foreign?.get('code') ?? '', state: own?.get('state') ?? '' };
    const cookie = String(begun[0]?.headers['set-cookie']).split(';')[0] ?? '';
    expect((await app.call(finish, { query, headers: { cookie } })).status).toBe(400);
  });

  it('is limited to 60 an hour from one source', async () => {
    const statuses = [];
    for (let count = 0; count < 61; count++) {
      statuses.push((await app.call(begin, { body, source: '198.51.100.9' })).status);
    }
    expect([statuses.indexOf(429), statuses.length]).toEqual([60, 61]);
  });

  // Evidence for ASVS 3.3
  it('hides its cookie from scripts and from other sites', async () => {
    const { headers } = await app.call(begin, { body });
    expect(parseSetCookie(headers['set-cookie'] ?? '')).toMatchObject({
      path: '/v1/connections',
      maxAge: 600,
      httpOnly: true,
      sameSite: 'lax',
    });
  });
});

// Evidence for ASVS 3.3
it('The cookie of a consent belongs to its host only on https', () => {
  const cookie = consentCookie('s-1', 'https://app.paydown.example');
  expect(cookie).toBe('__Host-paydown-consent=s-1; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax');
  const sent = { cookie: '__Host-paydown-consent=s-1' };
  expect(anonymousBrowser(sent, 'https://app.paydown.example')).not.toBeNull();
  expect(anonymousBrowser({ cookie: 'paydown-consent=s-1' }, 'https://app.paydown.example')).toBeNull();
});

describe('linking', () => {
  const choose = async (organisation: string, granted = [organisation]) => {
    const query = await authorise(app, owner, entityId, granted);
    await app.call(finish, { as: owner.token, query });
    const body = { id: app.books(organisation).tenantId, name: 'Whatever the page says' };
    const answer = await app.call(link, { as: owner.token, params: { entityId }, body });
    return { body, answer };
  };

  it('shows Xero’s name for the organisation, not the one that was sent', async () => {
    const { answer } = await choose(DEMO);
    expect(answer.status).toBe(200);
    const { shortCode } = app.books(DEMO);
    expect(answer.body).toMatchObject({
      hasXeroLink: true,
      xeroEntityName: DEMO,
      xeroEntityShortCode: shortCode,
      chartOfAccountsUrl: expect.stringContaining(`shortcode=${shortCode}`),
    });
  });

  it('can be repeated', async () => {
    const { body } = await choose(DEMO);
    const again = await app.call(link, { as: owner.token, params: { entityId }, body });
    expect([again.status, again.body.hasXeroLink]).toEqual([200, true]);
  });

  it('refuses an organisation outside of the authorisation', async () => {
    const { answer } = await choose(BAKERY, [DEMO]);
    expect([answer.status, answer.body.code]).toEqual([400, 'connection/unknown-organisation']);
  });

  it('refuses books that aren’t kept in AUD', async () => {
    const { answer } = await choose(KAURI);
    expect([answer.status, answer.body.code]).toEqual([409, 'connection/not-aud']);
    expect(answer.body.detail).toContain('NZD');
  });

  it('needs an authorisation first', async () => {
    const body = { id: app.books(DEMO).tenantId, name: DEMO };
    const answer = await app.call(link, { as: owner.token, params: { entityId }, body });
    expect([answer.status, answer.body.code]).toEqual([409, 'connection/not-authorised']);
  });
});
