/** Converts a browser's request into the event of API Gateway, payload format 2.0. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { RouteKey } from '../../functions/api/route.ts';

export interface HttpCall {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly source: string;
}

interface Match {
  readonly key: RouteKey;
  readonly params: Readonly<Record<string, string>>;
}

/** Selects routes as API Gateway does: a literal segment wins over a parameter, from left to right. */
export function createRouter(keys: readonly RouteKey[]): (method: string, path: string) => Match | null {
  // No letter comes after `~`, so of two routes that fit a path the more literal one is first.
  const rank = (key: string): string => key.replaceAll(/\{\w+\}/g, '~');
  const routes = keys
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map((key) => ({ key, segments: segmentsOf(key) }));
  const byLength = Map.groupBy(routes, ({ segments }) => segments.length);
  return (method, path) => {
    const sent = segmentsOf(`${method} ${path}`);
    for (const { key, segments } of byLength.get(sent.length) ?? []) {
      const params = paramsOf(segments, sent);
      if (params) return { key, params };
    }
    return null;
  };
}

/** The method, and the parts of the path between its slashes. */
const segmentsOf = (key: string): readonly string[] => key.split('/');

/** The path's values of the parameters, or null where the route does not fit. */
function paramsOf(segments: readonly string[], sent: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = sent[index] ?? '';
    if (segment.startsWith('{') && value !== '') params[segment.slice(1, -1)] = decode(value);
    else if (segment !== value) return null;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const TEXT_BODY = /^(text\/|application\/(json|x-www-form-urlencoded|.*\+json))/;

export function apiEvent(call: HttpCall, { key, params }: Match, now: number): APIGatewayProxyEventV2 {
  const [rawPath = '/', rawQueryString = ''] = call.url.split('?');
  const query = new URLSearchParams(rawQueryString);
  const isText = TEXT_BODY.test(call.headers['content-type'] ?? 'application/json');
  const body = Buffer.from(call.body);
  const { cookie, ...headers } = call.headers;
  return {
    version: '2.0',
    routeKey: key,
    rawPath,
    rawQueryString,
    headers,
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    ...(query.size > 0 && { queryStringParameters: joined(query) }),
    ...(Object.keys(params).length > 0 && { pathParameters: params }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: call.headers['host'] ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: call.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: call.source,
        userAgent: call.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: key,
      stage: '$default',
      time: new Date(now).toISOString(),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Repeated parameters are joined by commas. */
function joined(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

/** Returns Lambda's context of an invocation. Handlers read only the remaining time. */
export const lambdaContext = (functionName: string, deadline: number): Context =>
  ({ functionName, getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) }) as Context;
