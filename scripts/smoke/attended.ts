/** A person at the terminal: consents in the browser, and follows instructions. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Interface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { listen, stop } from '../simulators/serve.ts';
import { instructionOf, type Person } from './person.ts';
import { SmokeRefusal } from './steps.ts';

const CONSENT_MINUTES = 10;

/** A webhook call that Stripe, or `stripe listen`, made. */
export interface WebhookCall {
  readonly body: string;
  readonly signature: string;
}

/** The server on this machine that consent redirects to, and that webhooks reach. */
export interface Callback {
  readonly redirectUri: string;
  readonly webhooks: readonly WebhookCall[];
  /** Resolves with the next redirect. @throws Error after ten minutes, and when the signal aborts. */
  nextRedirect(signal: AbortSignal): Promise<URL>;
  close(): Promise<void>;
}

/** @throws SmokeRefusal when the port is taken. */
export async function openCallback(port: number): Promise<Callback> {
  const webhooks: WebhookCall[] = [];
  const redirects = new EventEmitter<{ redirect: [URL] }>();
  const server = createServer((request, response) => {
    void receive(request, webhooks, redirects).then((answer) =>
      response.writeHead(answer === null ? 404 : 200, { 'content-type': 'text/plain' }).end(answer ?? ''),
    );
  });
  const actual = await listen(server, port).catch(() => {
    throw new SmokeRefusal(
      `Port ${port} can’t be used. Stop "npm start", or set PORT to the port of a registered redirect address.`,
    );
  });
  return {
    redirectUri: `http://localhost:${actual}/xero/authorise`,
    webhooks,
    async nextRedirect(signal) {
      const either = AbortSignal.any([signal, AbortSignal.timeout(CONSENT_MINUTES * 60_000)]);
      const redirected = once(redirects, 'redirect', { signal: either }) as Promise<[URL]>;
      const [url] = await redirected.catch(() => {
        throw new Error(`No consent within ${CONSENT_MINUTES} minutes.`);
      });
      return url;
    },
    close: () => stop(server),
  };
}

async function receive(
  request: IncomingMessage,
  webhooks: WebhookCall[],
  redirects: EventEmitter<{ redirect: [URL] }>,
): Promise<string | null> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  if (request.method === 'POST' && url.pathname === '/v1/webhooks/stripe') {
    const signature = String(request.headers['stripe-signature'] ?? '');
    webhooks.push({ body: await text(request), signature });
    return '';
  }
  if (url.pathname !== '/xero/authorise') return null;
  redirects.emit('redirect', url);
  return 'The smoke test goes on in the terminal. You can close this page.';
}

/** The signal ends a question or a consent that is waited for. */
export function attendedPerson(callback: Callback, terminal: Interface, signal: AbortSignal): Person {
  return {
    async consent(authoriseUrl) {
      console.log(
        `\nOpen this address, sign in at Xero, and choose the Demo Company (AU):\n  ${authoriseUrl}\n`,
      );
      return callback.nextRedirect(signal);
    },
    async perform(task) {
      const question = `\n${instructionOf(task)}\nEnter when done, s to skip: `;
      const answer = await terminal.question(question, { signal });
      return answer.trim().toLowerCase() !== 's';
    },
  };
}
