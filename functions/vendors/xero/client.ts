/** Xero through its SDK. The only file that knows xero-node and openid-client. */
import { custom, errors, Issuer, type BaseClient, type TokenSet } from 'openid-client';
import { AccountingApi, ObjectSerializer } from 'xero-node';
import * as z from 'zod';
import { connectionsAnswer } from './answers.ts';
import { xeroBooks } from './books.ts';
import { failureOf, unreadable } from './failures.ts';
import { APP_SCOPE, grantOf, scopes, tokensOf, type TokenAnswer } from './grants.ts';
import { fieldsOf, OPERATIONS, type XeroResponse, type Operation } from './operations.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { Xero, XeroAccess, XeroIdentity } from '../../services/xero/port.ts';
import type { XeroConfig } from '../../services/xero/config.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
/** A renewal that is given up may have replaced the refresh token, so it gets as much time as a request has. */
const IDENTITY_TIMEOUT_MS = 25_000;

/** Creates the port to Xero, or to the simulator, as configured. */
export function createXero(config: XeroConfig): Xero {
  const books = xeroBooks(
    (access, operation) => carry(config, access, operation),
    config.onLeftOut,
    config.onUnreadable,
  );
  return { ...identity(config), ...books };
}

/** The SDK's answer: `response` is axios's. */
type Called = Promise<{
  readonly response: { status: number; headers: XeroResponse['headers'] };
}>;

/** Calls the SDK's method of the operation. A body becomes the SDK's model, which it always writes alike. */
function invoke(api: AccountingApi, tenantId: string, operation: Operation): Called {
  const row = OPERATIONS[operation.name];
  const fields: Record<string, unknown> = fieldsOf(operation);
  const written =
    'model' in row && ObjectSerializer.deserialize(JSON.parse(String(fields['body'])), row.model);
  const values = row.takes.map((field) => (field === 'body' ? written : fields[field]));
  return Reflect.apply(api[operation.name], api, [tenantId, ...values]) as Called;
}

/**
 * One call. The SDK has no time limit; its authentication hook sees each request and sets one. The SDK also fails on a list
 * with an element of a shape that it doesn't know, so a success is taken from the connection, and the SDK reads nothing.
 */
