import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMail } from '../../functions/vendors/ses.ts';
import { type Mailbox, openMailbox } from '../../scripts/local/mailbox.ts';
import { listen } from '../../scripts/simulators/serve.ts';

let folder: string;
let mailbox: Mailbox;
let server: Server;
let endpoint: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  mailbox = openMailbox(folder);
  server = createServer((request, response) => void mailbox.handle(request, response));
  endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  mailbox.close();
  rmSync(folder, { recursive: true });
});

const disturb = (rules: readonly object[]) =>
  fetch(`${endpoint}/_control/faults`, { method: 'POST', body: JSON.stringify({ rules }) });

const send = () =>
  createMail({ from: 'Paydown <no-reply@paydown.example>', region: 'local', endpoint }).send({
    to: 'ada@example.com',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  });

describe('the mailbox', () => {
  it.each([
    ['drop-before', {}],
    ['status', { status: 400 }],
  ])('keeps no mail while it is disturbed by %s, and accepts the next one', async (kind, more) => {
    await disturb([{ kind, ...more }]);
    await expect(send()).rejects.toThrow('We could not send the email. Please try again later.');
    expect(mailbox.messages()).toEqual([]);
    await disturb([]);
    await send();
    expect(mailbox.messages()).toHaveLength(1);
  });

  it('does not accept a mail that it answers with garbage', async () => {
    await disturb([{ kind: 'garbage' }]);
    await expect(send()).rejects.toThrow('We could not send the email.');
    expect(mailbox.messages()).toEqual([]);
  });

  it('names the field of a rule that is wrong', async () => {
    const answer = await disturb([{ kind: 'unknown' }]);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('kind');
  });
});
