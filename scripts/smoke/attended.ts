/** A person at the terminal: consents in the browser, and follows instructions. */
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
  /** Resolves with the next redirect. */
  nextRedirect(): Promise<URL>;
  close(): Promise<void>;
}

/** @throws SmokeRefusal when the port is taken. */
export async function openCallback(port: number): Promise<Callback> {
  const webhooks: WebhookCall[] = [];
  const waiting: ((url: URL) => void)[] = [];
  const server = createServer((request, response) => {
    void receive(request, webhooks, waiting).then((answer) =>
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
    nextRedirect: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No consent within ${CONSENT_MINUTES} minutes.`)),
          CONSENT_MINUTES * 60_000,
        );
        // An interrupted run ends without waiting for it.
        timer.unref();
        waiting.push((url) => {
          clearTimeout(timer);
          resolve(url);
        });
      }),
    close: () => stop(server),
  };
}

async function receive(
  request: IncomingMessage,
  webhooks: WebhookCall[],
  waiting: ((url: URL) => void)[],
): Promise<string | null> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  if (request.method === 'POST' && url.pathname === '/v1/webhooks/stripe') {
    const signature = String(request.headers['stripe-signature'] ?? '');
    webhooks.push({ body: await text(request), signature });
    return '';
  }
  if (url.pathname !== '/xero/authorise') return null;
  waiting.shift()?.(url);
  return 'The smoke test goes on in the terminal. You can close this page.';
}

/** The signal ends a question or a consent that is waited for. */
export function attendedPerson(callback: Callback, terminal: Interface, signal: AbortSignal): Person {
  const untilAborted = async <Result>(result: Promise<Result>): Promise<Result> => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new SmokeRefusal('The run was interrupted.')));
    });
    return Promise.race([result, aborted]);
  };
  return {
    async consent(authoriseUrl) {
      console.log(
        `\nOpen this address, sign in at Xero, and choose the Demo Company (AU):\n  ${authoriseUrl}\n`,
      );
      return untilAborted(callback.nextRedirect());
    },
    async perform(task) {
      const question = `\n${instructionOf(task)}\nEnter when done, s to skip: `;
      const answer = await untilAborted(terminal.question(question));
      return answer.trim().toLowerCase() !== 's';
    },
  };
}
