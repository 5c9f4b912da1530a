/** Each reason that stops auto sync of one schedule, while another organisation's schedule continues. */
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { latestAuthorisation } from '../../functions/records/connections/authorisations.ts';
import { type Jobs, jobsOf } from '../support/jobs.ts';
import { type Person, signIn, signUp } from '../support/people.ts';
import {
  accountIn,
  allowConnections,
  changeSettings,
  linkTo,
  postUnknown,
  prepareAnother,
  prepareSchedule,
  type Prepared,
} from '../support/xero.ts';

/** Both have a payment due by this day; the truck's is on the 15th. */
const TODAY = '2025-06-20';
const NEXT_DAY = '2025-06-21';
const HOUR = 3_600_000;

let truck: Prepared;
/** Another organisation's schedule in the same Xero organisation. */
let crane: Prepared;
let jobs: Jobs;

beforeEach(async () => {
  truck = await prepareSchedule();
  const { app } = truck;
  const owner = await signUp(app);
  const { body } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Bay Builders' } });
  await allowConnections(app, owner, 5);
  await linkTo(app, owner, body.id);
  crane = await prepareAnother(
    { app, owner, entityId: body.id },
    { description: 'Crane', startDate: '2025-01-20' },
  );
  for (const one of [truck, crane]) await changeSettings(one, { autoSync: true });
  jobs = jobsOf(app);
});

const inXero = ({ app, scheduleId }: Prepared): number[] =>
  app
    .books()
    .bankTransactions.filter(({ Reference }) => Reference.includes(scheduleId))
    .map(({ Reference }) => Number(Reference.split('-').at(-1)));

async function messagesOf(owner: Person): Promise<unknown[]> {
  const as = (await signIn(truck.app, owner.email)).token;
  const { body } = await truck.app.call('GET /v1/messages', { as });
  return body.filter(({ code }: { code: string | null }) => code === null);
}

async function setOpening(outOfDate: boolean): Promise<void> {
  const { app, params } = truck;
  const xeroTenantId = app.books().tenantId;
  const opening = { journalId: 'journal', xeroTenantId, shortCode: '!demo', date: '2025-06-01' };
  const update = keys.schedule(params.entityId, params.scheduleId);
  await app.table.write({
    update,
    set: { opening: { ...opening, outOfDate, includesDate: false, events: [] } },
  });
}

interface Reason {
  readonly reason: string;
  readonly obstruct: () => Promise<void>;
  readonly end: () => Promise<unknown>;
  readonly subject: string;
  readonly message: string;
  /** The payment that the message links to. */
  readonly payment?: number;
  /** Payment 5 stays out, also once the reason has ended. */
  readonly isForGood?: boolean;
  /** The message goes when the reason ends, before auto sync runs again. */
  readonly isForgottenAtOnce?: boolean;
}

const REASONS: readonly Reason[] = [
  {
    reason: 'the lock date',
    obstruct: async () => {
      const { app } = truck;
      app.control('PATCH', `organisations/${app.books().tenantId}`, { periodLockDate: '2025-06-15' });
    },
    end: async () => {
      const { app } = truck;
      app.control('PATCH', `organisations/${app.books().tenantId}`, { periodLockDate: null });
    },
    subject: 'Delivery truck: 1 payment not synced: lock date',
    message: 'Auto sync skipped payment 5, due 15th Jun 2025 ($1,000.00)',
    payment: 5,
    isForGood: true,
  },
  {
    reason: 'a lost authorisation',
    obstruct: async () => {
      const { app, entityId } = truck;
      const authorisationId = (await latestAuthorisation(app.table, entityId)) ?? '';
      await app.table.write({ update: keys.xeroAuthorisation(authorisationId), set: { lost: true } });
    },
    end: () => linkTo(truck.app, truck.owner, truck.entityId),
    subject: 'Delivery truck: auto sync failed',
    message: 'Xero is disconnected. Please link to Xero again.',
    isForgottenAtOnce: true,
  },
  {
    reason: 'a plan that ended',
    obstruct: () => allowConnections(truck.app, truck.owner, 0),
    end: () => allowConnections(truck.app, truck.owner, 5),
    subject: 'Delivery truck: auto sync failed',
    message: 'Please upgrade your plan to integrate schedules to Xero.',
    isForgottenAtOnce: true,
  },
  {
    reason: 'an archived account',
    obstruct: async () => {
      const account = accountIn(truck, '449');
      await changeSettings(truck, { autoSync: true, interestExpenseAccountId: account });
      truck.app.control('PATCH', `documents/${account}`, { status: 'ARCHIVED' });
    },
    end: async () => truck.app.control('PATCH', `documents/${accountIn(truck, '449')}`, { status: 'ACTIVE' }),
    subject: 'Delivery truck: auto sync failed',
    message: 'The account "449 Motor Vehicle Expenses" is archived in Xero.',
  },
  {
    reason: 'an opening journal out of date',
    obstruct: () => setOpening(true),
    end: () => setOpening(false),
    subject: 'Delivery truck: auto sync failed',
    message: 'The schedule has changed since its opening balances journal.',
  },
];

