/** The portal's origin: the built site, and the API below `/v1`, with the headers of production. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, constants, createGzip } from 'node:zlib';
import { securityHeaders } from '../../infra/security-headers.ts';
import { onLoopback } from '../simulators/loopback.ts';
import { giveFile, takeFile } from './files.ts';
import type { Gateway } from './gateway.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
};

const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;
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

export function createSite({ folder, gateway, files, sampleData }: SiteOptions): Server {
  const listener: RequestListener = (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const path = pathOf(request.url ?? '/');
    if (path === null) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad request');
      return;
    }
    const isSample = sampleData !== null && request.method === 'POST' && path === '/local/sample-data';
    const work = isSample
      ? sample(request, response, sampleData)
      : path === '/local/files'
        ? attachment(request, response, files)
        : path === '/v1' || path.startsWith('/v1/')
          ? api(request, response, gateway)
          : page(request, response, folder, path, sampleData !== null);
    work.catch((error: unknown) => {
      // The page was left while the call was pending.
      if (request.socket.destroyed) return;
      process.stderr.write(`${request.method} ${path}: ${String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
  return createServer(onLoopback(listener));
}

/** Returns the path of a request target, or null when it is malformed. */
function pathOf(target: string): string | null {
  return URL.parse(target.startsWith('/') ? `http://localhost${target}` : target)?.pathname ?? null;
}

async function api(request: IncomingMessage, response: ServerResponse, gateway: Gateway): Promise<void> {
  const body = await bytesOf(request, MOST_BYTES);
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
  await send(request, response, answer.status, answer.headers, answer.body);
}

/** Reads a body; of one that is too large, the first part. */
async function bytesOf(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The largest file with the fields of its form and the headers of its parts. */
const MOST_FORM_BYTES = 11 * 1024 * 1024;

async function attachment(request: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const answer =
    request.method === 'POST'
      ? await takeFile(folder, request.headers['content-type'] ?? '', await bytesOf(request, MOST_FORM_BYTES))
      : await giveFile(folder, searchParams);
  await send(request, response, answer.status, answer.headers, answer.body);
}

/** Sends a file of the build, or the application's page for a path without an extension. */
async function page(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  path: string,
  offersSampleData: boolean,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const extension = extname(path);
  if (extension === '' || path === '/index.html') {
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const shown = offersSampleData ? withSampleMark(html) : html;
    const etag = `W/"${createHash('sha256').update(shown).digest('base64url')}"`;
    const headers = { 'content-type': TYPES['.html'] ?? '', 'cache-control': 'no-cache', etag };
    await sendUnlessKnown(request, response, headers, () => Buffer.from(shown));
    return;
  }
  const file = join(folder, normalize(decoded(path)));
  const found = file.startsWith(folder) ? await stat(file).catch(() => null) : null;
  if (found?.isFile() !== true) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  const hashed = path.startsWith('/assets/');
  const headers = {
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `W/"${found.size.toString(16)}-${Math.floor(found.mtimeMs).toString(16)}"`,
  };
  await sendUnlessKnown(request, response, headers, () => createReadStream(file));
}

/** Returns a malformed path unchanged. No file has such a name. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Sends 304 when the client has the current version, as the distribution does. */
async function sendUnlessKnown(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>> & { readonly etag: string },
  read: () => Uint8Array | NodeJS.ReadableStream,
): Promise<void> {
  if (request.headers['if-none-match']?.includes(headers.etag) === true) {
    response.writeHead(304, headers).end();
    return;
  }
  await send(request, response, 200, headers, read());
}

/** Marks the application's page, so that the login page offers the sample data. */
export const withSampleMark = (html: string): string =>
  html.replace('</head>', '<meta name="paydown-sample-data" content="/local/sample-data"></head>');

async function sample(
  request: IncomingMessage,
  response: ServerResponse,
  load: () => Promise<unknown>,
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  await send(request, response, 200, headers, Buffer.from(JSON.stringify(await load())));
}

/** Compresses text for browsers that accept it, as the distribution does; the API compresses its own answers. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | NodeJS.ReadableStream,
): Promise<void> {
  const accepted = request.headers['accept-encoding'] ?? '';
  const isCompressed = 'content-encoding' in headers;
  const compressible = !isCompressed && COMPRESSIBLE.test(headers['content-type'] ?? '');
  const empty = body instanceof Uint8Array && body.length === 0;
  const encoding =
    !compressible || empty
      ? null
      : /\bbr\b/.test(accepted)
        ? 'br'
        : /\bgzip\b/.test(accepted)
          ? 'gzip'
          : null;
  response.writeHead(status, {
    ...headers,
    ...(compressible && { vary: 'accept-encoding' }),
    ...(encoding && { 'content-encoding': encoding }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const source = body instanceof Uint8Array ? [body] : body;
  if (encoding === null) await pipeline(source, response);
  else await pipeline(source, compressor(encoding), response);
}

/** As strong as the distribution compresses. */
export const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 } as const;

function compressor(encoding: 'br' | 'gzip') {
  return encoding === 'gzip' ? createGzip() : createBrotliCompress({ params: BROTLI });
}
