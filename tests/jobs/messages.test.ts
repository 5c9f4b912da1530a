import { beforeEach, describe, expect, it } from 'vitest';
import { paymentId } from '../../functions/records/schedules/payments.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { type Jobs, jobsOf } from '../support/jobs.ts';
import { signIn, signUpInto } from '../support/people.ts';
import { linkTo, prepareSchedule } from '../support/xero.ts';

const DAY = 86_400_000;

const app = withTestApp();
let jobs: Jobs;
const owner = withOwner(app);
let entityId: string;

/** The tests' today is 1 June 2025. */
beforeEach(async () => {
  jobs = jobsOf(app);
  entityId = await createEntity('Harbour Works');
});

async function createEntity(name: string): Promise<string> {
  return (await app.call('POST /v1/entities', { as: owner.token, body: { name } })).body.id;
}

async function createSchedule(given: object = {}, of = entityId): Promise<string> {
  const { status, body } = await app.call('POST /v1/entities/{entityId}/schedules', {
    as: owner.token,
    params: { entityId: of },
    body: {
      description: 'Delivery truck',
      paymentFrequency: 'monthly',
      loanAmount: 11_500,
      startDate: '2025-05-05',
      firstPaymentOnStartDate: false,
      administrationFee: 2.5,
      autoSync: false,
      schedulePaymentPlans: [{ number: 1, qty: 12, amount: 1000 }],
      ...given,
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

interface Told {
  readonly subject: string;
  readonly message: string;
  readonly link: string | null;
  readonly code: string | null;
}

async function read(person = owner): Promise<Told[]> {
  const as = (await signIn(app, person.email)).token;
  const { body } = await app.call('GET /v1/messages', { as });
  return body.filter(({ code, subject }) => code === null && !/invitation|joined/i.test(subject));
}

const run = (today: string) => jobs.run('messages', { today });

describe('reminders of due payments', () => {
  it('announce a payment seven days before, with amount, fee and link', async () => {
    const scheduleId = await createSchedule();
    await run('2025-05-28');
    expect(await read()).toEqual([]);
    await run('2025-05-29');
    expect(await read()).toMatchObject([
      {
        subject: 'Harbour Works: 1 payment within 7 days',
        message: 'Delivery truck, payment 1 on 5th Jun 2025 ($1,002.50).',
        link: `/entity/${entityId}/${scheduleId}?paymentId=${paymentId(scheduleId, 1)}`,
      },
    ]);
  });

  it('announce each payment once, however often the job runs', async () => {
    await createSchedule();
    for (const today of [
      '2025-05-29',
      '2025-05-29',
      '2025-05-30',
      '2025-06-04',
      '2025-06-05',
      '2025-06-27',
    ]) {
      await run(today);
    }
    await Promise.all([run('2025-06-28'), run('2025-06-28'), run('2025-06-28')]);
    await run('2025-06-28');
    expect((await read()).map(({ message }) => message).toSorted()).toEqual([
      'Delivery truck, payment 1 on 5th Jun 2025 ($1,002.50).',
      'Delivery truck, payment 2 on 5th Jul 2025 ($1,002.50).',
    ]);
  });

  it('combine the payments of one entity into one message a day, by date', async () => {
    await createSchedule();
    await createSchedule({ description: 'Crane', startDate: '2025-05-02', administrationFee: 0 });
    const other = await createEntity('Ferry Company');
    await createSchedule({ description: 'Ferry' }, other);
    await run('2025-06-01');
    expect((await read()).map(({ message, link }) => [message, link])).toEqual(
      expect.arrayContaining([
        [
          'Crane, payment 1 on 2nd Jun 2025 ($1,000.00); Delivery truck, payment 1 on 5th Jun 2025 ($1,002.50).',
          `/entity/${entityId}`,
        ],
        ['Ferry, payment 1 on 5th Jun 2025 ($1,002.50).', expect.stringContaining(`/entity/${other}/`)],
      ]),
    );
    expect(await read()).toHaveLength(2);
  });

  it('announce payments entered after the day’s message on the next day', async () => {
    await createSchedule();
    await run('2025-06-01');
    await createSchedule({ description: 'Crane', startDate: '2025-05-03' });
    await run('2025-06-01');
    expect(await read()).toHaveLength(1);
    await run('2025-06-02');
    expect((await read()).map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Crane, payment 1/),
    );
  });

  it('start today for a schedule entered late and omit the past', async () => {
    await createSchedule({ startDate: '2025-01-05' });
    await run('2025-06-01');
    expect((await read()).map(({ message }) => message)).toEqual([
      'Delivery truck, payment 5 on 5th Jun 2025 ($1,002.50).',
    ]);
  });

  it('announce weekly payments each week', async () => {
    await createSchedule({ paymentFrequency: 'weekly', startDate: '2025-06-01' });
    for (let day = 1; day <= 21; day++) await run(`2025-06-${String(day).padStart(2, '0')}`);
    const numbers = (await read()).flatMap(({ message }) => message.match(/payment \d+/g) ?? []);
    expect(numbers.toSorted()).toEqual(['payment 1', 'payment 2', 'payment 3']);
  });

  it('announce a payment once even when its amount changes', async () => {
    const scheduleId = await createSchedule();
    const params = { entityId, scheduleId };
    await run('2025-06-01');
    const { body } = await app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: owner.token,
      params,
    });
    const change = { ...body, schedulePaymentPlans: [{ number: 1, qty: 12, amount: 1100 }] };
    const put = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}' as const;
    expect((await app.call(put, { as: owner.token, params, body: change })).status).toBe(200);
    await run('2025-06-02');
    expect(await read()).toHaveLength(1);
  });

  it('omit archived schedules', async () => {
    const scheduleId = await createSchedule();
    const call = { as: owner.token, params: { entityId, scheduleId }, body: { archive: true } };
    await app.call('POST /v1/entities/{entityId}/schedules/{scheduleId}/archive', call);
    await run('2025-06-01');
    expect(await read()).toEqual([]);
  });

  it('combine many payments in one message and count each', async () => {
    for (let number = 1; number <= 25; number++) await createSchedule({ description: `Truck ${number}` });
    await run('2025-06-01');
    const [message] = await read();
    expect(message).toMatchObject({
      subject: 'Harbour Works: 25 payments within 7 days',
      message: expect.stringMatching(/ and 5 more\.$/),
    });
    await run('2025-06-02');
    expect(await read()).toHaveLength(1);
  });

  it('reach everyone in the organisation', async () => {
    await createSchedule();
    const guest = await signUpInto(app, owner, 'Guest');
    await run('2025-06-01');
    expect(await read(guest)).toHaveLength(1);
  });

  it('end with a deleted schedule or entity', async () => {
    const params = { entityId, scheduleId: await createSchedule() };
    await app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { as: owner.token, params });
    expect((await run('2025-06-01')).result).toMatchObject({ reminders: 0 });
  });
});

