import { describe, expect, it } from 'vitest';
import { later } from '../support/restoring.ts';
import { archive, asOwner, schedulePath } from '../support/syncing.ts';
import {
  accountIn,
  allowConnections,
  chosenAccounts,
  createSchedule,
  prepareSchedule,
  type Prepared,
  startWork,
  startLinked,
} from '../support/xero.ts';

const enable = `POST ${schedulePath}/configuration/sync/xero` as const;
const settings = `PUT ${schedulePath}/configuration/sync/xero/settings` as const;
const someAccounts = `PATCH ${schedulePath}/configuration/sync/xero/accounts` as const;
const xeroAccounts = `PATCH ${schedulePath}/xeroAccounts` as const;

const used = async ({ app, owner }: Prepared): Promise<number> =>
  (await app.call('GET /v1/tenants/subscription', { as: owner.token })).body.usageCountConnections;

const linkedSchedule = async (): Promise<Prepared> => createSchedule(await startLinked());

describe('a change of a schedule', () => {
  it('stores the accounts that it names and keeps the others', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const { body: before } = await app.call(`GET ${schedulePath}`, asOwner(prepared));
    const other = accountIn({ app }, '449');
    const change = async (xeroAccount: object, { revision } = before) =>
      app.send(`PUT ${schedulePath}`, { ...asOwner(prepared), body: { ...before, revision, xeroAccount } });
    const changed = await change({ interestExpenseAccountId: other, bankAccountId: null });
    expect(changed.status).toBe(200);
    const { body: after } = await app.call(`GET ${schedulePath}`, asOwner(prepared));
    expect(after.xeroAccount).toEqual({ ...before.xeroAccount, interestExpenseAccountId: other });
    const bank = before.xeroAccount.bankAccountId;
    const refused = await change({ interestExpenseAccountId: bank }, after);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
      400,
      ['interestExpenseAccountId'],
    ]);
  });
});

describe('enabling the sync of a schedule', () => {
  it('takes one connection, however often it is requested', async () => {
    const prepared = await linkedSchedule();
    for (let time = 1; time <= 2; time++) {
      const { status, body } = await prepared.app.call(enable, asOwner(prepared));
      expect([status, body.xeroConnected, body.xeroSyncReady]).toEqual([200, true, false]);
    }
    expect(await used(prepared)).toBe(1);
  });

  it('needs a linked entity', async () => {
    const prepared = await createSchedule(await startWork());
    const { status, body } = await prepared.app.call(enable, asOwner(prepared));
    expect([status, body.detail]).toEqual([
      409,
      'You must connect this entity to Xero before you can sync schedule items.',
    ]);
  });

  it('refuses an archived schedule', async () => {
    const prepared = await linkedSchedule();
    await archive(prepared);
    expect((await prepared.app.call(enable, asOwner(prepared))).status).toBe(409);
  });

  it('starts auto sync from today', async () => {
    const work = await startLinked();
    const prepared = await later(await createSchedule(work, { autoSync: true }), 20 * 24 * 60);
    await work.app.call(enable, asOwner(prepared));
    const stored = work.app.stored();
    const item = stored.find(({ scheduleId, sk }) => scheduleId === prepared.scheduleId && sk !== '@');
    expect(item?.['autoSyncSince']).toBe('2025-06-21');
  });
});

