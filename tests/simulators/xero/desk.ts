/** A client with a token at the simulator's core: raw requests in, answers out, on its own clock. */
import * as z from 'zod';
import { handle, type Effect, type XeroCore } from '../../../scripts/simulators/xero/core/core.ts';
import { controlXero, createXeroCore } from '../../../scripts/simulators/xero/in-process.ts';
import { scopes } from '../../../functions/services/xero/grants.ts';

/** 1 June 2025, midnight UTC. */
export const START = Date.UTC(2025, 5, 1);

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape, and wrong ones, are looked into
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

export interface Desk {
  readonly core: XeroCore;
  readonly clock: { now(): number; advance(milliseconds: number): void };
  readonly tenantId: string;
  readonly token: string;
  readonly refreshToken: string;
  /** The id of the account with that code. */
  account(code: string): string;
  effect(method: string, path: string, options?: CallOptions): Effect;
  /** Calls the accounting API (`/Accounts`) or identity (`/connect/token`, `/connections`). Throws if it is cut. */
  call(method: string, path: string, options?: CallOptions): Answer;
  control(method: string, path: string, input?: unknown): Json;
  /** Consents to the scopes and returns the code. */
  consent(scope: string, organisations?: readonly string[]): string;
  exchange(fields: Readonly<Record<string, string>>): Answer;
}

export function openDesk(options: { readonly seed?: number; readonly latencyMs?: number } = {}): Desk {
  let now = START;
  const clock = { now: () => now, advance: (milliseconds: number) => void (now += milliseconds) };
  const core = createXeroCore({ now, ...options });
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
        authorization: `Bearer ${token ?? desk.token}`,
        'xero-tenant-id': tenantId ?? desk.tenantId,
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

  function consent(scope: string, organisations?: readonly string[]): string {
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
    });
    return new URL(z.object({ location: z.string() }).parse(body).location).searchParams.get('code') ?? '';
  }

  function exchange(fields: Readonly<Record<string, string>>): Answer {
    const { clientId, clientSecret } = core.app;
    const form = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, ...fields };
    return call('POST', '/connect/token', { body: new URLSearchParams(form).toString() });
  }

  const desk: { -readonly [Field in keyof Desk]: Desk[Field] } = {
    core,
    clock,
    tenantId: [...core.state.records.organisations.keys()][0] ?? '',
    token: '',
    refreshToken: '',
    account: (code) => {
      const found = [...core.state.records.accounts.values()].find(
        (each) => each.code === code && each.tenantId === desk.tenantId,
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
  desk.token = granted.access_token;
  desk.refreshToken = granted.refresh_token;
  return desk;
}

/** A valid payment of 100.00 with changes. */
export function spend(desk: Desk, changes: Readonly<Record<string, unknown>> = {}): Json {
  return {
    Type: 'SPEND',
    Contact: { Name: 'Ute' },
    BankAccount: { AccountID: desk.account('090') },
    Date: '2025-02-15',
    LineAmountTypes: 'NoTax',
    LineItems: [line(desk, '900', 100)],
    ...changes,
  };
}

export function line(
  desk: Desk,
  code: string,
  amount: number,
  more: Readonly<Record<string, unknown>> = {},
): Json {
  return { Description: 'A line', Quantity: 1, UnitAmount: amount, ...accountReference(desk, code), ...more };
}

/** An account by id and code, so that lines are valid under both readings of `lineAccount`. */
function accountReference(desk: Desk, code: string) {
  return { AccountID: desk.account(code), AccountCode: code };
}

/** A valid journal of 100.00 with changes. */
export function journal(desk: Desk, changes: Readonly<Record<string, unknown>> = {}): Json {
  return {
    Narration: 'Opening',
    Date: '2025-01-15',
    Status: 'POSTED',
    JournalLines: [
      { LineAmount: 100, ...accountReference(desk, '730') },
      { LineAmount: -100, ...accountReference(desk, '900') },
    ],
    ...changes,
  };
}

/** Posts one document and returns its validation messages; empty when it was accepted. */
export function refusal(desk: Desk, plural: 'BankTransactions' | 'ManualJournals', document: Json): string[] {
  const { status, json } = desk.call('PUT', `/${plural}?summarizeErrors=false`, {
    body: { [plural]: [document] },
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
  const [element] = json[plural];
  return (element.ValidationErrors ?? []).map((error: { Message: string }) => error.Message);
}
