/** The app's connections at Xero on the local console, of those that Xero's plans allow. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { XeroError } from '../../functions/services/xero/error.ts';
import { type ListedConnection, type XeroIdentity, xeroTiers } from '../../functions/services/xero/port.ts';
import { html, page, table } from '../simulators/html.ts';
import { sendPage } from './answers.ts';

type Identity = Pick<XeroIdentity, 'appToken' | 'connections'>;

/** Answers `GET /connections`. Returns false for any other request. */
export async function handleConnections(
  xero: Identity,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== 'GET' || request.url !== '/connections') return false;
  try {
    return sendPage(response, 200, listPage(await xero.connections(await xero.appToken())));
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    return sendPage(response, 502, page('Connections to Xero', html`<h1>${error.message}</h1>`));
  }
}

function listPage(connections: readonly ListedConnection[]): string {
  return page(
    'Connections to Xero',
    html`
      <p><a href="/">Local console</a></p>
      <h1>Connections to Xero</h1>
      <p>${usageOf(connections.length)}</p>
      <p class="muted">
        The job connection-sweep removes connections that were made here and link no entity.
      </p>
      <section class="card">
        ${table(connections.map(({ name, updatedAt }) => [name, new Date(updatedAt).toISOString()]))}
      </section>
    `,
  );
}

/** Describes the connections used by the smallest plan that allows as many. */
export function usageOf(used: number): string {
  const tier = xeroTiers.find(({ connections }) => used <= connections);
  if (!tier) return `${used} connections, more than any of Xero’s plans allows.`;
  const { name, connections, gigabytes, needsCertification } = tier;
  return [
    `${used} of the ${connections} connections of Xero’s ${name} plan are used.`,
    ...(gigabytes === null ? [] : [`It includes ${gigabytes} GB a month.`]),
    ...(needsCertification ? ['Xero requires certification for it.'] : []),
  ].join(' ');
}
