import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { PlainRequest } from '../serve.ts';
import { ApiError, badRequest } from './api-error.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { checkoutEndpoints } from './checkout.ts';
import { customerEndpoints } from './customer-endpoints.ts';
import { chargeEndpoints } from './disputes.ts';
import { type Endpoint, endpoint, type Endpoints, listOf, paging } from './endpoint.ts';
import { apiVersion } from './events.ts';
import { expand } from './expand.ts';
import { type FormObject, parseForm, readForm, Text } from './form.ts';
import { invoiceEndpoints } from './invoices.ts';
import { portalConfigurationEndpoints } from './portal-configurations.ts';
import { portalEndpoints } from './portal.ts';
import { newId, type Replay, REPLAY_SECONDS, type State, type Transaction } from './state.ts';
import { taxIdEndpoints } from './tax-ids.ts';
import { taxRateEndpoints } from './tax-rates.ts';
import { subscriptionEndpoints } from './subscription-endpoints.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

export interface Response {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const eventEndpoints: Endpoints = {
  'GET /v1/events': endpoint(z.strictObject({ ...paging, type: Text.optional() }), ({ tx, params }) =>
    listOf<{ id: string; type: string }>('/v1/events', tx.all('events'), params),
  ),
};

const endpoints: Endpoints = {
  ...catalogueEndpoints,
  ...customerEndpoints,
  ...taxIdEndpoints,
  ...chargeEndpoints,
  ...taxRateEndpoints,
  ...checkoutEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...portalConfigurationEndpoints,
  ...portalEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
};

/** Answers an API call. Its changes are on disk before the answer is returned. */
export function answer(state: State, request: PlainRequest, origin: string): Response {
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  try {
    authenticate(request);
    const found = findEndpoint(request);
    const { params, paths } = readParams(request);
    return state.transact((tx) => {
      const replay = key === undefined ? undefined : findReplay(tx, key, request);
      if (replay) return respond(replay.status, replay.body, { 'idempotent-replayed': 'true' });

      const object = found.run({ tx, params, id: found.id, origin });
      const body = JSON.stringify(expand(tx, object, paths), undefined, 2);
      if (key !== undefined) tx.put('replays', newReplay(tx, key, request, 200, body));
      return respond(200, body);
    });
  } catch (error) {
    const { status, body } = errorAnswer(error);
    return respond(status, body);
  }
}

/** Stores a failure under the request's idempotency key, as Stripe stores its own failures. */
export function storeFailure(state: State, request: PlainRequest, status: number, body: string): void {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined || status < 500) return;
  state.transact((tx) => tx.put('replays', newReplay(tx, key, request, status, body)));
}

/** Converts an error to a status and a body in Stripe's shape. */
export function errorAnswer(error: unknown): { status: number; body: string } {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(500, 'api_error', `The simulator failed: ${String(error)}`);
  return { status: known.status, body: JSON.stringify(known.toBody(), undefined, 2) };
}

function respond(status: number, body: string, headers: Record<string, string> = {}): Response {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': newId('req', 14),
      'stripe-version': apiVersion,
      ...headers,
    },
    body,
  };
}

function authenticate({ headers }: PlainRequest): void {
  const [scheme = '', credentials = ''] = (headers['authorization'] ?? '').split(' ');
  const key =
    scheme === 'Basic' ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '') : credentials;
  if (key === '') {
    throw new ApiError(
      401,
      'invalid_request_error',
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!/^[sr]k_test_\w+$/.test(key)) {
    throw new ApiError(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 3)}****`);
  }
  const version = headers['stripe-version'] ?? apiVersion;
  if (version !== apiVersion)
    throw badRequest(`Invalid Stripe API version: ${version}. The simulator knows ${apiVersion}.`);
}

function findEndpoint({ method, path }: PlainRequest): { run: Endpoint; id: string } {
  const direct = endpoints[`${method} ${path}`];
  if (direct) return { run: direct, id: '' };

  for (const [key, run] of Object.entries(endpoints)) {
    const [, before = '', after = ''] = /^([^{]*)\{id\}(.*)$/.exec(key) ?? [];
    const call = `${method} ${path}`;
    if (before === '' || !call.startsWith(before) || !call.endsWith(after)) continue;
    const id = decodeURIComponent(call.slice(before.length, call.length - after.length));
    if (id !== '' && !id.includes('/')) return { run, id };
  }
  throw new ApiError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`, {
    code: 'url_invalid',
  });
}

const Expansion = z.object({ expand: z.array(Text).optional() });

/** Reads the parameters and the paths to expand. A POST sends its parameters as a form, never as JSON. */
function readParams({ method, query, headers, body }: PlainRequest): {
  params: FormObject;
  paths: readonly string[];
} {
  const isForm = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  if (method === 'POST' && body !== '' && !isForm) {
    throw badRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
    );
  }
  const form = parseForm(method === 'POST' ? body : query);
  const { expand: paths = [] } = readForm(Expansion, form);
  const { expand: _, ...params } = form;
  return { params, paths };
}

function findReplay(tx: Transaction, key: string, request: PlainRequest): Replay | undefined {
  if (key.length > 255) throw badRequest('Idempotency keys can be at most 255 characters long.');
  const known = tx.get('replays', key);
  if (!known || known.at + REPLAY_SECONDS < tx.now) return undefined;
  if (known.endpoint !== endpointOf(request)) {
    throw idempotencyError(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${known.endpoint}' vs '${endpointOf(request)}').`,
    );
  }
  if (known.fingerprint !== fingerprint(request)) {
    throw idempotencyError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return known;
}

function newReplay(
  tx: Transaction,
  key: string,
  request: PlainRequest,
  status: number,
  body: string,
): Replay {
  const endpointName = endpointOf(request);
  return { id: key, endpoint: endpointName, fingerprint: fingerprint(request), status, body, at: tx.now };
}

function endpointOf({ method, path }: PlainRequest): string {
  return `${method} ${path}`;
}

function fingerprint({ body }: PlainRequest): string {
  return createHash('sha256').update(body).digest('hex');
}

function idempotencyError(message: string): ApiError {
  return new ApiError(400, 'idempotency_error', message);
}
