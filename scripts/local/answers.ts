/** Bodies of requests and answers of the local console. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Returns the JSON of a body: an empty object for an empty one, undefined for anything else. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function sendJson(response: ServerResponse, status: number, value: unknown): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  return true;
}

export function sendPage(response: ServerResponse, status: number, markup: string): true {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(markup);
  return true;
}
