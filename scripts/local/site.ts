/** The portal's origin: the built site, and the API below `/v1`, with the headers of production. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { constants } from 'node:zlib';
import compression from 'compression';
import sirv from 'sirv';
import { securityHeaders } from '../../infra/security-headers.ts';
import { onLoopback } from '../simulators/loopback.ts';
import { readBytes } from '../simulators/serve.ts';
import { giveFile, takeFile } from './files.ts';
import type { Gateway } from './gateway.ts';

/** Just above the gateway's limit, so that the gateway can refuse the body. */
const MOST_BYTES = 10 * 1024 * 1024 + 1;

export interface SiteOptions {
  readonly folder: string;
  readonly gateway: Gateway;
  /** The folder of attachments. */
  readonly files: string;
  /** Loads the sample data on a POST to `/local/sample-data`; null where it is not offered. */
  readonly sampleData: (() => Promise<unknown>) | null;
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** As strong as the distribution compresses. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 } as const;

export function createSite({ folder, gateway, files, sampleData }: SiteOptions): Server {
  // Its types are Express's, and it needs no more than Node's.
  const compress = compression({ brotli: { params: BROTLI } }) as unknown as Middleware;
  const sendFile = sirv(folder, { dev: true, etag: true, extensions: [], setHeaders: cacheAssets });
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<unknown> => {
    if (path === '/v1' || path.startsWith('/v1/')) return api(request, response, gateway);
    if (path === '/local/files') return attachment(request, response, files);
    if (sampleData !== null && request.method === 'POST' && path === '/local/sample-data') {
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
      return response.writeHead(200, headers).end(JSON.stringify(await sampleData()));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return response.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    if (extname(path) !== '' && path !== '/index.html') return sendFile(request, response);
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    return sendPage(request, response, sampleData === null ? html : withSampleMark(html));
  };
  return createServer(
    onLoopback((request, response) => {
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
      const path = pathOf(request.url ?? '/');
      if (path === null) {
        response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad request');
        return;
      }
      compress(request, response, () => {
        answer(request, response, path).catch((error: unknown) => {
          // The page was left while the call was pending.
          if (request.socket.destroyed) return;
          process.stderr.write(`${request.method} ${path}: ${String(error)}\n`);
          if (!response.headersSent) response.writeHead(500);
          response.end();
        });
      });
    }),
  );
}

/** The names of assets change with their content. Other files are asked for again each time. */
function cacheAssets(response: ServerResponse, path: string): void {
  if (path.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
}

/** Returns the path of a request target, or null when it is malformed. */
function pathOf(target: string): string | null {
  return URL.parse(target.startsWith('/') ? `http://localhost${target}` : target)?.pathname ?? null;
}

async function api(request: IncomingMessage, response: ServerResponse, gateway: Gateway): Promise<void> {
  const body = (await readBytes(request, MOST_BYTES)) ?? Buffer.alloc(MOST_BYTES);
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(',') : (value ?? ''),
  ]);
  const answer = await gateway({
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
    source: request.socket.remoteAddress ?? '127.0.0.1',
  });
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** The largest file with the fields of its form and the headers of its parts. */
const MOST_FORM_BYTES = 11 * 1024 * 1024;

async function attachment(request: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const bytes = (await readBytes(request, MOST_FORM_BYTES)) ?? Buffer.of();
  const type = request.headers['content-type'] ?? '';
  const isUpload = request.method === 'POST';
  const answer = await (isUpload ? takeFile(folder, type, bytes) : giveFile(folder, searchParams));
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Sends the application's page, and 304 when the client has it, as the distribution does. */
function sendPage(request: IncomingMessage, response: ServerResponse, html: string): void {
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', etag };
  const isKnown = request.headers['if-none-match']?.includes(etag) === true;
  response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : html);
}

/** Marks the application's page, so that the login page offers the sample data. */
export const withSampleMark = (html: string): string =>
  html.replace('</head>', '<meta name="paydown-sample-data" content="/local/sample-data"></head>');
