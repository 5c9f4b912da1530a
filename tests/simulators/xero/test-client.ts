/** A client with a token for the simulator's core: raw requests and answers, on its own clock. */
import { beforeEach } from 'vitest';
import * as z from 'zod';
import { handle, type Effect, type XeroCore } from '../../../scripts/simulators/xero/core/core.ts';
import { controlXero, createXeroCore } from '../../support/xero-in-process.ts';
import { scopes } from '../../../functions/vendors/xero/grants.ts';

/** 1 June 2025, midnight UTC. */
export const START = Date.UTC(2025, 5, 1);

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape, also malformed ones
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Json;
  readonly text: string;
  /** Milliseconds from the request to the answer. */
  readonly after: number;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly key?: string;
  readonly token?: string;
  readonly tenantId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestClient {
  readonly core: XeroCore;
  readonly clock: { now(): number; advance(milliseconds: number): void };
  readonly tenantId: string;
  readonly token: string;
  readonly refreshToken: string;
  /** Returns the id of the account with a code. */
  account(code: string): string;
  effect(method: string, path: string, options?: CallOptions): Effect;
  /** Calls the accounting API (`/Accounts`) or identity (`/connect/token`, `/connections`). Throws if it is cut. */
  call(method: string, path: string, options?: CallOptions): Answer;
  control(method: string, path: string, input?: unknown): Json;
  /** Consents to the scopes and returns the code. */
  consent(scope: string, organisations?: readonly string[], person?: Json): string;
  exchange(fields: Readonly<Record<string, string>>): Answer;
}

export function openClient(
  options: { readonly seed?: number; readonly latencyMs?: number } = {},
): TestClient {
  let now = START;
  const clock = { now: () => now, advance: (milliseconds: number) => void (now += milliseconds) };
  const core = createXeroCore({ now, books: 'empty', ...options });
  const [redirectUri = ''] = core.app.redirectUris;

  function effect(
    method: string,
    path: string,
    { body, key, token, tenantId, headers }: CallOptions = {},
  ): Effect {
    const [route = '', query = ''] = path.split(/\?(.*)/s, 2);
    const isIdentity = /^\/(connect|connections|\.well-known)/.test(route);
    const request = {
      method,
      path: isIdentity ? route : `/api.xro/2.0${route}`,
      query,
      headers: {
        host: 'localhost:4001',
        authorization: `Bearer ${token ?? client.token}`,
        'xero-tenant-id': tenantId ?? client.tenantId,
        'idempotency-key': key,
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
    };
    return handle(core, request, now);
  }

  function call(method: string, path: string, callOptions?: CallOptions): Answer {
    const asked = now;
    const outcome = effect(method, path, callOptions);
    if (outcome.kind === 'cut') throw new Error(`${method} ${path} was cut`);
    const { status, headers, body } = outcome.response;
    const isJson = headers['content-type']?.startsWith('application/json') === true;
    return {
      status,
      headers,
      json: isJson ? JSON.parse(body) : undefined,
      text: body,
      after: outcome.at - asked,
    };
  }

  function consent(scope: string, organisations?: readonly string[], person?: Json): string {
    const query = new URLSearchParams({
      client_id: core.app.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope,
      state: 's',
    });
    const authoriseUrl = `http://localhost:4001/identity/connect/authorize?${query.toString()}`;
    const { body } = controlXero(core, clock, 'POST', 'consent', {
      authoriseUrl,
      decision: 'allow',
      organisations,
      person,
    });
    return new URL(z.object({ location: z.string() }).parse(body).location).searchParams.get('code') ?? '';
  }

  function exchange(fields: Readonly<Record<string, string>>): Answer {
    const { clientId, clientSecret } = core.app;
    const form = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, ...fields };
    return call('POST', '/connect/token', { body: new URLSearchParams(form).toString() });
  }

  const client: { -readonly [Field in keyof TestClient]: TestClient[Field] } = {
    core,
    clock,
    tenantId: [...core.state.records.organisations.keys()][0] ?? '',
    token: '',
    refreshToken: '',
    account: (code) => {
      const found = [...core.state.records.accounts.values()].find(
        (each) => each.code === code && each.tenantId === client.tenantId,
      );
      if (found === undefined) throw new Error(`No account ${code}`);
      return found.id;
    },
    effect,
    call,
    control: (method, path, input) => controlXero(core, clock, method, path, input).body,
    consent,
    exchange,
  };
  const granted = exchange({ grant_type: 'authorization_code', code: consent(scopes.entity) }).json;
  client.token = granted.access_token;
  client.refreshToken = granted.refresh_token;
  return client;
}

/** A client of a new simulator for each test of the file. */
export function freshClient(): TestClient {
  const client = openClient();
  beforeEach(() => void Object.assign(client, openClient()));
  return client;
}

/** A valid payment of 100.00 with changes. */
export function spend(client: TestClient, changes: Readonly<Record<string, unknown>> = {}): Json {
  return {
    Type: 'SPEND',
    Contact: { Name: 'Ute' },
    BankAccount: { AccountID: client.account('090') },
    Date: '2025-02-15',
    LineAmountTypes: 'NoTax',
    LineItems: [line(client, '900', 100)],
    ...changes,
  };
}

export function line(
  client: TestClient,
  code: string,
  amount: number,
  more: Readonly<Record<string, unknown>> = {},
): Json {
  return {
    Description: 'A line',
    Quantity: 1,
    UnitAmount: amount,
    ...accountReference(client, code),
    ...more,
  };
}

/** An account by id and code, so that lines are valid under both readings of `lineAccount`. */
function accountReference(client: TestClient, code: string) {
  return { AccountID: client.account(code), AccountCode: code };
}

/** A valid journal of 100.00 with changes. */
export function journal(client: TestClient, changes: Readonly<Record<string, unknown>> = {}): Json {
  return {
    Narration: 'Opening',
    Date: '2025-01-15',
    Status: 'POSTED',
    JournalLines: [
      { LineAmount: 100, ...accountReference(client, '730') },
      { LineAmount: -100, ...accountReference(client, '900') },
    ],
    ...changes,
  };
}

/** Posts one document and returns its validation messages; empty when it was accepted. */
export function refusal(
  client: TestClient,
  plural: 'BankTransactions' | 'ManualJournals',
  document: Json,
): string[] {
  const { status, json } = client.call('PUT', `/${plural}?summarizeErrors=false`, {
    body: { [plural]: [document] },
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
  const [element] = json[plural];
  return (element.ValidationErrors ?? []).map((error: { Message: string }) => error.Message);
}
