import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../functions/api/routes.ts';
import type { RouteRow } from '../../functions/api/route.ts';
import { handler } from '../../functions/users/send-mail.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { createTestApp, type SentMail, type TestApp } from '../support/app.ts';
import { eventOf } from '../support/jobs.ts';
import { PASSWORD, type Person, signUp } from '../support/people.ts';

let app: TestApp;
let person: Person;
let isDown: boolean;
let sent: SentMail[];

beforeEach(async () => {
  isDown = false;
  sent = [];
  app = await createTestApp({
    mailer: {
      send: async (mail) => {
        if (isDown) throw new Error('The mail provider is down');
        sent.push(mail);
      },
    },
    queue: { send: async () => {}, sendToDeadLetters: async () => {} },
  });
  person = await signUp(app);
});

/** Delivers the mail that an action has queued. */
const deliver = (body: SentMail | undefined) =>
  handler(app)(eventOf([{ group: 'g', id: 'i', body }]), lambdaContext('mails', Date.now() + 60_000));

describe('a queued mail', () => {
  // Evidence for ASVS 6.3.7
  it('reaches the user, later where the provider does not accept it at once', async () => {
    isDown = true;
    expect((await deliver(app.mails.at(-1))).batchItemFailures).toHaveLength(1);
    isDown = false;
    expect(await deliver(app.mails.at(-1))).toEqual({ batchItemFailures: [] });
    expect(sent).toMatchObject([{ to: person.email }]);
  });

  // Evidence for ASVS 16.2
  it('appears in no log line, since its links are secrets', async () => {
    isDown = true;
    await deliver(app.mails.at(-1));
    const links = app.mails.at(-1)?.text.match(/token=\S+/g) ?? [];
    expect(links).toHaveLength(1);
    const lines = JSON.stringify(app.logged);
    expect(lines).toContain('job failed');
    for (const link of links) expect(lines).not.toContain(link);
  });

  // Evidence for ASVS 6.3.8
  it('is delivered by its worker alone, so that the time of an answer tells nothing about an address', () => {
    const rows: readonly RouteRow[] = Object.values(routes);
    expect(rows.filter(({ uses }) => uses.includes('mailer'))).toEqual([]);
  });
});

it('succeeds in an action although its notice is lost', async () => {
  app = await createTestApp({ mail: { send: () => Promise.reject(new Error('Down')) } });
  person = await signUp(app);
  const body = { Password: PASSWORD, NewPassword: 'Another-Long-Phrase-1' };
  expect((await app.call('PUT /v1/users/password', { as: person.token, body })).status).toBe(204);
  expect(app.logged).toContainEqual(expect.objectContaining({ message: 'mail was lost' }));
});