async function carry(config: XeroConfig, access: XeroAccess, operation: Operation): Promise<XeroResponse> {
  const api = new AccountingApi(`${config.hosts.apiBase}/api.xro/2.0`);
  const limit = AbortSignal.timeout(config.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  let body: unknown;
  api.accessToken = access.accessToken;
  api.setDefaultAuthentication({
    applyToRequest(request) {
      request.signal = access.signal ? AbortSignal.any([access.signal, limit]) : limit;
      request.maxRedirects = 0;
      request.transformResponse = (text: unknown, _headers: unknown, status = 0) => {
        const found = jsonOrText(text);
        if (status < 200 || status > 299) return found;
        config.onRead?.(Buffer.byteLength(String(text)));
        body = found;
        return undefined;
      };
    },
  });
  try {
    const { response } = await invoke(api, access.tenantId, operation);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    return answerOfRejection(error);
  }
}

/** Returns the JSON of an answer, or its text where it is none. */
function jsonOrText(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

/** The connection was refused, or the name not found. */
const NOT_REACHED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/;

const Rejection = z.object({
  response: z.object({
    statusCode: z.number(),
    headers: z.record(z.string(), z.unknown()),
    body: z.unknown(),
  }),
});

/** The SDK rejects with a JSON string; a call that got no answer has status 0 there. */
function answerOfRejection(error: unknown): XeroResponse {
  if (typeof error !== 'string') throw unreadable(error);
  const { response } = Rejection.parse(JSON.parse(error));
  if (response.statusCode === 0) {
    const cause = response.body;
    throw new XeroError('unavailable', { cause, isUnsent: NOT_REACHED.test(JSON.stringify(cause) ?? '') });
  }
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

function identity(config: XeroConfig): XeroIdentity {
  const client = openIdClient(config);

  async function connections(accessToken: string, authEventId?: string) {
    const query = authEventId === undefined ? '' : `?authEventId=${authEventId}`;
    const answer = await bearerCall(config, accessToken, 'GET', `/connections${query}`);
    const parsed = connectionsAnswer.safeParse(answer.body);
    if (!parsed.success) throw unreadable(parsed.error);
    const { elements, leftOut } = parsed.data;
    if (leftOut.length > 0) config.onLeftOut?.('Connections', leftOut);
    return elements;
  }

  return {
    authoriseUrl: (kind, proof) =>
      client.authorizationUrl({ redirect_uri: config.redirectUris[kind], scope: scopes[kind], ...proof }),

    async exchangeCode(kind, code, nonce) {
      const checks = { response_type: 'code', nonce };
      const answer = await settle(client.callback(config.redirectUris[kind], { code }, checks));
      return grantOf(kind, tokenAnswer(answer), answer.claims(), connections);
    },

    async refresh(refreshToken) {
      // Without the library's check of an ID token that nothing reads: its keys are another call, in which new tokens would
      // be lost with the process.
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return tokensOf(tokenAnswer(await settle(client.grant(grant))));
    },

    async revoke(refreshToken) {
      await settle(client.revoke(refreshToken));
    },

    async appToken() {
      const grant = client.grant({ grant_type: 'client_credentials', scope: APP_SCOPE });
      return tokensOf(tokenAnswer(await settle(grant)), 'signup').accessToken;
    },

    connections: (accessToken) => connections(accessToken),

    async disconnect(accessToken, connectionId) {
      try {
        await bearerCall(config, accessToken, 'DELETE', `/connections/${connectionId}`);
      } catch (error) {
        if (!(error instanceof XeroError && error.answered === 404)) throw error;
      }
    },
  };
}

/** xero-node's own client discovers the production service; this one takes the configured hosts. */
function openIdClient(config: XeroConfig): BaseClient {
  const { authoriseEndpoint, identityBase } = config.hosts;
  const issuer = new Issuer({
    issuer: identityBase,
    authorization_endpoint: authoriseEndpoint,
    token_endpoint: `${identityBase}/connect/token`,
    revocation_endpoint: `${identityBase}/connect/revocation`,
    jwks_uri: `${identityBase}/.well-known/openid-configuration/jwks`,
  });
  const client = new issuer.Client({
    client_id: config.clientId,
    client_secret: config.clientSecret,
    response_types: ['code'],
  });
  const options = () => ({ timeout: config.timeoutMs ?? IDENTITY_TIMEOUT_MS });
  issuer[custom.http_options] = options;
  client[custom.http_options] = options;
  client[custom.clock_tolerance] = 5;
  return client;
}

function tokenAnswer(tokens: TokenSet): TokenAnswer {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresInSeconds: tokens.expires_in,
  };
}

/** A call to the identity service, its failures in the port's words. */
async function settle<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    const cause = error instanceof Error ? error.message : error;
    if (error instanceof errors.RPError && error.message.startsWith('nonce mismatch')) {
      throw new XeroError('unauthorised', { cause });
    }
    if (!(error instanceof errors.OPError)) throw new XeroError('unavailable', { cause });
    const answered = error.response?.statusCode;
    if (error.error === 'invalid_grant') throw new XeroError('unauthorised', { answered, cause });
    throw new XeroError(answered === 400 ? 'refused' : 'unavailable', { answered, cause });
  }
}

/** The connections service, which the SDK can't be pointed at. */
async function bearerCall(
  config: XeroConfig,
  accessToken: string,
  method: string,
  path: string,
): Promise<XeroResponse> {
  let answer: XeroResponse;
  try {
    const response = await fetch(`${config.hosts.apiBase}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      signal: AbortSignal.timeout(config.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    });
    const text = await response.text();
    answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parseJson(text),
    };
  } catch (error) {
    throw new XeroError('unavailable', { cause: error });
  }
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer);
  return answer;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
