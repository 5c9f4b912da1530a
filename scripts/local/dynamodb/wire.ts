import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Fields } from './dynalite.ts';
import { isServiceError, serviceError } from './service-error.ts';

/** Carries out the operation of that name. @throws ServiceError */
export type Handle = (operation: string, request: Fields) => Promise<Fields>;

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

const MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * DynamoDB's protocol: JSON posted with the operation's name in a header. Signatures are not looked at, and with
 * them neither regions nor keys. Without CORS no web page gets to it.
 */
export function createWire(handle: Handle): Server {
  return createServer((request, response) => void converse(request, response, handle));
}

async function converse(request: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
  let body: string | undefined;
  try {
    body = await bodyOf(request);
  } catch {
    // Whoever asked went away in the middle of it.
    response.destroy();
    return;
  }
  if (request.method === 'POST') respond(response, await answerTo(request, body, handle));
  else response.end('healthy');
}

/** Undefined when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  return size > MAX_BYTES ? undefined : Buffer.concat(chunks).toString();
}

async function answerTo(request: IncomingMessage, body: string | undefined, handle: Handle): Promise<Answer> {
  try {
    if (body === undefined) throw serviceError('RequestTooLarge', 'The request is longer than 16 MB');
    return { status: 200, body: await handle(operationOf(request), fieldsOf(body)) };
  } catch (error) {
    if (isServiceError(error)) return { status: error.statusCode, body: error.body };
    console.error(error);
    return { status: 500, body: serviceError('InternalServerError', String(error)).body };
  }
}

/** `PutItem` of `DynamoDB_20120810.PutItem`. */
function operationOf({ headers }: IncomingMessage): string {
  return String(headers['x-amz-target']).split('.').at(-1) ?? '';
}

function fieldsOf(body: string): Fields {
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields === 'object' && fields !== null) return { ...fields };
  } catch {
    // Said below, as for everything else that is no object.
  }
  throw serviceError('SerializationException', 'The request is not a JSON object');
}

function respond(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
    'x-amz-crc32': crc32(text),
    'x-amzn-requestid': randomUUID(),
  });
  response.end(text);
}
