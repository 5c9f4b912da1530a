/** Local servers and their requests. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as plain values. `path` has no query; header names are lower case. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A running simulator. */
export interface Running {
  readonly port: number;
  /** Its address, `http://localhost:PORT`. */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Listens on the loopback address; 0 takes a free port. Returns the port.
 * @throws Error with the code `EADDRINUSE` when the port is taken.
 */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Stops a server and closes its connections. */
export async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** Reads a whole body. Returns null when it is longer than `most` bytes. */
export async function readBytes(incoming: IncomingMessage, most = Infinity): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  return size > most ? null : Buffer.concat(chunks);
}

/** Reads a whole request. Returns null when its body is longer than `most` bytes. */
export async function readRequest(incoming: IncomingMessage, most = Infinity): Promise<PlainRequest | null> {
  const [path = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s, 2);
  const body = await readBytes(incoming, most);
  if (body === null) return null;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  return { method: incoming.method ?? 'GET', path, query, headers, body: body.toString() };
}
