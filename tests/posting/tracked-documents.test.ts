/** Tracking options on the documents of payments, events and registers. */
import { beforeEach, expect, it } from 'vitest';
import { correct } from '../support/coding.ts';
import { INSURANCE } from '../support/contracts.ts';
import { preview, record, reverse } from '../support/events.ts';
import { jobsOf } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import { addRegister, inRegister, registerPath, spreadAccounts } from '../support/registers.ts';
import {
  asOwner,
  inXero,
  journalsInXero,
  MINUTE,
  paymentIds,
  postJournalAt,
  schedulePath,
  syncNumbers,
} from '../support/syncing.ts';
import {
  changeInXero,
  choose,
  chooseFor,
  divisions,
  option,
  optionsOf,
  readTracking,
  REQUIRED,
  type Tracked,
  trackedCodes,
  UNAVAILABLE,
} from '../support/tracking.ts';
import {
  accountIn,
  changeSettings,
  type Prepared,
  prepareAnother,
  prepareSchedule,
} from '../support/xero.ts';

let truck: Prepared;

beforeEach(async () => {
  truck = await prepareSchedule();
});

/** Whether a document has lines, and each carries options. */
const isAllTracked = (lines: readonly Tracked[] = []): boolean =>
  lines.length > 0 && trackedCodes(truck, lines).length === lines.length;

it('documents carry the entity’s choice on their lines of income and expense', async () => {
  await choose(truck, [(await divisions(truck)).north, await option(truck, 'Vehicle', 'Truck 1')]);
  await syncNumbers(truck, [1]);
  const lines = optionsOf(truck, inXero(truck)[0]?.LineItems);
  const both = ['Division: North block', 'Vehicle: Truck 1'];
  expect(lines.filter(([account]) => account === '437')).toEqual([['437', both]]);
  expect(trackedCodes(truck, inXero(truck)[0]?.LineItems)).toEqual(['437']);
});

it('documents and opening journals carry it on every line where the entity says so', async () => {
  await choose(truck, [(await divisions(truck)).north], { lines: 'all' });
  await postJournalAt(truck, '2025-02-01');
  await syncNumbers(truck, [1]);
  const [opening, payment] = [journalsInXero(truck)[0]?.JournalLines, inXero(truck)[0]?.LineItems];
  expect(isAllTracked(opening)).toBe(true);
  expect(isAllTracked(payment)).toBe(true);
});

it('documents carry a schedule’s own choice in place of the entity’s, and none where it says so', async () => {
  await choose(truck, [(await divisions(truck)).north]);
  const { south } = await divisions(truck);
  const saved = await chooseFor(truck, [south]);
  expect(saved.body).toMatchObject({ tracking: [south] });
  expect((await chooseFor(truck, undefined)).body).toMatchObject({ tracking: [south] });
  await syncNumbers(truck, [1]);
  expect((await chooseFor(truck, [])).body).toMatchObject({ tracking: [] });
  await syncNumbers(truck, [2]);
  expect((await chooseFor(truck, null)).body).toMatchObject({ tracking: null });
  await syncNumbers(truck, [3]);
  const all = inXero(truck).map(({ LineItems }) =>
    optionsOf(truck, LineItems).flatMap(([, options]) => options),
  );
  expect(all).toEqual([['Division: South block'], [], ['Division: North block']]);
  expect(await chooseFor(truck, [(await divisions(truck)).shed])).toMatchObject({
    status: 400,
    body: { errors: { tracking: [expect.any(String)] } },
  });
});

it('events, reversals and corrections carry it, and a correction keeps that of others', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  await syncNumbers(truck, [1]);
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  expect(await reverse(truck, 1, 'mirror', '2025-05-20')).toMatchObject(UNAVAILABLE);
  changeInXero(truck, north.optionId, { status: 'ACTIVE' });
  expect((await reverse(truck, 1, 'mirror', '2025-05-20')).status).toBe(200);
  const mirror = inXero(truck).find(({ Type }) => Type === 'RECEIVE');
  expect(trackedCodes(truck, mirror?.LineItems)).toEqual(['437']);
  const { tenantId } = truck.app.books();
  const idOf = (code: string): string => accountIn(truck, code);
  const { transactionId } = truck.app.control('POST', 'transactions', {
    tenantId,
    date: '2025-03-15',
    contactName: 'Toyota Finance',
    bankAccountId: idOf('090'),
    lines: [
      {
        accountId: idOf('404'),
        amount: 1000,
        taxType: 'BASEXCLUDED',
        tracking: [{ name: 'Vehicle', option: 'Truck 2' }],
      },
    ],
    reconciled: true,
  }) as { transactionId: string };
  expect((await correct(truck, 2, transactionId)).body.errors).toEqual([]);
  const tracked = optionsOf(truck, journalsInXero(truck)[0]?.JournalLines).filter(
    ([, options]) => options.length > 0,
  );
  expect(tracked).toEqual([
    ['404', ['Vehicle: Truck 2']],
    ['437', ['Division: North block']],
  ]);
  await choose(truck, [(await divisions(truck)).north], { lines: 'all' });
  await record(truck, { kind: 'extra-repayment', date: '2025-05-20', amount: 500, keep: 'payment' });
  const event = inXero(truck).find(({ Total }) => Total === 500);
  expect(isAllTracked(event?.LineItems)).toBe(true);
});

