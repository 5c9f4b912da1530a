/** Calls to Xero for all checks: raw ones, because the SDK hides headers, and the product's own client. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Xero, XeroAccess } from '../../../functions/services/xero/port.ts';
import { createXero } from '../../../functions/vendors/xero/client.ts';
import { listen, stop } from '../../simulators/serve.ts';
import { type Answer, at, type Evidence, listAt, shown, textAt } from '../evidence.ts';
import { need, type Run, SmokeRefusal } from '../steps.ts';

/** The addresses of Xero, or of a simulator. */
interface XeroAddresses {
  readonly authorise: string;
  readonly identity: string;
  readonly api: string;
  readonly web: string;
}

export const realXero: XeroAddresses = {
  authorise: 'https://login.xero.com/identity/connect/authorize',
  identity: 'https://identity.xero.com',
  api: 'https://api.xero.com',
  web: 'https://go.xero.com',
};

export interface XeroTarget {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly addresses: XeroAddresses;
  readonly redirectUri: string;
  readonly wait: (seconds: number) => Promise<void>;
}

/** Objects that later checks need. */
interface XeroFound {
  readonly tokens: { readonly access: string; readonly refresh: string };
  readonly connection: { readonly id: string; readonly tenantId: string };
  readonly shortCode: string;
  readonly bankAccountId: string;
  readonly expense: { readonly id: string; readonly code: string };
  readonly liability: { readonly id: string; readonly code: string };
  readonly contactId: string;
}

export interface XeroWorld extends Run<XeroFound> {
  readonly target: XeroTarget;
  /** The product's own client, whose calls go through a server on this machine that records them. */
  readonly xero: Xero;
  close(): Promise<void>;
}

export async function openXero(target: XeroTarget, run: Omit<Run<XeroFound>, 'wait'>): Promise<XeroWorld> {
  const { clientId, clientSecret, addresses } = target;
  for (const secret of [clientSecret, basicOf(target)]) run.evidence.redactor.learn(secret);
  const server = recordingServer(addresses, run.evidence);
  const base = `http://127.0.0.1:${await listen(server, 0)}`;
  const hosts = { authoriseEndpoint: addresses.authorise, webBase: addresses.web };
  return {
    ...run,
    wait: target.wait,
    target,
    xero: createXero({
      clientId,
      clientSecret,
      hosts: { ...hosts, identityBase: base, apiBase: base },
      redirectUris: { entity: '', signup: '' },
    }),
    close: () => stop(server),
  };
}

const basicOf = ({ clientId, clientSecret }: XeroTarget): string =>
  Buffer.from(`${clientId}:${clientSecret}`).toString('base64');

function recordingServer(addresses: XeroAddresses, evidence: Evidence) {
  return createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const origin = url.startsWith('/connect/') ? addresses.identity : addresses.api;
      // The SDK sends a body with every call; fetch refuses one of a GET.
      const body = await text(request);
      const sent = { method, url: `${origin}${url}`, headers: passedOn(request.headers) };
      const answer = await evidence.send({ ...sent, ...(method !== 'GET' && body !== '' && { body }) });
      const content = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status, passedOn({ ...answer.headers })).end(content);
      // A call without an answer stays without one.
    })().catch(() => response.destroy());
  });
}

/** Headers that belong to one connection between two machines, and lengths of another body. */
const OF_TRANSPORT = /^(accept-encoding|connection|content-encoding|content-length|host|transfer-encoding)$/;

const passedOn = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_TRANSPORT.test(name) ? [[name, value]] : [],
    ),
  );

/** The product's access to the connected organisation. */
export const accessOf = (world: XeroWorld): XeroAccess =>
  ({
    accessToken: need(world, 'tokens').access,
    tenantId: need(world, 'connection').tenantId,
  }) as XeroAccess;

/** Returns a token of the app itself. */
export async function appToken({ xero, evidence }: XeroWorld): Promise<string> {
  const token = await xero.appToken();
  evidence.redactor.learn(token);
  return token;
}

