/**
 * AWS for built functions: every call is reported with the function whose credentials signed it, refused unless its role
 * allows it, and carried out by the local product's servers or in memory.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type AwsCall, dynamoCalls, jsonCalls, mailCalls, objectCalls } from './aws-call.ts';
import { handlerOfKey } from './built-functions.ts';

interface Given {
  /** Returns whether the caller's role allows the call, and records it. */
  readonly isAllowed: (call: AwsCall) => Promise<boolean>;
  /** The addresses of the local product. */
  readonly database: string;
  readonly console: string;
  readonly secretsFolder: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

export interface AwsEndpoint {
  readonly origin: string;
  close(): Promise<void>;
}

/** The bucket's name in `FILES_BUCKET`. */
export const BUCKET = 'files';

export async function startAws(given: Given): Promise<AwsEndpoint> {
  const objects = new Map<string, Uint8Array>();
  const masterKey = randomBytes(32);
  const server = createServer((request, response) => {
    answerTo(request, given, objects, masterKey)
      .catch((error: unknown): Answer => {
        process.stderr.write(`aws ${request.method} ${request.url}: ${String(error)}\n`);
        return { status: 500, body: String(error) };
      })
      .then((answer) => respond(response, answer))
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function respond(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

async function answerTo(
  request: IncomingMessage,
  given: Given,
  objects: Map<string, Uint8Array>,
  masterKey: Buffer,
): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://aws');
  const received = {
    method: request.method ?? 'GET',
    url,
    headers: request.headers,
    bytes: await buffer(request),
  };
  const target = String(request.headers['x-amz-target'] ?? '');
  if (target.startsWith('DynamoDB_')) return table(received, target, given);
  if (target !== '') return json(received, target, given, masterKey);
  if (url.pathname.startsWith('/v2/email/')) return mail(received, given);
  return objectStore(received, given, objects);
}

async function mayAll(calls: readonly AwsCall[], { isAllowed }: Given): Promise<boolean> {
  const allowed = await Promise.all(calls.map(isAllowed));
  return allowed.every(Boolean);
}

/** Returns the handler whose credentials signed the request. */
function callerOf({ headers, url }: Received, form?: FormData): string {
  const inForm = form?.get('X-Amz-Credential');
  const credential =
    /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ??
    url.searchParams.get('X-Amz-Credential')?.split('/')[0] ??
    (typeof inForm === 'string' ? inForm.split('/')[0] : undefined);
  if (credential === undefined) throw new Error('A request without credentials');
  return handlerOfKey(credential);
}

const DENIED: Answer = {
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: 'AccessDeniedException', message: 'The role does not allow it.' }),
};

async function table(received: Received, target: string, given: Given): Promise<Answer> {
  const handler = callerOf(received);
  const operation = target.split('.')[1] ?? '';
  const calls = dynamoCalls(operation, bodyOf(received)).map((call) => ({ ...call, handler }));
  return (await mayAll(calls, given)) ? forward(received, given.database, '/') : DENIED;
}

async function mail(received: Received, given: Given): Promise<Answer> {
  const handler = callerOf(received);
  const calls = mailCalls(bodyOf(received)).map((call) => ({ ...call, handler }));
  if (!(await mayAll(calls, given))) return DENIED;
  return forward(received, given.console, received.url.pathname);
}

async function json(received: Received, target: string, given: Given, masterKey: Buffer): Promise<Answer> {
  const handler = callerOf(received);
  const body = bodyOf(received);
  const calls = jsonCalls(target, body).map((call) => ({ ...call, handler }));
  if (!(await mayAll(calls, given))) return DENIED;
  if (target === 'AmazonSSM.GetParameter') return success({ Parameter: parameter(body, given) });
  if (target === 'TrentService.GenerateDataKey') return success(dataKey(masterKey));
  if (target === 'TrentService.Decrypt') return success(decrypted(masterKey, body));
  return forward(received, given.console, '/');
}

const bodyOf = ({ bytes }: Received): Readonly<Record<string, unknown>> =>
  JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>;

const success = (body: object): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

function parameter({ Name }: Readonly<Record<string, unknown>>, { secretsFolder }: Given): object {
  const name = String(Name);
  return { Name: name, Value: readFileSync(path.join(secretsFolder, path.posix.basename(name)), 'utf8') };
}

function dataKey(masterKey: Buffer): object {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', masterKey, iv);
  const wrapped = Buffer.concat([iv, cipher.update(key), cipher.final()]);
  return { KeyId: 'key', Plaintext: key.toString('base64'), CiphertextBlob: wrapped.toString('base64') };
}

function decrypted(masterKey: Buffer, { CiphertextBlob }: Readonly<Record<string, unknown>>): object {
  const wrapped = Buffer.from(String(CiphertextBlob), 'base64');
  const decipher = createDecipheriv('aes-256-ctr', masterKey, wrapped.subarray(0, 16));
  const key = Buffer.concat([decipher.update(wrapped.subarray(16)), decipher.final()]);
  return { KeyId: 'key', Plaintext: key.toString('base64') };
}

async function forward({ method, headers, bytes }: Received, origin: string, to: string): Promise<Answer> {
  const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
  const sent = Object.entries(kept).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(origin + to, { method, headers: sent, body: new Uint8Array(bytes) });
  const type = response.headers.get('content-type') ?? 'application/json';
  const error = response.headers.get('x-amzn-errortype');
  return {
    status: response.status,
    headers: { 'content-type': type, ...(error !== null && { 'x-amzn-errortype': error }) },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** S3: a missing object is a 404 only for a role that may list the bucket. */
async function objectStore(
  received: Received,
  given: Given,
  objects: Map<string, Uint8Array>,
): Promise<Answer> {
  const { method, url, headers, bytes } = received;
  const form = method === 'POST' ? await formOf(headers['content-type'] ?? '', bytes) : undefined;
  const handler = callerOf(received, form);
  const inForm = form?.get('key');
  const key =
    typeof inForm === 'string' ? inForm : decodeURIComponent(url.pathname).replace(`/${BUCKET}/`, '');
  const copied = headers['x-amz-copy-source'];
  const source = copied === undefined ? null : decodeURIComponent(String(copied)).replace(`${BUCKET}/`, '');
  const calls = objectCalls(method, key, source).map((call) => ({ ...call, handler }));
  if (!(await mayAll(calls, given))) return xml(403, 'AccessDenied');
  const wanted = source ?? (method === 'GET' ? key : null);
  if (wanted !== null && !objects.has(wanted)) {
    const listing = { handler, action: 's3:ListBucket', resource: { kind: 'bucket' }, context: {} } as const;
    return (await given.isAllowed(listing)) ? xml(404, 'NoSuchKey') : xml(403, 'AccessDenied');
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204, body: '' };
  }
  if (method === 'GET') {
    return { status: 200, headers: { etag: '"etag"' }, body: objects.get(key) ?? '' };
  }
  const file = form?.get('file');
  const content = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(bytes);
  objects.set(key, source === null ? content : (objects.get(source) ?? content));
  return source === null
    ? { status: 200, headers: { etag: '"etag"' }, body: '' }
    : { status: 200, body: '<CopyObjectResult><ETag>"etag"</ETag></CopyObjectResult>' };
}

const formOf = (type: string, bytes: Buffer): Promise<FormData> =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();

const xml = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});
