import { beforeEach, expect, it } from 'vitest';
import { MailMessage } from '../../functions/api/jobs.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { addTotp } from '../support/factors.ts';
import { type JobCall, type Jobs, jobsOf } from '../support/jobs.ts';
import { inNewOrganisation, type Person, signIn, signUp, signUpInto, verify } from '../support/people.ts';

const DAY = 86_400_000;

const app = withTestApp();
let jobs: Jobs;
const owner = withOwner(app, { tenantName: 'evil.example & Co' });

/** The tests' today is 1 June 2025; a balloon is due on 31 July, in 60 days. */
const BALLOON = {
  paymentFrequency: 'monthly',
  loanAmount: 10_000,
  startDate: '2025-02-28',
  firstPaymentOnStartDate: false,
  administrationFee: 0,
  autoSync: false,
  schedulePaymentPlans: [
    { number: 1, qty: 4, amount: 1000 },
    { number: 2, qty: 1, amount: 7000 },
  ],
} as const;
const TODAY = '2025-05-29';

beforeEach(async () => {
  jobs = jobsOf(app);
  await addBalloon(owner.token, 'see www.evil.example');
});

/** Returns the id of the loan's entity. */
async function addBalloon(as: string, description: string, name = 'Farm'): Promise<string> {
  const { body } = await app.call('POST /v1/entities', { as, body: { name } });
  const call = { as, params: { entityId: body.id }, body: { ...BALLOON, description } };
  const { status } = await app.call('POST /v1/entities/{entityId}/schedules', call);
  if (status !== 201) throw new Error(`Schedule: ${status}`);
  return body.id;
}

/** Returns the digests that a day's jobs queue. */
async function digestsOf(today = TODAY) {
  await jobs.run('messages', { today });
  return runDigest({ today });
}

async function runDigest(call: JobCall) {
  await jobs.start('digest', call);
  return jobs.waiting.splice(0).map(({ body }) => MailMessage.parse(body));
}

const choose = async (person: Person, digest: boolean) =>
  (
    await app.call('PATCH /v1/users/metadata', {
      as: (await signIn(app, person.email)).token,
      body: { digest },
    })
  ).body.digest;

it('mails a balloon once, to verified members who want it, without links from names', async () => {
  const [member, guest, keen, unverified] = [
    await signUpInto(app, owner, 'Member'),
    await signUpInto(app, owner, 'Guest'),
    await signUpInto(app, owner, 'Guest'),
    await signUp(app),
  ];
  await verify(app, owner.email);
  await addBalloon(unverified.token, 'Truck');
  expect(await choose(keen, true)).toBe(true);
  expect(await choose(member, false)).toBe(false);
  const sent = await digestsOf();
  expect(sent.map(({ to }) => to).toSorted()).toEqual([keen.email, owner.email].toSorted());
  expect(sent.map(({ to }) => to)).not.toContain(guest.email);
  expect(sent[0]).toMatchObject({ subject: 'One thing needs you in Paydown' });
  expect(sent[0]?.text).toContain('a balloon of $7,000.00 in 60 days');
  expect(sent[0]?.text).not.toContain('evil.example');
  expect(await digestsOf()).toEqual([]);
  expect(await digestsOf('2025-05-30')).toEqual([]);
});

it('mails what comes after the digest of a Sydney day with the next one, once to each user', async () => {
  await verify(app, owner.email);
  // 9:00 and 23:30 on 29 May, and 7:30 on 30 May.
  const morning = '2025-05-28T23:00:00Z';
  const night = '2025-05-29T13:30:00Z';
  const next = '2025-05-29T21:30:00Z';
  await jobs.run('messages', { today: TODAY });
  expect(await runDigest({ scheduledTime: morning })).toMatchObject([{ to: owner.email }]);
  const late = await signUpInto(app, owner, 'Member');
  await addBalloon(owner.token, 'Press', 'Mill');
  await jobs.run('messages', { today: TODAY });
  expect(await runDigest({ scheduledTime: night })).toMatchObject([{ to: late.email }]);
  const sent = await runDigest({ scheduledTime: next });
  expect(sent).toMatchObject([{ to: owner.email, subject: 'One thing needs you in Paydown' }]);
  expect(sent[0]?.text).toContain('Press');
});

it('mails one digest a day over all organisations of a user', async () => {
  await verify(app, owner.email);
  const second = await inNewOrganisation(app, owner, 'Second & Co');
  await addBalloon(second.token, 'Press');
  const [sent, ...more] = await digestsOf();
  expect(more).toEqual([]);
  expect(sent?.subject).toBe('2 things need you in Paydown');
  expect(sent?.text).toContain('Second & Co:');
});

it('mails limited members about their entities alone, and no one who was removed', async () => {
  await verify(app, owner.email);
  const [limited, empty, removed] = [
    await signUpInto(app, owner, 'Member'),
    await signUpInto(app, owner, 'Member'),
    await signUpInto(app, owner, 'Member'),
  ];
  const own = await addBalloon(owner.token, 'Press', 'Mill');
  const asOwner = (userId: string) => ({ as: owner.token, params: { userId } });
  const limit = (userId: string, entityIds: string[]) =>
    app.call('PATCH /v1/tenants/users/{userId}/entities', { ...asOwner(userId), body: { entityIds } });
  await limit(limited.userId, [own]);
  await limit(empty.userId, []);
  await jobs.run('messages', { today: TODAY });
  await app.call('DELETE /v1/tenants/users/{userId}', asOwner(removed.userId));
  const sent = await digestsOf();
  expect(new Map(sent.map(({ to, subject }) => [to, subject]))).toEqual(
    new Map([
      [limited.email, 'One thing needs you in Paydown'],
      [owner.email, '2 things need you in Paydown'],
    ]),
  );
  const text = sent.find(({ to }) => to === limited.email)?.text ?? '';
  expect([text.includes('Press'), text.includes('Farm')]).toEqual([true, false]);
});

it('skips a member whose sessions are refused for want of a factor', async () => {
  await verify(app, owner.email);
  const member = await signUpInto(app, owner, 'Member');
  await addTotp(app, owner.token);
  await app.call('PATCH /v1/tenants/{tenantId}/security', {
    as: owner.token,
    params: { tenantId: owner.tenantId },
    body: { requireMfa: true },
  });
  const both = new Set((await digestsOf()).map(({ to }) => to));
  expect(both).toEqual(new Set([owner.email, member.email]));
  await addBalloon(owner.token, 'Press', 'Mill');
  app.clock.advance(8 * DAY);
  expect((await digestsOf('2025-05-30')).map(({ to }) => to)).toEqual([owner.email]);
});

it('ends by the signed address of the mail as mail programs post to it, and by no other token', async () => {
  await verify(app, owner.email);
  const [sent] = await digestsOf();
  const token = new URL(sent?.unsubscribe ?? '').searchParams.get('token') ?? '';
  const end = (given: string) =>
    app.send('POST /v1/digest/unsubscribe', {
      query: { token: given },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  expect((await end(owner.token)).status).toBe(400);
  expect((await end(token)).status).toBe(204);
  expect((await end(token)).status).toBe(204);
  const as = (await signIn(app, owner.email)).token;
  expect((await app.call('GET /v1/users/metadata', { as })).body.digest).toBe(false);
});
