/** The answers of routes: JSON, files, pages and problems, with their headers. */
import type { APIGatewayProxyStructuredResultV2, APIGatewayProxyEventV2 } from 'aws-lambda';
import { create as createDisposition } from 'content-disposition';
import type * as z from 'zod';
import type { ProblemDetails } from './problem.ts';
import type { CookieReply, FileReply, ListReply, NegotiatedReply, RouteRow } from '../api/route.ts';
import { gzipSync } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';

export type HttpAnswer = APIGatewayProxyStructuredResultV2;

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Returns the answer of a route's kind; the row's `response` filters what is sent. */
export function answer(row: RouteRow, reply: unknown): HttpAnswer {
  if (row.kind === 'file') return fileOrAccepted(row, reply as FileReply | { readonly accepted: unknown });
  if (row.kind === 'page') return page(reply as string);
  if (row.kind === 'negotiated') return negotiated(row, reply as NegotiatedReply<unknown, unknown>);
  if (row.accepted && isAccepted(reply)) return json(202, row.accepted, reply.accepted);
  if (!row.response) return { statusCode: 204, headers: { 'cache-control': 'no-store' } };
  const { value, headers } = unwrap(row, reply);
  return json(row.status ?? 200, row.response, value, headers);
}

const isAccepted = (reply: unknown): reply is { readonly accepted: unknown } =>
  typeof reply === 'object' && reply !== null && 'accepted' in reply;

function json(
  statusCode: number,
  schema: z.ZodType | undefined,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const body = JSON.stringify(schema?.parse(value));
  return { statusCode, headers: { ...JSON_HEADERS, ...headers }, body };
}

function fileOrAccepted(row: RouteRow, reply: FileReply | { readonly accepted: unknown }): HttpAnswer {
  return 'accepted' in reply ? json(202, row.accepted, reply.accepted) : download(reply);
}

/** One address has several formats, so caches must keep them apart. */
function negotiated(row: RouteRow, reply: NegotiatedReply<unknown, unknown>): HttpAnswer {
  const answered =
    'file' in reply
      ? download(reply.file)
      : 'accepted' in reply
        ? json(202, row.accepted, reply.accepted)
        : json(200, row.response, reply.json);
  return { ...answered, headers: { ...answered.headers, vary: 'accept' } };
}

/** Returns the body of the answer, with the header of the row's kind. */
function unwrap(row: RouteRow, reply: unknown): { value: unknown; headers: Record<string, string> } {
  if (row.kind === 'list') {
    const { items, next } = reply as ListReply<unknown>;
    return { value: items, headers: next === null ? {} : { 'x-next-cursor': next } };
  }
  if (row.kind === 'cookie') {
    const { value, cookie } = reply as CookieReply<unknown>;
    return { value, headers: cookie === null ? {} : { 'set-cookie': cookie } };
  }
  return { value: reply, headers: {} };
}

function page(html: string): HttpAnswer {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  return { statusCode: 200, headers, body: html };
}

function download({ name, contentType, bytes }: FileReply): HttpAnswer {
  return {
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': createDisposition(name),
      'cache-control': 'no-store',
    },
    body: Buffer.from(bytes).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Returns a refusal or a failure as RFC 9457 problem details. `retryAfter`: seconds, or null when no time is known. */
export const problemAnswer = (problem: ProblemDetails, retryAfter: number | null): HttpAnswer => ({
  statusCode: problem.status,
  headers: {
    ...JSON_HEADERS,
    'content-type': 'application/problem+json',
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
  },
  body: JSON.stringify(problem),
});

/** Shorter text gains less than it costs. */
const LEAST_BYTES = 1024;

/**
 * Compresses text for callers that accept it. The distribution compresses only what it may cache, and it may cache no
 * answer of the API.
 */
export function compressAnswers(): MiddlewareObj<APIGatewayProxyEventV2, HttpAnswer> {
  return {
    after: (request) => {
      const accepted = request.event.headers['accept-encoding'] ?? '';
      if (request.response && /\bgzip\b/.test(accepted)) request.response = compressed(request.response);
    },
  };
}

function compressed(plain: HttpAnswer): HttpAnswer {
  const { body = '', isBase64Encoded, headers = {} } = plain;
  if (isBase64Encoded === true || Buffer.byteLength(body) < LEAST_BYTES) return plain;
  const vary = [headers['vary'], 'accept-encoding'].filter((name) => name !== undefined).join(', ');
  return {
    ...plain,
    headers: { ...headers, 'content-encoding': 'gzip', vary },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}
