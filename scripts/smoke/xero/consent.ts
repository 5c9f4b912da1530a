import { at, listAt, shown, textAt } from '../evidence.ts';
import { SmokeRefusal } from '../refusal.ts';
import { type Check, observe, type Step } from '../steps.ts';
import { SCOPES, type Tokens, tokensOf } from './session.ts';
import type { XeroWorld } from './world.ts';

const connect: Check<XeroWorld> = {
  name: 'consent and connection',
  expects: 'Consent leads back with the state, and the code gives tokens and one connection.',
  run: async (world) => {
    const { isSame, connections } = await consent(world);
    await refuseRealBooks(world);
    return observe(
      isSame && connections === 1,
      `state ${isSame ? 'equal' : 'different'}, ${connections} connections`,
    );
  },
};

const scopes: Check<XeroWorld> = {
  name: 'scopes',
  expects: 'Every requested scope is granted.',
  run: async ({ session }) => {
    const granted = new Set(listAt(claimsOf(session.tokens()), 'scope'));
    const absent = SCOPES.split(' ').filter((scope) => !granted.has(scope));
    // The scopes of the sign-in are in the identity token, not always in this one.
    const lacking = absent.filter((scope) => scope.startsWith('accounting.'));
    return observe(
      lacking.length === 0,
      lacking.length === 0 ? 'all granted' : `not granted: ${lacking.join(' ')}`,
    );
  },
};

const reuse: Check<XeroWorld> = {
  name: 'refresh twice',
  expects: 'A refresh token that was used can be used again for 30 minutes.',
  run: async ({ session, evidence }) => {
    const before = session.tokens();
    const form = { grant_type: 'refresh_token', refresh_token: before.refresh };
    session.use(tokensOf(await session.askToken(form), evidence));
    const second = await session.askToken(form);
    if (second.status === 200) session.use(tokensOf(second, evidence));
    return observe(second.status === 200, `the second use answered ${second.status}`);
  },
};

const unknownToken: Check<XeroWorld> = {
  name: 'unknown refresh token',
  expects: 'An unknown refresh token answers 400 invalid_grant.',
  run: async ({ session }) => {
    const { status, body } = await session.askToken({
      grant_type: 'refresh_token',
      refresh_token: 'unknown-token',
    });
    return observe(
      status === 400 && at(body, 'error') === 'invalid_grant',
      `${status} ${shown(body, 'error')}`,
    );
  },
};

export const consentStep: Step<XeroWorld> = { name: '1 Consent and scopes', checks: [connect, scopes] };
export const refreshStep: Step<XeroWorld> = { name: '2 Refresh and grace', checks: [reuse, unknownToken] };

/** The claims of an access token. */
function claimsOf({ access }: Tokens): unknown {
  const [, payload = ''] = access.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** Takes a person through consent. The session then has tokens and a connection, which is removed at the end. */
export async function consent(world: XeroWorld): Promise<{ isSame: boolean; connections: number }> {
  const { session, person, evidence, cleanup } = world;
  const { url, state } = session.consentPage();
  const redirected = await person.consent(url);
  const code = redirected.searchParams.get('code');
  if (code === null) {
    throw new SmokeRefusal(`Xero gave no consent: ${redirected.searchParams.get('error') ?? 'no code'}.`);
  }
  const redirectUri = redirected.origin + redirected.pathname;
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  session.use(tokensOf(await session.askToken(form), evidence));
  const { body } = await session.connections('GET');
  const event = at(claimsOf(session.tokens()), 'authentication_event_id');
  const connections = listAt({ body }, 'body').filter((one) => at(one, 'authEventId') === event);
  const [granted] = connections;
  const connection = { id: textAt(granted, 'id'), tenantId: textAt(granted, 'tenantId') };
  session.connect(connection);
  // A connection of an earlier consent may be in use, so a refused run leaves it.
  if (isNew(granted)) {
    cleanup.add(`connection ${connection.id}`, () => session.connections('DELETE', connection.id));
  }
  return { isSame: redirected.searchParams.get('state') === state, connections: connections.length };
}

const CREATION_MS = 60_000;

function isNew(connection: unknown): boolean {
  const [created = 0, updated = 0] = ['createdDateUtc', 'updatedDateUtc'].map((name) =>
    Date.parse(textAt(connection, name)),
  );
  return updated - created < CREATION_MS;
}

/** Nothing is ever written to real books. The connection is removed by the cleanup. */
async function refuseRealBooks({ session }: XeroWorld): Promise<void> {
  const { status, body } = await session.call('GET', 'Organisation');
  if (status === 200 && at(body, 'Organisations', 0, 'IsDemoCompany') === true) return;
  const name = shown(body, 'Organisations', 0, 'Name');
  throw new SmokeRefusal(
    `${name} is not a Demo Company, so nothing was written. Run again and choose the Demo Company (AU).`,
  );
}