it('a dishonour carries it: the fee by its account, the mirror as the payment does', async () => {
  const { north, south } = await divisions(truck);
  await choose(truck, [north]);
  await syncNumbers(truck, [1]);
  await choose(truck, [south]);
  const dishonour = (code: string, date: string, number = 1) =>
    reverse(truck, number, 'mirror', date, {
      fee: {
        amount: 15,
        accountId: accountIn(truck, code),
        taxType: 'INPUT',
      },
    });
  changeInXero(truck, south.optionId, { status: 'ARCHIVED' });
  expect(await dishonour('404', '2025-02-18')).toMatchObject(UNAVAILABLE);
  expect(inXero(truck)).toHaveLength(1);
  changeInXero(truck, south.optionId, { status: 'ACTIVE' });
  expect((await dishonour('404', '2025-02-18')).status).toBe(200);
  const [, fee, mirror] = inXero(truck);
  expect(optionsOf(truck, fee?.LineItems)).toEqual([['404', ['Division: South block']]]);
  expect(optionsOf(truck, mirror?.LineItems).filter(([, options]) => options.length > 0)).toEqual([
    ['437', ['Division: North block']],
  ]);
  // A prepayment is no line of income or expense, unless every line is tracked.
  await syncNumbers(truck, [2]);
  expect((await dishonour('620', '2025-03-18', 2)).status).toBe(200);
  expect(optionsOf(truck, inXero(truck)[4]?.LineItems)).toEqual([['620', []]]);
});

it('documents carry the new name of an option, and are refused while the option is archived', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  changeInXero(truck, north.optionId, { name: 'Home block' });
  await syncNumbers(truck, [1]);
  expect(optionsOf(truck, inXero(truck)[0]?.LineItems).flatMap(([, options]) => options)).toEqual([
    'Division: Home block',
  ]);
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  const another = await prepareAnother(truck);
  await chooseFor(another, []);
  const refused = await syncNumbers(truck, [2]);
  expect(refused.body).toMatchObject({
    code: 'tracking/unavailable',
    detail: expect.stringContaining('“Home block” of “Division” is archived in Xero.'),
  });
  expect(refused.status).toBe(409);
  expect((await syncNumbers(another, [1])).status).toBe(200);
  changeInXero(truck, north.optionId, { status: 'ACTIVE' });
  expect((await syncNumbers(truck, [2])).status).toBe(200);
});

it('documents are refused without a choice where the entity requires one', async () => {
  await choose(truck, [], { isRequired: true });
  const refused = await syncNumbers(truck, [1]);
  expect(refused).toMatchObject(REQUIRED);
  await chooseFor(truck, [(await divisions(truck)).south]);
  expect((await syncNumbers(truck, [1])).status).toBe(200);
});

it('a preview of payments shows the options of their documents, and warns of archived ones', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  const previewed = async () => {
    const SyncSchedulePayments = await paymentIds(truck, [1]);
    return (
      await truck.app.call(`POST ${schedulePath}/sync/xero/payments/preview`, {
        ...asOwner(truck),
        body: { SyncSchedulePayments },
      })
    ).body;
  };
  const { documents, warnings } = await previewed();
  const shown = documents[0]?.lines.filter(({ tracking }) => tracking.length > 0);
  expect(shown).toMatchObject([
    { role: 'interestExpense', tracking: [{ ...north, category: 'Division', option: 'North block' }] },
  ]);
  expect(warnings.filter((text) => text.includes('archived'))).toEqual([]);
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  truck.app.clock.advance(2 * MINUTE);
  expect((await previewed()).warnings.at(-1)).toMatch(/“North block”.*is archived/);
});

it('a preview of an event shows the options of its document, and warns of deleted ones', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north], { lines: 'all' });
  const previewed = async () =>
    (await preview(truck, { kind: 'extra-repayment', date: '2025-05-20', amount: 500, keep: 'payment' }))
      .body;
  const { documents, warnings } = await previewed();
  expect(documents[0]?.lines.flatMap(({ tracking }) => tracking?.map((one) => one.option))).toEqual(
    documents[0]?.lines.map(() => 'North block'),
  );
  expect(warnings.join()).not.toMatch(/archived/);
  changeInXero(truck, north.optionId, { status: 'DELETED' });
  truck.app.clock.advance(2 * MINUTE);
  expect((await previewed()).warnings.join()).toMatch(/“North block” of “Division” is archived/);
});

it('documents count as changed where Xero dropped an option that was archived after it was read', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  await changeSettings(truck, { autoSync: true });
  await readTracking(truck);
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  await jobsOf(truck.app).run('auto-sync', { today: '2025-06-15' });
  expect(inXero(truck)).toHaveLength(1);
  truck.app.clock.advance(2 * MINUTE);
  const { body } = await truck.app.call(`GET ${schedulePath}/xerostatus`, asOwner(truck));
  expect(JSON.stringify(body)).toMatch(/The tracking of the line of \$\d+\.\d\d is not as it was sent\./);
});

