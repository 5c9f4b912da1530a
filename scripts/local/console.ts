/** The local console: the mailbox, the timers with their queue, and links to the other servers. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { XeroIdentity } from '../../functions/services/xero/port.ts';
import { sendPage } from './answers.ts';
import { handleConnections } from './connections-page.ts';
import { html, page, table } from '../simulators/html.ts';
import { onLoopback } from '../simulators/loopback.ts';
import { handleJobs } from './jobs-pages.ts';
import type { LocalJobs } from './jobs.ts';
import type { Mailbox } from './mailbox.ts';
import { handleQueueCall } from './queue-protocol.ts';

export function createConsole(
  mailbox: Mailbox,
  jobs: LocalJobs,
  xero: Pick<XeroIdentity, 'appToken' | 'connections'>,
  addresses: readonly (readonly [string, string])[],
): Server {
  const listener: RequestListener = (request, response) => {
    const work = async (): Promise<void> => {
      // A mail reaches the mailbox by its queue.
      if (request.method === 'GET') await jobs.queues.get('mails')?.drained();
      if (await mailbox.handle(request, response)) return;
      if (await handleQueueCall((name) => jobs.queues.get(name), request, response)) return;
      if (await handleJobs(jobs, request, response)) return;
      if (await handleConnections(xero, request, response)) return;
      if (request.method !== 'GET' || request.url !== '/') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
        return;
      }
      sendPage(response, 200, homePage(addresses));
    };
    work().catch((error: unknown) => {
      process.stderr.write(`console ${request.url}: ${String(error)}\n`);
      response.destroy();
    });
  };
  return createServer(onLoopback(listener));
}

function homePage(addresses: readonly (readonly [string, string])[]): string {
  return page(
    'Paydown, local console',
    html`
      <h1>Local console</h1>
      <p class="muted">The servers of this run.</p>
      <section class="card">
        ${table([
          [html`<a href="/mailbox">Mailbox</a>`, 'Mail that the portal has sent'],
          [html`<a href="/timers">Timers</a>`, 'Run jobs as of any day; dead letters'],
          [html`<a href="/connections">Connections to Xero</a>`, 'Used of Xero’s limit'],
          ...addresses.map(([name, address]) => [html`<a href="${address}">${name}</a>`, address]),
        ])}
      </section>
    `,
  );
}