/** Calls the token endpoint. With new tokens, the world uses them. */
export async function askToken(world: XeroWorld, form: Record<string, string>): Promise<Answer> {
  const { evidence, target, found } = world;
  for (const name of ['code', 'refresh_token']) evidence.redactor.learn(form[name] ?? '');
  const answer = await evidence.send({
    method: 'POST',
    url: `${target.addresses.identity}/connect/token`,
    headers: {
      authorization: `Basic ${basicOf(target)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });
  if (answer.status === 200) {
    const { body } = answer;
    const tokens = { access: textAt(body, 'access_token'), refresh: textAt(body, 'refresh_token') };
    for (const secret of [tokens.access, tokens.refresh]) evidence.redactor.learn(secret);
    Object.assign(found, { tokens });
  }
  return answer;
}

/** Asks for new tokens. */
export const refresh = (world: XeroWorld, token = need(world, 'tokens').refresh): Promise<Answer> =>
  askToken(world, { grant_type: 'refresh_token', refresh_token: token });

interface CallOptions {
  readonly body?: unknown;
  readonly key?: string;
  /** False returns a 429 instead of waiting. */
  readonly isPatient?: boolean;
}

const MOST_WAITS = 3;

/** Returns the limit that refused a call: `minute`, `day`, `concurrent`. */
export const problemOf = ({ headers }: Answer): string =>
  (headers['x-rate-limit-problem'] ?? 'unnamed').toLowerCase();

/** Calls the accounting API for the connected organisation. */
export async function call(
  world: XeroWorld,
  method: string,
  path: string,
  { body, key, isPatient = true }: CallOptions = {},
): Promise<Answer> {
  const { evidence, target, wait } = world;
  for (let attempt = 1; ; attempt++) {
    const answer = await evidence.send({
      method,
      url: `${target.addresses.api}/api.xro/2.0/${path}`,
      headers: {
        authorization: `Bearer ${need(world, 'tokens').access}`,
        'xero-tenant-id': need(world, 'connection').tenantId,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 429 || !isPatient || attempt > MOST_WAITS) return answer;
    const seconds = Number(answer.headers['retry-after'] ?? 1);
    if (problemOf(answer) === 'day') {
      throw new SmokeRefusal(`The day’s limit of calls is used up. Try again in ${seconds} seconds.`);
    }
    await wait(seconds + 1);
  }
}

/** Reads a list of the accounting API, or its first page with a filter. */
export async function read(
  world: XeroWorld,
  list: string,
  query: Record<string, string> = {},
): Promise<readonly unknown[]> {
  const { body } = await call(world, 'GET', `${list}?${new URLSearchParams(query).toString()}`);
  return listAt(body, list);
}

/** Calls `/connections`. */
export const connections = (
  world: XeroWorld,
  method: 'GET' | 'DELETE',
  { id, token = need(world, 'tokens').access }: { id?: string; token?: string } = {},
): Promise<Answer> =>
  world.evidence.send({
    method,
    url: `${world.target.addresses.api}/connections${id === undefined ? '' : `/${id}`}`,
    headers: { authorization: `Bearer ${token}` },
  });

const REMOVED = new Set([200, 204, 404]);

/** @throws Error when an answer says that the object may still be there. */
export function expectRemoved(answer: Answer): void {
  const isGone = answer.status === 400 && /deleted|voided/i.test(messagesOf(answer));
  if (!REMOVED.has(answer.status) && !isGone) throw new Error(messagesOf(answer));
}

/** Returns the status and Xero's messages of a refused document or call. */
export function messagesOf({ status, body }: Answer): string {
  const errors = listAt(body, 'Elements', 0, 'ValidationErrors').map((error) => at(error, 'Message'));
  const details = [at(body, 'Message'), at(body, 'Detail'), ...errors];
  return [status, ...details.filter((detail) => detail !== undefined).map((detail) => shown(detail))].join(
    ' ',
  );
}
