import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/users/send-mail.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { createTestApp, type SentMail, type TestApp } from '../support/app.ts';
import { eventOf } from '../support/jobs.ts';
import { PASSWORD, type Person, signUp, tokenIn } from '../support/people.ts';

const NEXT = 'Another-Long-Phrase-1';

let app: TestApp;
let person: Person;
let isDown: boolean;
let sent: SentMail[];
let queued: QueueMessage[];

beforeEach(async () => {
  isDown = false;
  sent = [];
  queued = [];
  app = await createTestApp({
    mail: {
      send: async (mail) => {
        if (isDown) throw new Error('The mail provider is down');
        sent.push(mail);
      },
    },
    queue: { send: async (messages) => void queued.push(...messages), sendToDeadLetters: async () => {} },
  });
  person = await signUp(app);
  const token = tokenIn(sent.at(-1) ?? { to: '', subject: '', text: '', html: '' });
  await app.call('GET /v1/users/verify', { query: { token } });
  sent.length = 0;
  isDown = true;
});

const deliver = () => handler(app)(eventOf(queued), lambdaContext('mails', Date.now() + 60_000));

const changePassword = () =>
  app.call('PUT /v1/users/password', {
    as: person.token,
    body: { Password: PASSWORD, NewPassword: NEXT },
  });

const changeAddress = () =>
  app.call('PATCH /v1/users', { as: person.token, body: { email: 'new@example.com', password: PASSWORD } });

describe('a mail that the provider does not accept', () => {
  // Evidence for ASVS 6.3.7
  it('reaches the user later, without a further action', async () => {
    expect((await changePassword()).status).toBe(204);
    expect(sent).toEqual([]);
    isDown = false;
    expect(await deliver()).toEqual({ batchItemFailures: [] });
    expect(sent).toMatchObject([{ to: person.email, subject: 'Your password was changed' }]);
  });

  it('stays in the queue while the provider is down', async () => {
    await changePassword();
    const { batchItemFailures } = await deliver();
    expect(batchItemFailures).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  it('waits for no other mail', async () => {
    expect((await changeAddress()).status).toBe(200);
    expect(queued.map(({ body }) => (body as SentMail).to).toSorted()).toEqual(
      [person.email, 'new@example.com'].toSorted(),
    );
    expect(new Set(queued.map(({ group }) => group)).size).toBe(2);
  });

  // Evidence for ASVS 16.2
  it('appears in no log line, since its links are secrets', async () => {
    await changeAddress();
    await deliver();
    const links = queued.flatMap(({ body }) => (body as SentMail).text.match(/token=\S+/g) ?? []);
    expect(links).toHaveLength(1);
    const lines = JSON.stringify(app.logged);
    expect(lines).toContain('job failed');
    for (const link of links) expect(lines).not.toContain(link);
  });
});

describe('an action', () => {
  it('succeeds although neither the mail nor the queue works', async () => {
    const without = { send: () => Promise.reject(new Error('Down')), sendToDeadLetters: async () => {} };
    const mail = { send: () => Promise.reject(new Error('Down')) };
    app = await createTestApp({ mail, queue: without });
    person = await signUp(app);
    expect((await changePassword()).status).toBe(204);
    expect(app.logged).toContainEqual(expect.objectContaining({ message: 'mail was lost' }));
  });
});
