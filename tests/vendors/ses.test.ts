import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { createMail } from '../../functions/vendors/ses.ts';
import { type Mailbox, openMailbox } from '../../scripts/local/mailbox.ts';
import { listen } from '../../scripts/simulators/serve.ts';

const mail = {
  to: 'ann@example.com',
  subject: 'Grüße & Co',
  text: 'One\nTwo — €\n',
  html: '<p>One <b>Two</b></p>',
};

let folder: string;
let mailbox: Mailbox;
let server: Server;
let endpoint: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  mailbox = openMailbox(folder);
  server = createServer((request, response) => {
    void mailbox.handle(request, response).then((isHandled) => isHandled || response.writeHead(404).end());
  });
  endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  mailbox.close();
  rmSync(folder, { recursive: true });
});

function createTestMail(from = 'Paydown <no-reply@example.com>') {
  return createMail({ from, endpoint, region: 'local' });
}

async function messages(): Promise<unknown> {
  const response = await fetch(`${endpoint}/messages`);
  return response.json();
}

describe('mail sent in a local run', () => {
  it('is in the mailbox, as it was sent, when send resolves', async () => {
    await createTestMail().send(mail);
    expect(await messages()).toEqual([{ ...mail, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }]);
  });

  it('names the address that ends such mails, as RFC 8058 wants', async () => {
    await createTestMail().send({ ...mail, unsubscribe: 'https://example.com/stop?token=t' });
    expect(await messages()).toMatchObject([
      {
        headers: [
          { Name: 'List-Unsubscribe', Value: '<https://example.com/stop?token=t>' },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ],
      },
    ]);
  });

  it('is listed newest last', async () => {
    for (const subject of ['first', 'second', 'third']) await createTestMail().send({ ...mail, subject });
    expect(await messages()).toMatchObject([
      { subject: 'first' },
      { subject: 'second' },
      { subject: 'third' },
    ]);
  });

  it('is still there after a restart', async () => {
    await createTestMail().send(mail);
    const reopened = openMailbox(folder);
    expect(reopened.messages()).toMatchObject([mail]);
    reopened.close();
  });

  it('can be read on a page, where the markup of a name does nothing', async () => {
    await createTestMail().send({ ...mail, subject: '<script>alert(1)</script>' });
    const list = await (await fetch(`${endpoint}/mailbox`)).text();
    const one = await (await fetch(`${endpoint}/mailbox/1`)).text();
    expect(list).toContain('&lt;script&gt;alert(1)');
    expect(list).toContain('ann@example.com');
    expect(one).toContain('sandbox=');
    expect(one).not.toContain('<script>');
  });

  it('offers the link of a mail on its page', async () => {
    await createTestMail().send({ ...mail, text: 'Go:\n\nhttps://app.example.com/verify?token=a&b\n' });
    const one = await (await fetch(`${endpoint}/mailbox/1`)).text();
    expect(one).toContain('<a href="https://app.example.com/verify?token=a&amp;b">');
  });
});

describe('mail that the provider refuses', () => {
  it('is a vendor failure that can be tried again', async () => {
    const sending = createTestMail('').send(mail);
    await expect(sending).rejects.toSatisfy(
      (error) => error instanceof VendorFailure && error.status === 503,
    );
    expect(await messages()).toEqual([]);
  });
});
