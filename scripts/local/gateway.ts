/** The local API Gateway: the same events, limits and error responses as in production. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { LambdaHandler } from '../../functions/access/endpoint.ts';
import { partsOf, queueOf, rowsOf, type RouteKey, type RouteRow } from '../../functions/api/route.ts';
import { type Environment, loadHandler } from './load-handler.ts';
import { apiEvent, createRouter, lambdaContext, type HttpCall } from './api-event.ts';

/** The default time limit of a request, in seconds. */
const SECONDS = 30;
const GATEWAY_BYTES = 10 * 1024 * 1024;
/** Lambda's limit for an event and for a response. */
const LAMBDA_BYTES = 6 * 1024 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type Gateway = (call: HttpCall) => Promise<HttpAnswer>;

/** Loads the handler of a route. */
export type Handlers = (key: RouteKey, row: RouteRow) => Promise<LambdaHandler>;

/** @param seconds that a function may take */
export function createGateway(
  rows: Readonly<Record<string, RouteRow>>,
  handlers: Handlers,
  seconds = SECONDS,
): Gateway {
  const byKey = new Map(rowsOf(rows));
  const route = createRouter([...byKey.keys()]);
  const loaded = new Map<RouteKey, Promise<LambdaHandler>>();

  return async (call) => {
    const match = route(call.method, call.url.split('?')[0] ?? '/');
    const row = match && byKey.get(match.key);
    if (!match || !row) return message(404, 'Not Found');
    if (call.body.length > GATEWAY_BYTES) return message(413, 'Request Too Long');
    const event = apiEvent(call, match, Date.now());
    if (sizeOf(event) > LAMBDA_BYTES) return message(413, 'Request Too Long');

    let handler = loaded.get(match.key);
    if (!handler) {
      handler = handlers(match.key, row);
      loaded.set(match.key, handler);
      handler.catch(() => loaded.delete(match.key));
    }
    try {
      return await run(await handler, event, match.key, seconds);
    } catch (error) {
      process.stderr.write(`${match.key}: ${error instanceof Error ? error.stack : String(error)}\n`);
      return message(500, 'Internal Server Error');
    }
  };
}

async function run(
  handler: LambdaHandler,
  event: APIGatewayProxyEventV2,
  key: string,
  seconds: number,
): Promise<HttpAnswer> {
  const lambda = lambdaContext(key, Date.now() + seconds * 1000);
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), seconds * 1000);
  });
  try {
    const result = await Promise.race([handler(event, lambda), timeUp]);
    if (result === null) return message(503, 'Service Unavailable');
    return answer(result);
  } finally {
    clearTimeout(timer);
  }
}

function answer(result: APIGatewayProxyStructuredResultV2): HttpAnswer {
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > LAMBDA_BYTES) return message(500, 'Internal Server Error');
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]);
  return { status: result.statusCode ?? 200, headers: Object.fromEntries(headers), body };
}

function message(status: number, text: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'apigw-requestid': randomUUID() },
    body: Buffer.from(JSON.stringify({ message: text })),
  };
}

const sizeOf = (event: APIGatewayProxyEventV2): number => Buffer.byteLength(event.body ?? '');

/** Loads each route's handler on its first request, with its own context, as Lambda does. */
export const handlersFromFiles =
  (environment: Environment, writeLine: (line: string) => void): Handlers =>
  (_key, row) =>
    loadHandler<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>(
      row.handler,
      partsOf(row),
      queueOf([row]),
      environment,
      writeLine,
    );
