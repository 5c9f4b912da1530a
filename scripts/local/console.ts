/** The local console: the mailbox, the timers with their queue, and the way to everything else. */
import { createServer, type Server } from 'node:http';
import { html, page } from './html.ts';
import { handleJobs } from './jobs-pages.ts';
import type { LocalJobs } from './jobs.ts';
import type { Mailbox } from './mailbox.ts';
import { handleFile } from './files.ts';
import { handleQueueCall } from './queue-protocol.ts';

export function createConsole(
  mailbox: Mailbox,
  jobs: LocalJobs,
  filesFolder: string,
  addresses: readonly (readonly [string, string])[],
): Server {
  return createServer((request, response) => {
    const work = async (): Promise<void> => {
      if (await mailbox.handle(request, response)) return;
      if (await handleQueueCall((name) => jobs.queues.get(name), request, response)) return;
      if (await handleJobs(jobs, request, response)) return;
      if (await handleFile(filesFolder, request, response)) return;
      if (request.method !== 'GET' || request.url !== '/') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(homePage(addresses));
    };
    work().catch((error: unknown) => {
      process.stderr.write(`console ${request.url}: ${String(error)}\n`);
      response.destroy();
    });
  });
}

function homePage(addresses: readonly (readonly [string, string])[]): string {
  return page(
    'Paydown, local console',
    html`
      <h1>Local console</h1>
      <p class="muted">Everything of this run, on this machine only.</p>
      <section class="card">
        <table>
          <tr>
            <td><a href="/mailbox">Mailbox</a></td>
            <td>Every mail that the portal sends</td>
          </tr>
          <tr>
            <td><a href="/timers">Timers</a></td>
            <td>What happens by itself, as of any day; dead letters</td>
          </tr>
          ${addresses.map(
            ([name, address]) =>
              html`<tr>
                <td><a href="${address}">${name}</a></td>
                <td>${address}</td>
              </tr>`,
          )}
        </table>
      </section>
    `,
  );
}
