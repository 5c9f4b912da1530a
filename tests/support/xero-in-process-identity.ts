/** The identity half of the port over any transport: the OAuth requests that openid-client makes over HTTP. */
import * as z from 'zod';
import { connectionsAnswer } from '../../functions/vendors/xero/answers.ts';
import type { XeroResponse } from '../../functions/vendors/xero/operations.ts';
import { failureOf, unreadable } from '../../functions/vendors/xero/failures.ts';
import {
  APP_SCOPE,
  grantOf,
  scopes,
  tokensOf,
  type TokenAnswer,
} from '../../functions/vendors/xero/grants.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import type { XeroIdentity } from '../../functions/services/xero/port.ts';
import type { RegisteredApp } from '../../scripts/simulators/xero/core/consent.ts';

export interface SentRequest {
  readonly method: string;
  /** The path with its query. */
  readonly address: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** Sends a request and returns the answer. Rejects with an `unavailable` XeroError when there is none. */
export type Send = (request: SentRequest, signal?: AbortSignal) => Promise<XeroResponse>;

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  expires_in: z.number(),
});

export function identityInProcess(app: RegisteredApp, origin: string, send: Send): XeroIdentity {
  const { clientId, clientSecret, redirectUris } = app;
  const redirectUri = (kind: 'entity' | 'signup') => redirectUris[kind === 'entity' ? 0 : 1] ?? '';

  async function post(address: string, fields: Readonly<Record<string, string>>): Promise<XeroResponse> {
    const credentials = { client_id: clientId, client_secret: clientSecret };
    const answer = await send({ method: 'POST', address, body: query({ ...credentials, ...fields }) });
    if (answer.status === 200) return answer;
    const refused = z.object({ error: z.string() }).safeParse(answer.body);
    if (refused.data?.error === 'invalid_grant')
      throw new XeroError('unauthorised', { answered: answer.status });
    throw failureOf(answer);
  }

  async function tokens(fields: Readonly<Record<string, string>>) {
    const parsed = Tokens.safeParse((await post('/connect/token', fields)).body);
    if (!parsed.success) throw unreadable(parsed.error);
    const { access_token, refresh_token, expires_in, id_token } = parsed.data;
    const answer: TokenAnswer = {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresInSeconds: expires_in,
    };
    const [, claims = ''] = (id_token ?? '').split('.');
    return { answer, claims: (): unknown => JSON.parse(Buffer.from(claims, 'base64url').toString()) };
  }

  async function bearer(method: string, address: string, accessToken: string): Promise<XeroResponse> {
    const answer = await send({ method, address, headers: { authorization: `Bearer ${accessToken}` } });
    if (answer.status > 299) throw failureOf(answer);
    return answer;
  }

  async function connections(accessToken: string, authEventId?: string) {
    const filter = authEventId === undefined ? '' : `?authEventId=${authEventId}`;
    return connectionsAnswer.parse((await bearer('GET', `/connections${filter}`, accessToken)).body).elements;
  }

  return {
    authoriseUrl: (kind, proof) =>
      `${origin}/identity/connect/authorize?${query({
        client_id: clientId,
        scope: scopes[kind],
        response_type: 'code',
        redirect_uri: redirectUri(kind),
        ...proof,
      })}`,
    async exchangeCode(kind, code, nonce) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri(kind) };
      const { answer, claims } = await tokens(fields);
      const issuedFor = z.looseObject({ nonce: z.string().optional() }).parse(claims()).nonce;
      if (issuedFor !== nonce) throw new XeroError('unauthorised', { cause: 'nonce mismatch' });
      return grantOf(kind, answer, claims(), connections);
    },
    async refresh(refreshToken) {
      return tokensOf((await tokens({ grant_type: 'refresh_token', refresh_token: refreshToken })).answer);
    },
    async revoke(refreshToken) {
      await post('/connect/revocation', { token: refreshToken });
    },
    async appToken() {
      const { answer } = await tokens({ grant_type: 'client_credentials', scope: APP_SCOPE });
      return tokensOf(answer, 'signup').accessToken;
    },
    connections: (accessToken) => connections(accessToken),
    async disconnect(accessToken, connectionId) {
      try {
        await bearer('DELETE', `/connections/${connectionId}`, accessToken);
      } catch (error) {
        if (!(error instanceof XeroError && error.answered === 404)) throw error;
      }
    },
  };
}

function query(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}
