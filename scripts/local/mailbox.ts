import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { type Html, html, page, table } from '../simulators/html.ts';
import { openRecords } from '../simulators/records-file.ts';
import { createFaults, FaultRules, GARBAGE } from '../simulators/faults.ts';
import { readJson, sendJson, sendPage } from './answers.ts';

const Headers = z.array(z.object({ Name: z.string(), Value: z.string() }));

const Message = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: Headers.optional(),
  /** ISO 8601. */
  at: z.string(),
});
export type Message = z.infer<typeof Message>;

const Part = z.object({ Data: z.string() }).transform(({ Data }) => Data);

/** The body of SES's SendEmail. */
const SendEmail = z
  .object({
    FromEmailAddress: z.string().min(1),
    Destination: z.object({ ToAddresses: z.tuple([z.string().min(1)]) }),
    Content: z.object({
      Simple: z.object({
        Subject: Part,
        Body: z.object({ Text: Part, Html: Part }),
        Headers: Headers.optional(),
      }),
    }),
  })
  .transform(({ Destination, Content: { Simple } }) => ({
    to: Destination.ToAddresses[0],
    subject: Simple.Subject,
    text: Simple.Body.Text,
    html: Simple.Body.Html,
    ...(Simple.Headers && { headers: Simple.Headers }),
  }));

export interface Mailbox {
  /** Newest last. */
  messages(): readonly Message[];
  /**
   * Answers the requests that are the mailbox's, and says whether it did:
   * - `POST /v2/email/outbound-emails`: SES's SendEmail; the mail is on disk before the answer
   * - `GET /messages`: all mails as JSON, newest last
   * - `POST /_control/faults`: rules that fail SES's calls
   * - `GET /mailbox`, `GET /mailbox/{number}`: pages to read them
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  close(): void;
}

/** Opens the local mailbox, which receives all mail of the portal. It is stored in `mailbox.sqlite` in `dataDir`. */
export function openMailbox(dataDir: string): Mailbox {
  const file = openRecords(join(dataDir, 'mailbox.sqlite'));
  const messages = file.all().map(([, , message]) => Message.parse(message));

  const faults = createFaults();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const fault = faults.take('POST', '/v2/email/outbound-emails');
    if (fault?.delayMs !== undefined) await wait(fault.delayMs);
    if (fault?.kind === 'drop-before') return response.destroy();
    if (fault?.kind === 'garbage')
      return response.writeHead(GARBAGE.status, GARBAGE.headers).end(GARBAGE.body);
    if (fault?.kind === 'status')
      return sendJson(response, fault.status ?? 500, { message: 'Told to fail.' });
    const sent = SendEmail.safeParse(await readJson(request));
    if (!sent.success) {
      response.setHeader('x-amzn-errortype', 'BadRequestException');
      return sendJson(response, 400, { message: z.prettifyError(sent.error) });
    }
    const message = { ...sent.data, at: new Date().toISOString() };
    file.write([['messages', String(messages.length), message]]);
    messages.push(message);
    if (fault?.kind === 'drop-after') return response.destroy();
    return sendJson(response, 200, { MessageId: `local-${messages.length}` });
  }

  async function setFaults(request: IncomingMessage, response: ServerResponse): Promise<true> {
    const asked = FaultRules.safeParse(await readJson(request));
    if (!asked.success) return sendJson(response, 400, { problem: z.prettifyError(asked.error) });
    faults.replace(asked.data.rules);
    return sendJson(response, 200, {});
  }

  return {
    messages: () => messages,
    async handle(request, response) {
      const [path = '/'] = (request.url ?? '/').split('?');
      switch (`${request.method} ${path}`) {
        case 'POST /v2/email/outbound-emails':
          await receive(request, response);
          return true;
        case 'POST /_control/faults':
          return setFaults(request, response);
        case 'GET /messages':
          return sendJson(response, 200, messages);
        case 'GET /mailbox':
          return sendPage(response, 200, listPage(messages));
        default: {
          const [, number] = /^\/mailbox\/(\d+)$/.exec(path) ?? [];
          const message = messages[Number(number) - 1];
          if (request.method !== 'GET' || !message) return false;
          return sendPage(response, 200, messagePage(message));
        }
      }
    },
    close: () => file.close(),
  };
}

function listPage(messages: readonly Message[]): string {
  const rows = messages.map(({ to, subject, at }, index) => [
    to,
    html`<a href="/mailbox/${index + 1}">${subject}</a>`,
    new Date(at).toLocaleString('en-AU'),
  ]);
  return page(
    'Mailbox',
    html`
      <p><a href="/">Local console</a></p>
      <h1>Mailbox</h1>
      <p class="muted">Every mail that the portal sends ends here.</p>
      <section class="card">${table(rows.toReversed(), { heads: ['To', 'Subject', 'Sent'] })}</section>
    `,
  );
}

/** Shows the mail's markup in a sandboxed frame without scripts. Its links open in a new tab. */
function messagePage(message: Message): string {
  const framed = message.html.replace('<head>', '<head><base target="_blank">');
  return page(
    message.subject,
    html`
      <p><a href="/mailbox">Mailbox</a></p>
      <h1>${message.subject}</h1>
      <p class="muted">To ${message.to}, ${new Date(message.at).toLocaleString('en-AU')}</p>
      <iframe
        title="The mail as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${framed}"
        style="width: 100%; height: 32rem; border: 1px solid; border-radius: 8px; background: #fff"
      ></iframe>
      <h2>As text</h2>
      <div class="card" style="font-family: monospace; overflow-wrap: anywhere">${linked(message.text)}</div>
    `,
  );
}

function linked(text: string): Html[] {
  return text.split('\n').map((line) => {
    const shown = /^https?:\/\/\S+$/.test(line) ? html`<a href="${line}">${line}</a>` : html`${line}`;
    return html`<div style="min-height: 1lh">${shown}</div>`;
  });
}