it('an opening journal counts as changed where a person takes its option away', async () => {
  await choose(truck, [(await divisions(truck)).north], { lines: 'all' });
  await postJournalAt(truck, '2025-02-01');
  const [journal] = journalsInXero(truck);
  const { tenantId } = truck.app.books();
  const lines = journal?.JournalLines.map(({ AccountID, LineAmount }) => ({
    accountId: AccountID,
    amount: LineAmount,
    taxType: 'BASEXCLUDED',
    tracking: [],
  }));
  truck.app.control('POST', 'documents', {
    tenantId,
    documentId: journal?.ManualJournalID,
    action: 'edit',
    changes: { lines },
  });
  truck.app.clock.advance(2 * MINUTE);
  const checked = await truck.app.call(`GET ${schedulePath}/xerostatus`, asOwner(truck));
  expect(JSON.stringify(checked.body)).toContain('The tracking of the line of');
});

it('documents count as unchanged after an option is renamed, or a line without one gains it', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  await syncNumbers(truck, [1]);
  changeInXero(truck, north.optionId, { name: 'Home block' });
  const [payment] = inXero(truck);
  const lines = payment?.LineItems.map(({ AccountID, UnitAmount, TaxType, Description }) => ({
    accountId: AccountID,
    amount: UnitAmount,
    taxType: TaxType,
    description: Description,
    tracking: [{ name: 'Division', option: 'Home block' }],
  }));
  truck.app.control('POST', 'documents', {
    tenantId: truck.app.books().tenantId,
    documentId: payment?.BankTransactionID,
    action: 'edit',
    changes: { lines },
  });
  expect(isAllTracked(inXero(truck)[0]?.LineItems)).toBe(true);
  truck.app.clock.advance(2 * MINUTE);
  const { body } = await truck.app.call(`GET ${schedulePath}/xerostatus`, asOwner(truck));
  expect(JSON.stringify(body)).not.toMatch(/tracking/);
});

const registered = async () => {
  const { register } = await addRegister(truck, {
    facts: { ...INSURANCE.facts, from: '2025-01-01', to: '2025-12-31' },
    accounts: spreadAccounts(truck),
  });
  return { ...truck, register };
};

it('a register posts the entity’s choice on income and expense lines, and mirrors carry it', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  const one = await registered();
  const sync = { ...inRegister(one), body: { numbers: [1] } };
  expect((await truck.app.call(`POST ${registerPath}/sync`, sync)).body.errors).toEqual([]);
  expect(optionsOf(truck, journalsInXero(truck)[0]?.JournalLines)).toEqual([
    ['433', ['Division: North block']],
    ['620', []],
  ]);
  await choose(truck, [(await divisions(truck)).south], { lines: 'all' });
  const mirror = () =>
    truck.app.call(`POST ${registerPath}/entries/{number}/reversal`, {
      as: one.owner.token,
      params: { ...inRegister(one).params, number: '1' },
      body: { mode: 'mirror', date: '2025-05-20' },
    });
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  expect(await mirror()).toMatchObject(UNAVAILABLE);
  changeInXero(truck, north.optionId, { status: 'ACTIVE' });
  expect((await mirror()).status).toBe(200);
  expect(trackedCodes(truck, journalsInXero(truck).at(-1)?.JournalLines)).toEqual(['433']);
  await truck.app.call(`POST ${registerPath}/sync`, sync);
  expect(optionsOf(truck, journalsInXero(truck).at(-1)?.JournalLines)).toEqual([
    ['433', ['Division: South block']],
    ['620', ['Division: South block']],
  ]);
});

it('a register posts nothing without a choice that is required, or with an archived one', async () => {
  const one = await registered();
  const sync = () =>
    truck.app.call(`POST ${registerPath}/sync`, { ...inRegister(one), body: { numbers: [1] } });
  await choose(truck, [], { isRequired: true });
  expect(await sync()).toMatchObject(REQUIRED);
  const { north } = await divisions(truck);
  await choose(truck, [north], { isRequired: true });
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  expect(await sync()).toMatchObject(UNAVAILABLE);
  expect(journalsInXero(truck)).toEqual([]);
  changeInXero(truck, north.optionId, { status: 'ACTIVE' });
  expect((await sync()).body.errors).toEqual([]);
});

it('auto sync asks for another choice until the choice changes', async () => {
  const jobs = jobsOf(truck.app);
  const { north } = await divisions(truck);
  await changeSettings(truck, { autoSync: true });
  await choose(truck, [north]);
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  truck.app.clock.advance(2 * MINUTE);
  await jobs.run('auto-sync', { today: '2025-06-15' });
  const kinds = async () => {
    const as = (await signIn(truck.app, truck.owner.email)).token;
    const { body } = await truck.app.call('GET /v1/attention', { as });
    return body.map(({ kind }) => kind);
  };
  expect(inXero(truck)).toEqual([]);
  expect(await kinds()).toContain('tracking');
  await choose(truck, []);
  expect(await kinds()).not.toContain('tracking');
});