describe('the last payment', () => {
  it('is announced once on its date', async () => {
    await createSchedule({ schedulePaymentPlans: [{ number: 1, qty: 2, amount: 6000 }] });
    for (const today of ['2025-06-01', '2025-07-01', '2025-07-04']) await run(today);
    expect((await read()).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/last payment/),
    );
    for (const today of ['2025-07-05', '2025-07-05', '2025-07-06', '2025-08-06']) await run(today);
    const last = (await read()).filter(({ subject }) => subject.includes('last payment'));
    expect(last).toMatchObject([
      {
        subject: 'Delivery truck: last payment due',
        message: 'Harbour Works: payment 2 of Delivery truck, the last, was due on 5th Jul 2025.',
      },
    ]);
  });

  it('is not announced when it precedes the entry of the schedule', async () => {
    await createSchedule({ startDate: '2024-01-05' });
    await run('2025-06-01');
    await run('2025-06-02');
    expect(await read()).toEqual([]);
  });
});

describe('a connection to Xero', () => {
  it('is kept alive by a refresh after forty-five unused days', async () => {
    const { app: xeroApp } = await prepareSchedule();
    const linked = jobsOf(xeroApp);
    const asked = () => xeroApp.requests().filter(({ path }) => path === '/connect/token').length;
    const before = asked();
    const refreshes = () => asked() - before;
    const runAfter = async (days: number) => {
      xeroApp.clock.advance(days * DAY);
      await linked.run('messages', { today: new Date(xeroApp.clock.now()).toISOString().slice(0, 10) });
      return refreshes();
    };
    expect(await runAfter(44)).toBe(0);
    expect(await runAfter(1)).toBe(1);
    expect(await runAfter(44)).toBe(1);
    expect(await runAfter(1)).toBe(2);
  });

  it('sends a message after fifty unused days, and another in its place when it expires', async () => {
    const prepared = await prepareSchedule();
    const { app: xeroApp, owner: person } = prepared;
    const { clock } = xeroApp;
    xeroApp.control('POST', 'faults', { rules: [{ path: '/connect/token', kind: 'status', status: 503 }] });
    const started = clock.now();
    const linked = jobsOf(xeroApp);
    const runOn = async (day: number) => {
      clock.advance(started + day * DAY - clock.now());
      await linked.run('messages', { today: new Date(clock.now()).toISOString().slice(0, 10) });
    };
    const linkMessages = async () => {
      const as = (await signIn(xeroApp, person.email)).token;
      const { body } = await xeroApp.call('GET /v1/messages', { as });
      return body.filter(({ subject }) => subject.includes('reconnect to Xero'));
    };
    await runOn(1);
    await runOn(49);
    expect(await linkMessages()).toEqual([]);
    await runOn(50);
    await runOn(50);
    await runOn(55);
    expect(await linkMessages()).toMatchObject([
      {
        subject: 'Harbour Works: reconnect to Xero',
        message: expect.stringContaining('Demo Company (AU) in Xero was not used for 50 days'),
        actionRequired: true,
        link: `/entity/${prepared.entityId}`,
      },
    ]);
    await runOn(60);
    await runOn(70);
    expect(await linkMessages()).toMatchObject([
      { message: expect.stringContaining('Access to Demo Company (AU) in Xero has expired') },
    ]);
    xeroApp.control('DELETE', 'faults');
    await linkTo(xeroApp, { ...person, ...(await signIn(xeroApp, person.email)) }, prepared.entityId);
    expect(await linkMessages()).toEqual([]);
  });

  it('sends one message after it is revoked, on the next run', async () => {
    const prepared = await prepareSchedule();
    const { app: xeroApp, owner: person, params } = prepared;
    xeroApp.clock.advance(31 * 60_000);
    xeroApp.control('POST', 'faults', { rules: [{ kind: 'revoke', times: 1 }] });
    const as = (await signIn(xeroApp, person.email)).token;
    await xeroApp.call('GET /v1/entities/{entityId}/accounts', { as, params });
    await xeroApp.call('GET /v1/entities/{entityId}/accounts', { as, params });
    const linked = jobsOf(xeroApp);
    await linked.run('messages');
    await linked.run('messages');
    await linked.run('messages', { today: '2025-06-03' });
    const { body } = await xeroApp.call('GET /v1/messages', { as });
    const linkMessages = body.filter(({ subject }) => subject.includes('reconnect to Xero'));
    expect(linkMessages).toMatchObject([
      { message: expect.stringContaining('no longer has access to Demo Company (AU)'), actionRequired: true },
    ]);
    await linkTo(xeroApp, { ...person, token: as }, params.entityId);
    const after = (await xeroApp.call('GET /v1/messages', { as })).body;
    expect(after.filter(({ actionRequired }) => actionRequired)).toEqual(
      body.filter(({ id, actionRequired }) => actionRequired && id !== linkMessages[0]?.id),
    );
  });
});