describe('settings', () => {
  it('make a connected schedule ready', async () => {
    const prepared = await linkedSchedule();
    await prepared.app.call(enable, asOwner(prepared));
    const accounts = await chosenAccounts(prepared);
    const { status, body } = await prepared.app.call(settings, {
      ...asOwner(prepared),
      body: { autoSync: true, ...accounts },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ xeroSyncReady: true, autoSync: true, xeroAccount: accounts });
  });

  it('store the shared accounts for the entity’s next schedules, and remove them again', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const accounts = await chosenAccounts(prepared);
    const { bankAccountId, interestExpenseAccountId, administrationFeeId } = accounts;
    const defaultsAfter = async (remember: { rememberForEntity?: boolean }) => {
      const body = { autoSync: false, ...accounts, ...remember };
      expect((await app.call(settings, { ...asOwner(prepared), body })).status).toBe(200);
      return (await app.call('GET /v1/entities/{entityId}', asOwner(prepared))).body.defaultAccounts;
    };
    const shared = { bankAccountId, interestExpenseAccountId, administrationFeeId };
    expect(await defaultsAfter({})).toBeNull();
    expect(await defaultsAfter({ rememberForEntity: true })).toEqual(shared);
    expect(await defaultsAfter({})).toEqual(shared);
    expect(await defaultsAfter({ rememberForEntity: false })).toBeNull();
  });

  it('need all eight fields', async () => {
    const prepared = await linkedSchedule();
    const { status, body } = await prepared.app.send(settings, { ...asOwner(prepared), body: {} });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).toSorted()).toEqual(
      [
        'administrationFeeId',
        'autoSync',
        'bankAccountId',
        'hirePurchaseCurrentId',
        'hirePurchaseNonCurrentId',
        'interestExpenseAccountId',
        'unexpiredChargesCurrentId',
        'unexpiredChargesNonCurrentId',
      ].toSorted(),
    );
  });

  // Evidence for Xero account-mapping
  it('accept accounts of the right kind only', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const byName = (name: string) => app.books().accounts.find(({ Name }) => Name === name)?.AccountID ?? '';
    const accounts = await chosenAccounts(prepared);
    const { status, body } = await app.call(settings, {
      ...asOwner(prepared),
      body: {
        autoSync: false,
        ...accounts,
        bankAccountId: byName('US Dollar Account'),
        interestExpenseAccountId: byName('Sales'),
        hirePurchaseCurrentId: byName('GST'),
      },
    });
    expect([status, Object.keys(body.errors ?? {}).toSorted()]).toEqual([
      400,
      ['bankAccountId', 'hirePurchaseCurrentId', 'interestExpenseAccountId'],
    ]);
  });

  // Evidence for Xero account-mapping
  it('refuse an account that is not in the Xero organisation', async () => {
    const prepared = await prepareSchedule();
    const answer = await prepared.app.call(xeroAccounts, {
      ...asOwner(prepared),
      body: { administrationFeeId: 'no-such-account' },
    });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([404, ['administrationFeeId']]);
  });

  it('accept overheads and direct costs as expenses', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const insurance = app.books().accounts.find(({ Name }) => Name === 'Insurance')?.AccountID ?? '';
    const answer = await app.call(xeroAccounts, {
      ...asOwner(prepared),
      body: { administrationFeeId: insurance },
    });
    expect([answer.status, answer.body.xeroAccount.administrationFeeId]).toEqual([200, insurance]);
  });

  it.each([someAccounts, xeroAccounts])('change in part by %s', async (route) => {
    const prepared = await linkedSchedule();
    await prepared.app.call(enable, asOwner(prepared));
    const { bankAccountId, hirePurchaseCurrentId } = await chosenAccounts(prepared);
    await prepared.app.call(route, { ...asOwner(prepared), body: { bankAccountId } });
    const { status, body } = await prepared.app.call(route, {
      ...asOwner(prepared),
      body: { hirePurchaseCurrentId },
    });
    expect(status).toBe(200);
    expect(body.xeroAccount).toMatchObject({ bankAccountId, hirePurchaseCurrentId });
    expect(body.xeroSyncReady).toBe(false);
    expect((await prepared.app.call(route, { ...asOwner(prepared), body: {} })).status).toBe(400);
  });

  it('are refused until the schedule is connected', async () => {
    const prepared = await linkedSchedule();
    const { bankAccountId } = await chosenAccounts(prepared);
    const { status } = await prepared.app.call(xeroAccounts, {
      ...asOwner(prepared),
      body: { bankAccountId },
    });
    expect(status).toBe(409);
  });
});

describe('archiving', () => {
  it('frees the connection and keeps the accounts', async () => {
    const prepared = await prepareSchedule();
    const { status, body } = await archive(prepared);
    expect(status).toBe(200);
    expect(body).toMatchObject({ archived: true, active: false, xeroConnected: false });
    expect(body.xeroAccount.bankAccountId).not.toBeNull();
    expect(await used(prepared)).toBe(0);
  });

  it('takes no connection when it is undone', async () => {
    const prepared = await prepareSchedule();
    await archive(prepared);
    const { body } = await archive(prepared, false);
    expect(body).toMatchObject({ archived: false, xeroConnected: false });
    expect(await used(prepared)).toBe(0);
  });

  it('changes nothing if the schedule is in that state already', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    await archive(prepared, false);
    const { body } = await app.call(schedule, asOwner(prepared));
    expect(body.xeroConnected).toBe(true);
    await allowConnections(app, prepared.owner, 1);
    expect(await used(prepared)).toBe(1);
  });
});

const schedule = `GET ${schedulePath}` as const;
