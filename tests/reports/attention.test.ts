import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { listEntities } from '../../functions/records/entities/entity.ts';
import { chunkWrites } from '../../functions/records/entities/schedule-chunks.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { type EventBody, record } from '../support/events.ts';
import { jobsOf } from '../support/jobs.ts';
import { signUpInto } from '../support/people.ts';
import { archive } from '../support/syncing.ts';
import { BALLOON, withPractice } from './practice.ts';

const practice = withPractice();

/** What needs attention, beside that the practice's entities are not linked. */
async function attention() {
  const { status, body } = await practice.app.call('GET /v1/attention', { as: practice.owner.token });
  expect(status).toBe(200);
  return body.filter(({ kind }) => kind !== 'not-linked');
}

const snooze = (id: string, body: unknown, as = practice.owner.token) =>
  practice.app.send('PUT /v1/attention/{id}/snooze', { as, params: { id }, body });

/** A loan of twelve payments that ends on 15 August 2026, 43 days after the practice's today. */
const ENDING = {
  ...WORKED_EXAMPLE,
  description: 'Forklift',
  loanAmount: 11_500,
  startDate: '2025-08-15',
  schedulePaymentPlans: [{ number: 1, qty: 12, amount: 1_000 }],
} as const;

/** Ends with a balloon on 31 October 2026, 120 days ahead. */
const COMING_BALLOON = {
  ...BALLOON,
  startDate: '2022-11-30',
  firstPaymentOnStartDate: true,
  schedulePaymentPlans: [
    { number: 1, qty: 47, amount: 5_120 },
    { number: 2, qty: 1, amount: 48_000 },
  ],
} as const;

