/**
 * Reloads open pages during development. A page keeps a stream of server-sent events open; it reloads when the version
 * in it changes, which happens after a build of the site and after a restart of this process.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const SCRIPT_PATH = '/local/live-reload.js';
const EVENTS_PATH = '/local/live-reload';
const RECONNECT_MS = 50;

const SCRIPT = `
let current;
new EventSource('${EVENTS_PATH}').addEventListener('message', ({ data }) => {
  if (current !== undefined && current !== data) location.reload();
  current = data;
});
`;

export class LiveReload {
  /** Markup that a page needs to reload itself. */
  readonly markup = `<script src="${SCRIPT_PATH}" defer></script>`;
  readonly #pages = new Set<ServerResponse>();
  #version = randomUUID();

  /** Reloads every open page. */
  reload(): void {
    this.#version = randomUUID();
    for (const page of this.#pages) page.write(`data: ${this.#version}\n\n`);
  }

  /** Answers a request for the script or the stream. Returns false for any other path. */
  handle(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    if (request.method !== 'GET') return false;
    if (path === SCRIPT_PATH) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(SCRIPT);
      return true;
    }
    if (path !== EVENTS_PATH) return false;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`retry: ${RECONNECT_MS}\ndata: ${this.#version}\n\n`);
    this.#pages.add(response);
    response.on('close', () => this.#pages.delete(response));
    return true;
  }
}