describe('auto sync of a schedule', () => {
  it.each(REASONS)('stops for $reason with a message until it ends, while others continue', async (stop) => {
    await stop.obstruct();
    await jobs.run('auto-sync', { today: TODAY });
    expect([inXero(truck), inXero(crane)]).toEqual([[], [5]]);
    const { entityId, scheduleId } = truck;
    const messages = await messagesOf(truck.owner);
    expect(messages).toEqual([
      expect.objectContaining({
        subject: stop.subject,
        message: expect.stringContaining(`Harbour Works: ${stop.message}`),
        link: expect.stringMatching(
          stop.payment === undefined
            ? new RegExp(`^/entity/${entityId}/${scheduleId}$`)
            : new RegExp(`^/entity/${entityId}/${scheduleId}\\?paymentId=.`),
        ),
      }),
    ]);
    expect(await messagesOf(crane.owner)).toMatchObject([{ subject: 'Crane: 1 payment synced' }]);
    await jobs.run('auto-sync', { today: TODAY });
    expect(await messagesOf(truck.owner)).toEqual(messages);
    expect(jobs.deadLetters).toEqual([]);
    await stop.end();
    expect(await messagesOf(truck.owner)).toEqual(stop.isForgottenAtOnce ? [] : messages);
    await jobs.run('auto-sync', { today: NEXT_DAY });
    expect(inXero(truck)).toEqual(stop.isForGood ? [] : [5]);
    expect(JSON.stringify(await messagesOf(truck.owner))).not.toContain('auto sync failed');
  });

  it('replaces the message by one about another reason on the same day', async () => {
    await REASONS[3]?.obstruct();
    await jobs.run('auto-sync', { today: TODAY });
    await allowConnections(truck.app, truck.owner, 0);
    truck.app.clock.advance(HOUR);
    await jobs.run('auto-sync', { today: TODAY });
    expect(await messagesOf(truck.owner)).toMatchObject([
      { message: expect.stringContaining('Please upgrade your plan') },
    ]);
  });
});

describe('after a restore', () => {
  it('documents of lost schedules stop auto sync until a member has answered for them', async () => {
    const { app, owner } = truck;
    const now = app.clock.now();
    const restores = [{ backupAt: now - HOUR, quietSince: now - HOUR / 2 }];
    const token = 'PD-3f2c8a54-0000-4000-8000-7d1e5b6a9c01-1';
    await postUnknown(app, token);
    jobs = jobsOf({ ...app, restores });
    await jobs.run('auto-sync', { today: TODAY });
    expect(inXero(truck)).toEqual([]);
    const subjects = async () =>
      (await messagesOf(owner))
        .map((message) => (message as { subject: string }).subject)
        .toSorted((a, b) => a.localeCompare(b));
    const told = ['Delivery truck: auto sync failed', 'Harbour Works: documents in Xero need an answer'];
    expect(await subjects()).toEqual(told);
    app.clock.advance(24 * HOUR);
    await jobs.run('auto-sync', { today: TODAY });
    expect(inXero(truck)).toEqual([]);
    expect(await subjects()).toEqual(told);
  });
});