describe('the attention board', () => {
  it('knows the end of a schedule with events from its stored outline', async () => {
    const farm = await practice.addEntity('Farm');
    const { app, owner } = practice;
    const [entity] = await listEntities(app.table, allEntities(owner.tenantId));
    if (!entity) throw new Error('There is no entity');
    const scheduleId = crypto.randomUUID();
    const [startDate, endDate] = [calendarDate('2022-10-31'), calendarDate('2026-10-31')];
    const owing = [startDate, endDate];
    const outline = {
      count: 48,
      changes: 1,
      startDate,
      endDate,
      end: 'balloon',
      endAmount: cents(4_800_550),
      owing,
    } as const;
    const texts = { name: 'Prime mover', lender: '', number: '' };
    const after = { ...texts, archivedEnd: null, isSetUp: true, figures: null, outline };
    // No schedule of the id exists, so that the board can read nothing else.
    await app.table.transact(chunkWrites(entity, [{ scheduleId, before: null, after }]));
    const found = await attention();
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ['balloon', 'A balloon of $48,005.50 is due on 31 Oct 2026, in 120 days.'],
      ['statements-open', '1 loan not yet agreed to the lender’s statement at 30 June 2026.'],
    ]);
    expect(found[0]).toMatchObject({ entityId: farm, scheduleId });
  });

  it('is empty for an organisation without entities', async () => {
    expect(await attention()).toEqual([]);
  });

  it('lists ends within 60 days and balloons within 120, with their days and amounts', async () => {
    const farm = await practice.addEntity('Farm');
    const ending = await practice.addLoan(farm, ENDING);
    const balloon = await practice.addLoan(farm, COMING_BALLOON);
    const later = { ...ENDING, description: 'Later', startDate: '2025-09-15' };
    await practice.addLoan(farm, later);
    const ends = (await attention()).filter(({ scheduleId }) => scheduleId !== null);
    expect(ends).toEqual([
      {
        id: `${farm}.balloon.${balloon}`,
        kind: 'balloon',
        entityId: farm,
        entityName: 'Farm',
        scheduleId: balloon,
        description: 'Prime mover',
        registerId: null,
        since: '2026-07-02',
        amount: 48_005.5,
        text: 'A balloon of $48,005.50 is due on 30 Oct 2026, in 119 days.',
        action: 'Pay out, refinance or extend',
        snoozedUntil: null,
      },
      {
        id: `${farm}.ending.${ending}`,
        kind: 'ending',
        entityId: farm,
        entityName: 'Farm',
        scheduleId: ending,
        description: 'Forklift',
        registerId: null,
        since: '2026-06-16',
        amount: 1_000,
        text: 'The last payment of $1,000.00 is due on 15 Aug 2026, in 43 days.',
        action: 'Review the schedule',
        snoozedUntil: null,
      },
    ]);
  });

  it('asks for statements from 1 July until each loan has one that agrees or is accepted', async () => {
    const farm = await practice.addEntity('Farm');
    const truck = await practice.addLoan(farm, WORKED_EXAMPLE);
    const tractor = await practice.addLoan(farm, WORKED_EXAMPLE);
    const [open] = await attention();
    expect(open).toMatchObject({
      id: 'statements-open',
      entityId: farm,
      kind: 'statements-open',
      scheduleId: null,
      since: '2026-07-01',
      text: '2 loans not yet agreed to the lender’s statement at 30 June 2026.',
    });
    const save = (body: { scheduleId: string; balance: number; reason?: string }[]) =>
      practice.app.call('PUT /v1/reports/loans/{date}/statements', {
        as: practice.owner.token,
        params: { date: '2026-06-30' },
        body,
      });
    await save([
      { scheduleId: truck, balance: 37_656.6 },
      { scheduleId: tractor, balance: 37_656.59 },
    ]);
    expect((await attention())[0]?.text).toBe(
      '1 loan not yet agreed to the lender’s statement at 30 June 2026.',
    );
    await save([{ scheduleId: tractor, balance: 37_656.59, reason: 'Rounded by the lender' }]);
    expect(await attention()).toEqual([]);
    await save([{ scheduleId: tractor, balance: 37_656.59 }]);
    expect(await attention()).toHaveLength(1);
    await save([{ scheduleId: tractor, balance: 37_656.6 }]);
    expect(await attention()).toEqual([]);
  });

  it('asks for statements of archived loans with a balance at the year end, as the pack has them', async () => {
    const { app, owner } = practice;
    const entityId = await practice.addEntity('Farm');
    const changes: (EventBody | null)[] = [
      null,
      { kind: 'extra-repayment', date: '2026-02-01', amount: 5_000, keep: 'payment' },
      { kind: 'payout', date: '2026-05-20', payoutFigure: 38_500, fees: [] },
    ];
    for (const change of changes) {
      const params = { entityId, scheduleId: await practice.addLoan(entityId, WORKED_EXAMPLE) };
      if (change) await record({ app, owner, params }, change);
      await archive({ app, owner, params });
    }
    const [open] = await attention();
    expect(open?.text).toBe('2 loans not yet agreed to the lender’s statement at 30 June 2026.');
    const { loans } = (await practice.report()).body;
    expect(loans.filter(({ movement }) => movement.closing !== 0)).toHaveLength(2);
  });

  it('has one row for the statements of all entities, which is snoozed for those that are in it', async () => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, WORKED_EXAMPLE);
    await practice.addLoan(await practice.addEntity('Mill'), WORKED_EXAMPLE);
    const text = '2 loans not yet agreed to the lender’s statement at 30 June 2026.';
    expect(await attention()).toMatchObject([
      { id: 'statements-open', entityId: null, entityName: '2 entities', text, snoozedUntil: null },
    ]);
    await snooze('statements-open', { until: '2026-08-01' });
    expect(await attention()).toMatchObject([{ id: 'statements-open', snoozedUntil: '2026-08-01' }]);
    await practice.addLoan(await practice.addEntity('Dairy'), WORKED_EXAMPLE);
    expect(await attention()).toMatchObject([{ entityName: 'Dairy', snoozedUntil: null }]);
  });

  it('lists the loans of an entity that is not linked, with what is outstanding', async () => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, WORKED_EXAMPLE);
    const { body } = await practice.app.call('GET /v1/attention', { as: practice.owner.token });
    expect(body).toContainEqual(
      expect.objectContaining({
        kind: 'not-linked',
        entityId: farm,
        amount: 37_656.6,
        text: '1 loan is not linked to Xero: Toyota HiLux.',
        action: 'Link to Xero',
      }),
    );
  });

  it('forgets the attention items of an archived schedule, and names a renamed one', async () => {
    const farm = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(farm, ENDING);
    const as = practice.owner.token;
    await practice.app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', {
      as,
      params: { entityId: farm, scheduleId },
      body: { ...ENDING, description: 'Forklift 2' },
    });
    expect((await attention())[0]?.description).toBe('Forklift 2');
    await archive({ ...practice, params: { entityId: farm, scheduleId } });
    expect((await attention()).map(({ kind }) => kind)).toEqual(['statements-open']);
  });
});

