import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Fields } from './dynalite.ts';
import { AnswerLost, isServiceError, serviceError } from './service-error.ts';
import type { ServiceError } from './service-error.ts';
import { onLoopback } from '../loopback.ts';
import { readBytes } from '../serve.ts';

/** Runs the operation of that name. @throws ServiceError */
export type Handle = (operation: string, request: Fields) => Promise<Fields>;

const MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * DynamoDB's protocol: JSON posted with the operation's name in a header. Signatures, and with them regions and keys,
 * are not checked. There are no CORS headers, so no web page can call it.
 */
export function createWire(handle: Handle): Server {
  return createServer(onLoopback((request, response) => void converse(request, response, handle)));
}

async function converse(request: IncomingMessage, response: ServerResponse, handle: Handle): Promise<void> {
  let body: Buffer | null;
  try {
    body = await readBytes(request, MAX_BYTES);
  } catch {
    // The client closed the connection before the request ended.
    response.destroy();
    return;
  }
  if (request.method !== 'POST') {
    response.end('healthy');
    return;
  }
  try {
    respond(response, 200, await answerTo(request, body, handle));
  } catch (error) {
    if (error instanceof AnswerLost) {
      response.destroy();
      return;
    }
    const { statusCode, body: problem } = asServiceError(error);
    respond(response, statusCode, problem);
  }
}

async function answerTo(request: IncomingMessage, body: Buffer | null, handle: Handle): Promise<Fields> {
  if (body === null) throw serviceError('RequestTooLarge', 'The request is longer than 16 MB');
  return handle(operationOf(request), fieldsOf(body.toString()));
}

function asServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  console.error(error);
  return serviceError('InternalServerError', String(error));
}

/** Returns `PutItem` for `DynamoDB_20120810.PutItem`. */
function operationOf({ headers }: IncomingMessage): string {
  return String(headers['x-amz-target']).split('.').at(-1) ?? '';
}

function fieldsOf(body: string): Fields {
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields === 'object' && fields !== null) return { ...fields };
  } catch {
    // Refused below, like every body that is no object.
  }
  throw serviceError('SerializationException', 'The request is not a JSON object');
}

function respond(response: ServerResponse, status: number, body: Fields): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
    'x-amz-crc32': crc32(text),
    'x-amzn-requestid': randomUUID(),
  });
  response.end(text);
}
