/** The product's own client, whose calls go through a server on this machine that records them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createXero } from '../../../functions/vendors/xero/client.ts';
import type { Xero, XeroAccess } from '../../../functions/services/xero/port.ts';
import type { XeroCredentials } from '../credentials.ts';
import type { Evidence } from '../evidence.ts';
import type { XeroAddresses, XeroSession } from './session.ts';

export interface ProductClient {
  readonly xero: Xero;
  /** The access of the present connection. */
  access(): XeroAccess;
  close(): Promise<void>;
}

/** Headers that belong to one connection between two machines, and lengths of another body. */
const OF_TRANSPORT = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'transfer-encoding',
]);

const passedOn = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_TRANSPORT.has(name) ? [[name, value]] : [],
    ),
  );

/** Starts the recording server, and creates a client that calls it instead of Xero. */
export async function openProduct(
  { clientId, clientSecret }: XeroCredentials,
  addresses: XeroAddresses,
  session: XeroSession,
  evidence: Evidence,
): Promise<ProductClient> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const origin = url.startsWith('/connect/') ? addresses.identity : addresses.api;
      // The SDK sends a body with every call; fetch refuses one of a GET.
      const body = await text(request);
      const call = { method, url: `${origin}${url}`, headers: passedOn(request.headers) };
      const answer = await evidence.send({ ...call, ...(method !== 'GET' && body !== '' && { body }) });
      const sent = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status, passedOn({ ...answer.headers })).end(sent);
      // A call without an answer stays without one.
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const xero = createXero({
    clientId,
    clientSecret,
    hosts: {
      authoriseEndpoint: addresses.authorise,
      identityBase: base,
      apiBase: base,
      webBase: addresses.web,
    },
    redirectUris: { entity: '', signup: '' },
  });
  return {
    xero: {
      ...xero,
      async appToken() {
        const token = await xero.appToken();
        evidence.redactor.learn(token);
        return token;
      },
    },
    access: () => {
      const { tenantId } = session.connection();
      return { accessToken: session.tokens().access, tenantId } as XeroAccess;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