describe('a snoozed item', () => {
  it('comes last until its date, and stays hidden for all users', async () => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, ENDING);
    const [end] = await attention();
    expect(end?.kind).toBe('ending');
    const { status } = await snooze(end?.id ?? '', { until: '2026-07-20', note: 'The lender calls back' });
    expect(status).toBe(204);
    const after = await attention();
    expect(after.map(({ kind, snoozedUntil }) => [kind, snoozedUntil])).toEqual([
      ['statements-open', null],
      ['ending', '2026-07-20'],
    ]);
    await snooze(end?.id ?? '', { until: null });
    expect((await attention())[0]?.snoozedUntil).toBeNull();
  });

  it.each([
    ['2026-07-03', 'today'],
    ['2027-07-04', 'more than a year ahead'],
    ['2026-02-30', 'a day that does not exist'],
  ])('refuses %s: %s', async (until) => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, ENDING);
    const [end] = await attention();
    const { status, body } = await snooze(end?.id ?? '', { until });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['until']]);
  });

  it('answers 404 for an attention item that is not open', async () => {
    const farm = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(farm, WORKED_EXAMPLE);
    const { status } = await snooze(`${farm}.balloon.${scheduleId}`, { until: '2026-07-20' });
    expect(status).toBe(404);
  });
});

describe('announcements of ends', () => {
  const messages = async () => {
    const { body } = await practice.app.call('GET /v1/messages', { as: practice.owner.token });
    return body.filter(({ subject }) => /balloon|ends in/.test(subject));
  };

  it('are sent 120, 60 and 14 days before, each once', async () => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, COMING_BALLOON);
    const jobs = jobsOf(practice.app);
    const days = ['2026-07-01', '2026-07-02', '2026-07-03', '2026-08-30', '2026-08-31', '2026-09-01'];
    const counts: number[] = [];
    for (const today of [...days, '2026-10-16', '2026-10-17', '2026-10-29', '2026-10-31']) {
      await jobs.run('messages', { today });
      counts.push((await messages()).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 3, 3]);
    expect((await messages()).map(({ subject }) => subject).toSorted()).toEqual([
      'Prime mover: a balloon of $48,005.50 in 120 days',
      'Prime mover: a balloon of $48,005.50 in 14 days',
      'Prime mover: a balloon of $48,005.50 in 60 days',
    ]);
  });

  it('announce a contract that is entered late by its next stage only', async () => {
    const farm = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(farm, ENDING);
    const jobs = jobsOf(practice.app);
    await jobs.run('messages', { today: '2026-07-03' });
    expect(await messages()).toMatchObject([
      {
        subject: 'Forklift: ends in 43 days with $1,000.00',
        message:
          'Farm, Forklift: Its end is on 15th Aug 2026, with $1,000.00. You can pay the contract out, refinance or extend it.',
        link: `/entity/${farm}/${scheduleId}`,
      },
    ]);
  });
});

describe('roles', () => {
  it('lets guests read and members snooze', async () => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, ENDING);
    const guest = await signUpInto(practice.app, practice.owner, 'Guest');
    const { body } = await practice.app.call('GET /v1/attention', { as: guest.token });
    expect(body).toHaveLength(3);
    expect((await snooze(body[0]?.id ?? '', { until: '2026-07-20' }, guest.token)).status).toBe(403);
  });
});
