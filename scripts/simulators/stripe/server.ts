import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { webhookPath } from '../../stripe/catalogue.ts';
import { answer, storeFailure, type Response, errorAnswer } from './api.ts';
import { ApiError } from './api-error.ts';
import { seedCatalogue } from './catalogue.ts';
import { seedTaxId } from './tax-ids.ts';
import { control, type Controlled } from './control.ts';
import { createDeliveries } from './deliveries.ts';
import { createFaults, GARBAGE } from '../faults.ts';
import { respondToBrowser } from './pages/respond.ts';
import { seedPortal } from './portal-configurations.ts';
import { openState, type Transaction } from './state.ts';
import { catchUp } from './time.ts';
import { seedTaxRate } from './tax-rates.ts';
import { seedPortalEndpoint } from './webhook-endpoints.ts';
import { onLoopback } from '../loopback.ts';
import { listen, type PlainRequest, readRequest, type Running, stop } from '../serve.ts';

const LARGEST_BODY = 1_000_000;

export interface StripeSimulatorOptions {
  /** 0 takes a free one. */
  port: number;
  /** The folder of the state file `stripe.sqlite`. */
  dataDir: string;
  /** The origin of the portal, which gets events at `/v1/webhooks/stripe`. */
  portalOrigin: string;
  /** The secret that signs events. */
  webhookSecret: string;
}

interface Simulator extends Controlled {
  origin: string;
}

/**
 * Starts a Stripe for subscriptions: the API, the Checkout and billing portal pages, signed webhooks and `/_control`.
 * Changes are on disk before the answer is sent. Rejects if the port is taken.
 */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<Running> {
  // The port comes first: it also guards the data folder.
  const server = createServer();
  const port = await listen(server, options.port);
  const origin = `http://localhost:${port}`;

  const state = openState(options.dataDir);
  const webhookUrl = options.portalOrigin + webhookPath;
  state.transact((tx) => seed(tx, webhookUrl));
  const deliveries = createDeliveries(state, webhookUrl, options.webhookSecret);
  const simulator: Simulator = { state, deliveries, faults: createFaults(), origin };
  server.on(
    'request',
    onLoopback((request, response) => void serve(simulator, request, response)),
  );
  deliveries.wake();

  return {
    port,
    origin,
    async close() {
      deliveries.close();
      await stop(server);
      state.close();
    },
  };
}

/** Sets up an empty account for the product. */
function seed(tx: Transaction, webhookUrl: string): void {
  if (tx.all('products').length === 0) seedCatalogue(tx);
  if (tx.all('taxIds').length === 0) seedTaxId(tx);
  if (tx.all('portalConfigurations').length === 0) seedPortal(tx);
  if (tx.all('taxRates').length === 0) seedTaxRate(tx);
  seedPortalEndpoint(tx, webhookUrl);
}

async function serve(
  simulator: Simulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const request = await readRequest(incoming, LARGEST_BODY);
    if (request === null) throw new ApiError(413, 'invalid_request_error', 'The request is too large.');
    const response = await respond(simulator, request);
    if (response === null) {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(response.status, response.headers).end(response.body);
  } catch (error) {
    const { status, body } = errorAnswer(error);
    outgoing.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
  }
}

/** Answers a request; null cuts the connection. */
async function respond(simulator: Simulator, request: PlainRequest): Promise<Response | null> {
  catchUp(simulator.state);
  try {
    if (request.path.startsWith('/v1/')) return await respondToApi(simulator, request);
    if (request.path.startsWith('/_control/')) return await respondToControl(simulator, request);
    const form = new URLSearchParams(request.method === 'POST' ? request.body : request.query);
    return respondToBrowser(simulator.state, request.method, request.path, form);
  } finally {
    simulator.deliveries.wake();
  }
}

async function respondToApi(
  { state, faults, origin }: Simulator,
  request: PlainRequest,
): Promise<Response | null> {
  const fault = faults.take(request.method, request.path);
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  if (fault?.kind === 'drop-before') return null;
  if (fault?.kind === 'garbage') return GARBAGE;
  if (fault?.kind === 'status') {
    const status = fault.status ?? 500;
    const { body } = errorAnswer(new ApiError(status, 'api_error', 'The simulator was told to fail.'));
    storeFailure(state, request, status, body);
    const retryAfter = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
    return { status, headers: { 'content-type': 'application/json', ...retryAfter }, body };
  }
  const response = answer(state, request, origin);
  return fault?.kind === 'drop-after' ? null : response;
}

async function respondToControl(simulator: Simulator, request: PlainRequest): Promise<Response> {
  const { method, path, body } = request;
  const result = await control(simulator, method, path, body);
  if (!result) throw new ApiError(404, 'invalid_request_error', `There is no ${method} ${path}.`);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(result) };
}
