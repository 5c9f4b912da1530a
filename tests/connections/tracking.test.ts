/** Tracking categories on the documents that post to Xero. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Input } from '../../functions/client/route-client.ts';
import { auditDetails, readSchedule, record, reverse } from '../support/events.ts';
import { jobsOf } from '../support/jobs.ts';
import { correct } from '../support/coding.ts';
import { addEntity } from '../support/entities.ts';
import { signIn, signUp } from '../support/people.ts';
import { INSURANCE } from '../support/contracts.ts';
import { addRegister, inRegister, registerPath, spreadAccounts } from '../support/registers.ts';
import type { AnswerOf } from '../support/app.ts';
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
  accountIn,
  BAKERY,
  createSchedule,
  linkTo,
  type Prepared,
  prepareAnother,
  prepareSchedule,
  startWork,
  startLinked,
} from '../support/xero.ts';

const READ = 'GET /v1/entities/{entityId}/tracking';
const SAVE = 'PUT /v1/entities/{entityId}/tracking';
const SETTINGS = `PUT ${schedulePath}/configuration/sync/xero/settings` as const;
const PREVIEW = `POST ${schedulePath}/sync/xero/payments/preview` as const;

let truck: Prepared;

beforeEach(async () => {
  truck = await prepareSchedule();
});

const read = async () => (await truck.app.call(READ, asOwner(truck))).body;

/** The ids of an option, by the names. */
async function option(category: string, name: string) {
  const found = (await read()).categories.find((each) => each.name === category);
  const optionId = found?.options.find((each) => each.name === name)?.id ?? '';
  return { categoryId: found?.id ?? '', optionId };
}

type Body = Input<typeof SAVE>['body'];

const choose = (tracking: Body['tracking'], change: Partial<Body> = {}) =>
  truck.app.call(SAVE, {
    ...asOwner(truck),
    body: { tracking, lines: 'profit-and-loss', isRequired: false, ...change },
  });

async function settings(tracking: Body['tracking'] | null | undefined, prepared = truck) {
  const { xeroAccount, autoSync } = await readSchedule(prepared);
  const accounts = xeroAccount as unknown as Input<typeof SETTINGS>['body'];
  const body = { ...accounts, autoSync, ...(tracking !== undefined && { tracking }) };
  return prepared.app.call(SETTINGS, { ...asOwner(prepared), body });
}

async function switchAutoSyncOn(): Promise<void> {
  const { xeroAccount } = await readSchedule(truck);
  const accounts = xeroAccount as unknown as Input<typeof SETTINGS>['body'];
  await truck.app.call(SETTINGS, { ...asOwner(truck), body: { ...accounts, autoSync: true } });
}

/** A person changes a category or an option in Xero. */
const change = ({ app }: Prepared, id: string, patch: object): void => {
  app.control('PATCH', `tracking/${id}`, patch);
};

interface Tracked {
  readonly AccountID: string;
  readonly Tracking?: readonly { readonly Name: string; readonly Option: string }[];
}

/** The options of the lines of a document, by account. */
function optionsOf({ app }: Prepared, lines: readonly Tracked[] = []): [string, string[]][] {
  const codes = new Map(app.books().accounts.map(({ AccountID, Code }) => [AccountID, Code ?? '']));
  return lines.map(({ AccountID, Tracking = [] }) => [
    codes.get(AccountID) ?? '',
    Tracking.map(({ Name, Option }) => `${Name}: ${Option}`),
  ]);
}

/** The codes of the accounts whose lines carry options. */
const trackedCodes = (prepared: Prepared, lines: readonly Tracked[] | undefined): string[] =>
  optionsOf(prepared, lines).flatMap(([account, options]) => (options.length > 0 ? [account] : []));

/** The refusal of a document that would carry an archived option. */
const UNAVAILABLE = { status: 409, body: { code: 'tracking/unavailable' } };

describe('the choice of an entity', () => {
  it('lists categories with archived ones, and is stored, audited and guarded', async () => {
    const { revision, ...before } = await read();
    expect(before).toMatchObject({
      categories: [
        { name: 'Division', isArchived: false },
        { name: 'Vehicle', isArchived: false },
        { name: 'Region', isArchived: true },
      ],
      tracking: [],
      lines: 'profit-and-loss',
      isRequired: false,
    });
    const north = await option('Division', 'North block');
    const saved = await choose([north], { revision, lines: 'all', isRequired: true });
    expect(saved.body).toMatchObject({ tracking: [north], lines: 'all', isRequired: true });
    expect(await read()).toEqual(saved.body);
    expect(await auditDetails(truck, 'entity/set-tracking')).toMatchObject([
      { tracking: 'Division North block' },
    ]);
    expect(await choose([], { revision })).toMatchObject({ status: 409, body: { code: 'tracking/changed' } });
  });

  it('keeps the first of two saves from one revision', async () => {
    const [north, south] = [await option('Division', 'North block'), await option('Division', 'South block')];
    const { revision } = await read();
    const { table } = truck.app;
    vi.spyOn(table, 'transact').mockImplementationOnce(async (...writes) => {
      expect((await choose([south], { revision })).status).toBe(200);
      return table.transact(...writes);
    });
    expect(await choose([north], { revision })).toMatchObject({
      status: 409,
      body: { code: 'tracking/changed' },
    });
    expect((await read()).tracking).toEqual([south]);
  });

  it('is refused at tracking for what a line can’t carry', async () => {
    const [north, south, shed, truck1, coast] = await Promise.all([
      option('Division', 'North block'),
      option('Division', 'South block'),
      option('Division', 'Old shed'),
      option('Vehicle', 'Truck 1'),
      option('Region', 'Coast'),
    ]);
    const unknown = { ...north, optionId: 'nowhere' };
    for (const tracking of [[north, south], [shed], [coast], [unknown], [north, truck1, coast]]) {
      expect(await choose(tracking)).toMatchObject({
        status: 400,
        body: { errors: { tracking: [expect.any(String)] } },
      });
    }
    expect((await choose([north, truck1])).status).toBe(200);
  });

  it('needs a link, and is none under another organisation', async () => {
    await choose([await option('Division', 'North block')], { isRequired: true });
    const work = await startWork();
    const unlinked = await work.app.call(READ, { as: work.owner.token, params: { entityId: work.entityId } });
    expect(unlinked).toMatchObject({ status: 409, body: { code: 'connection/not-linked' } });
    await linkTo(truck.app, truck.owner, truck.entityId, BAKERY);
    expect(await read()).toMatchObject({ tracking: [], isRequired: false });
  });
});

describe('documents', () => {
  it('carry the entity’s choice on their lines of income and expense', async () => {
    await choose([await option('Division', 'North block'), await option('Vehicle', 'Truck 1')]);
    await syncNumbers(truck, [1]);
    const lines = optionsOf(truck, inXero(truck)[0]?.LineItems);
    const both = ['Division: North block', 'Vehicle: Truck 1'];
    expect(lines.filter(([account]) => account === '437')).toEqual([['437', both]]);
    expect(trackedCodes(truck, inXero(truck)[0]?.LineItems)).toEqual(['437']);
  });

  it('carry it on every line where the entity says so, in opening journals as well', async () => {
    await choose([await option('Division', 'North block')], { lines: 'all' });
    await postJournalAt(truck, '2025-02-01');
    await syncNumbers(truck, [1]);
    const [opening, payment] = [journalsInXero(truck)[0]?.JournalLines, inXero(truck)[0]?.LineItems];
    expect(trackedCodes(truck, opening)).toHaveLength(opening?.length ?? 0);
    expect(trackedCodes(truck, payment)).toHaveLength(payment?.length ?? 0);
  });

  it('carry a schedule’s own choice in place of the entity’s, and none where it says so', async () => {
    await choose([await option('Division', 'North block')]);
    const south = await option('Division', 'South block');
    const saved = await settings([south]);
    expect(saved.body).toMatchObject({ tracking: [south] });
    expect((await settings(undefined)).body).toMatchObject({ tracking: [south] });
    await syncNumbers(truck, [1]);
    expect((await settings([])).body).toMatchObject({ tracking: [] });
    await syncNumbers(truck, [2]);
    expect((await settings(null)).body).toMatchObject({ tracking: null });
    await syncNumbers(truck, [3]);
    const all = inXero(truck).map(({ LineItems }) =>
      optionsOf(truck, LineItems).flatMap(([, options]) => options),
    );
    expect(all).toEqual([['Division: South block'], [], ['Division: North block']]);
    expect(await settings([await option('Division', 'Old shed')])).toMatchObject({
      status: 400,
      body: { errors: { tracking: [expect.any(String)] } },
    });
  });

  it('carry it for events, reversals and corrections, and a correction keeps that of others', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    await syncNumbers(truck, [1]);
    change(truck, north.optionId, { status: 'ARCHIVED' });
    expect(await reverse(truck, 1, 'mirror', '2025-05-20')).toMatchObject(UNAVAILABLE);
    change(truck, north.optionId, { status: 'ACTIVE' });
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
    await choose([await option('Division', 'North block')], { lines: 'all' });
    await record(truck, { kind: 'extra-repayment', date: '2025-05-20', amount: 500, keep: 'payment' });
    const event = inXero(truck).find(({ Total }) => Total === 500);
    expect(trackedCodes(truck, event?.LineItems)).toHaveLength(event?.LineItems.length ?? 0);
  });

  it('carry it for a dishonour: the fee by its account, the mirror as the payment does', async () => {
    const [north, south] = [await option('Division', 'North block'), await option('Division', 'South block')];
    await choose([north]);
    await syncNumbers(truck, [1]);
    await choose([south]);
    const dishonour = (code: string, date: string, number = 1) =>
      reverse(truck, number, 'mirror', date, {
        fee: {
          amount: 15,
          accountId: accountIn(truck, code),
          taxType: 'INPUT',
        },
      });
    change(truck, south.optionId, { status: 'ARCHIVED' });
    expect(await dishonour('404', '2025-02-18')).toMatchObject(UNAVAILABLE);
    expect(inXero(truck)).toHaveLength(1);
    change(truck, south.optionId, { status: 'ACTIVE' });
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

  it('have a new name of an option sent, and are refused while the option is archived', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    change(truck, north.optionId, { name: 'Home block' });
    await syncNumbers(truck, [1]);
    expect(optionsOf(truck, inXero(truck)[0]?.LineItems).flatMap(([, options]) => options)).toEqual([
      'Division: Home block',
    ]);
    change(truck, north.optionId, { status: 'ARCHIVED' });
    const another = await prepareAnother(truck);
    await settings([], another);
    const refused = await syncNumbers(truck, [2]);
    expect(refused.body).toMatchObject({
      code: 'tracking/unavailable',
      detail: expect.stringContaining('“Home block” of “Division” is archived in Xero.'),
    });
    expect(refused.status).toBe(409);
    expect((await syncNumbers(another, [1])).status).toBe(200);
    change(truck, north.optionId, { status: 'ACTIVE' });
    expect((await syncNumbers(truck, [2])).status).toBe(200);
  });

  it('are refused without a choice where the entity requires one', async () => {
    await choose([], { isRequired: true });
    const refused = await syncNumbers(truck, [1]);
    expect(refused).toMatchObject({ status: 409, body: { code: 'tracking/required' } });
    await settings([await option('Division', 'South block')]);
    expect((await syncNumbers(truck, [1])).status).toBe(200);
  });

  it('are shown with their options before they are posted, with a warning about archived ones', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    const preview = async () => {
      const SyncSchedulePayments = await paymentIds(truck, [1]);
      return (await truck.app.call(PREVIEW, { ...asOwner(truck), body: { SyncSchedulePayments } })).body;
    };
    const { documents, warnings } = await preview();
    const shown = documents[0]?.lines.filter(({ tracking }) => tracking.length > 0);
    expect(shown).toMatchObject([
      { role: 'interestExpense', tracking: [{ ...north, category: 'Division', option: 'North block' }] },
    ]);
    expect(warnings.filter((text) => text.includes('archived'))).toEqual([]);
    change(truck, north.optionId, { status: 'ARCHIVED' });
    truck.app.clock.advance(2 * MINUTE);
    expect((await preview()).warnings.at(-1)).toMatch(/“North block”.*is archived/);
  });

  it('are changed where Xero dropped an option that was archived after it was read', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    await switchAutoSyncOn();
    await read();
    change(truck, north.optionId, { status: 'ARCHIVED' });
    await jobsOf(truck.app).run('auto-sync', { today: '2025-06-15' });
    expect(inXero(truck)).toHaveLength(1);
    truck.app.clock.advance(2 * MINUTE);
    const { body } = await truck.app.call(`GET ${schedulePath}/xerostatus`, asOwner(truck));
    expect(JSON.stringify(body)).toMatch(/The tracking of the line of \$\d+\.\d\d is not as it was sent\./);
  });

  it('are changed where a person takes the option of an opening journal away', async () => {
    await choose([await option('Division', 'North block')], { lines: 'all' });
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

  it('stay as they are after an option is renamed, or a line without one gains it', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    await syncNumbers(truck, [1]);
    change(truck, north.optionId, { name: 'Home block' });
    truck.app.clock.advance(2 * MINUTE);
    const { body } = await truck.app.call(`GET ${schedulePath}/xerostatus`, asOwner(truck));
    expect(JSON.stringify(body)).not.toMatch(/tracking/);
  });
});

describe('a category of 100 options', () => {
  it('lists them all, and documents carry the last one whatever its name is', async () => {
    const { trackingCategories } = truck.app.core.state.records;
    const division = [...trackingCategories.values()].find(({ name }) => name === 'Division');
    if (!division) throw new Error('There is no category');
    const more = Array.from({ length: 97 }, (_each, index) => ({
      id: `option-${index}`,
      name: index === 96 ? `=1+1;@“🚜” ${'x'.repeat(88)}` : `Block ${index}`,
      status: 'ACTIVE' as const,
    }));
    for (const category of [...trackingCategories.values()].filter(({ name }) => name === 'Division')) {
      trackingCategories.set(category.id, { ...category, options: [...category.options, ...more] });
    }
    truck.app.clock.advance(2 * MINUTE);
    const listed = (await read()).categories.find(({ name }) => name === 'Division')?.options;
    expect(listed).toHaveLength(100);
    const last = await option('Division', more[96]?.name ?? '');
    expect((await choose([last])).status).toBe(200);
    await syncNumbers(truck, [1]);
    expect(optionsOf(truck, inXero(truck)[0]?.LineItems).flatMap(([, options]) => options)).toEqual([
      `Division: ${more[96]?.name}`,
    ]);
  });
});

describe('adjusting journals', () => {
  const POST = 'POST /v1/entities/{entityId}/reports/journal';

  it('have a line for each division', async () => {
    const another = await prepareAnother(truck);
    await settings([await option('Division', 'North block')]);
    await settings([await option('Division', 'South block')], another);
    await postJournalAt(truck, '2025-05-20');
    await postJournalAt(another, '2025-05-20');
    const posted = await truck.app.call(POST, {
      ...asOwner(truck),
      body: { date: '2025-05-31', kinds: ['accrued-interest'] },
    });
    expect(posted.status).toBe(200);
    const interest = optionsOf(truck, journalsInXero(truck).at(-1)?.JournalLines).filter(
      ([account]) => account === '437',
    );
    expect(interest.toSorted(([, [one = '']], [, [other = '']]) => one.localeCompare(other))).toEqual([
      ['437', ['Division: North block']],
      ['437', ['Division: South block']],
    ]);
  });
});

describe('adjusting journals of a changed choice', () => {
  const JOURNAL = 'POST /v1/entities/{entityId}/reports/journal';
  const SPLIT = { date: '2025-05-31', kinds: ['current-non-current'] } as const;
  const body = { ...SPLIT, kinds: [...SPLIT.kinds] };

  it('bring the liabilities of each division to its place', async () => {
    const [north, south] = [await option('Division', 'North block'), await option('Division', 'South block')];
    await choose([north], { lines: 'all' });
    await postJournalAt(truck, '2025-01-15');
    await syncNumbers(truck, [1, 2, 3, 4]);
    await choose([south], { lines: 'all' });
    const [preview] = (await truck.app.call(`${JOURNAL}/preview`, { ...asOwner(truck), body })).body
      .documents;
    const named = preview?.lines.map(({ tracking = [] }) => tracking.map(({ option: name }) => name).join());
    expect(new Set(named)).toEqual(new Set(['North block', 'South block']));
    expect((await truck.app.call(JOURNAL, { ...asOwner(truck), body })).status).toBe(200);

    const sums = new Map<string, number>();
    const days = new Set(['2025-05-31']);
    const journals = journalsInXero(truck).filter(
      ({ DateString }) => DateString.slice(0, 10) < '2025-05-31' || days.has(DateString.slice(0, 10)),
    );
    const add = (lines: readonly Tracked[], amounts: readonly number[]): void => {
      for (const [index, [account, tracking]] of optionsOf(truck, lines).entries()) {
        const key = `${account} ${tracking.join()}`;
        sums.set(key, (sums.get(key) ?? 0) + Math.round((amounts[index] ?? 0) * 100));
      }
    };
    for (const { JournalLines: lines } of journals) {
      add(
        lines,
        lines.map(({ LineAmount }) => LineAmount),
      );
    }
    for (const { LineItems: lines } of inXero(truck)) {
      add(
        lines,
        lines.map(({ UnitAmount }) => UnitAmount),
      );
    }
    const liabilities = [...sums].filter(([key]) => /^(?:874|875|924|925)/.test(key));
    expect(liabilities.filter(([key, amount]) => key.includes('North') && amount !== 0)).toEqual([]);
    expect(liabilities.filter(([key, amount]) => key.includes('South') && amount !== 0)).toHaveLength(4);
  });

  it('are refused while a loan has none of the options that are required', async () => {
    await postJournalAt(truck, '2025-01-15');
    await choose([], { isRequired: true });
    const accrual = { date: '2025-05-31', kinds: ['accrued-interest' as const] };
    const preview = await truck.app.call(`${JOURNAL}/preview`, { ...asOwner(truck), body: accrual });
    expect(preview.body.warnings.join()).toMatch(/requires tracking.*Delivery truck/);
    const refused = await truck.app.call(JOURNAL, { ...asOwner(truck), body: accrual });
    expect(refused).toMatchObject({ status: 409, body: { code: 'tracking/required' } });
    await settings([]);
    expect((await truck.app.call(JOURNAL, { ...asOwner(truck), body: accrual })).status).toBe(409);
    await settings([await option('Division', 'North block')]);
    expect((await truck.app.call(JOURNAL, { ...asOwner(truck), body: accrual })).status).toBe(200);
  });

  it('are refused while a standing one has an archived option', async () => {
    const [north, south] = [await option('Division', 'North block'), await option('Division', 'South block')];
    await choose([north]);
    await postJournalAt(truck, '2025-01-15');
    const accrual = (date: string) =>
      truck.app.call(JOURNAL, {
        ...asOwner(truck),
        body: { date, kinds: ['accrued-interest'], reverse: false },
      });
    expect((await accrual('2025-04-30')).status).toBe(200);
    await choose([south]);
    change(truck, north.optionId, { status: 'ARCHIVED' });
    const refused = await accrual('2025-05-31');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'tracking/unavailable', detail: expect.stringContaining('“North block” of “Division”') },
    });
    change(truck, north.optionId, { status: 'ACTIVE' });
    expect((await accrual('2025-05-31')).status).toBe(200);
    const interest = optionsOf(truck, journalsInXero(truck).at(-1)?.JournalLines).filter(
      ([account]) => account === '437',
    );
    expect(interest.flatMap(([, options]) => options).toSorted()).toEqual([
      'Division: North block',
      'Division: South block',
    ]);
  });
});

describe('a change of the contract', () => {
  it('shows the options of its document before it is recorded', async () => {
    const north = await option('Division', 'North block');
    await choose([north], { lines: 'all' });
    const preview = async () =>
      (
        await truck.app.call(`POST ${schedulePath}/events/preview`, {
          ...asOwner(truck),
          body: { kind: 'extra-repayment', date: '2025-05-20', amount: 500, keep: 'payment' },
        })
      ).body;
    const { documents, warnings } = await preview();
    expect(documents[0]?.lines.flatMap(({ tracking }) => tracking?.map((one) => one.option))).toEqual(
      documents[0]?.lines.map(() => 'North block'),
    );
    expect(warnings.join()).not.toMatch(/archived/);
    change(truck, north.optionId, { status: 'DELETED' });
    truck.app.clock.advance(2 * MINUTE);
    expect((await preview()).warnings.join()).toMatch(/“North block” of “Division” is archived/);
  });
});

describe('an option that is deleted in Xero', () => {
  it('shows as archived where it is chosen, and is refused like one', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    change(truck, north.categoryId, { status: 'DELETED' });
    truck.app.clock.advance(2 * MINUTE);
    const { categories, tracking } = await read();
    expect(tracking).toEqual([north]);
    expect(categories.find(({ id }) => id === north.categoryId)).toMatchObject({
      name: 'Division',
      isArchived: true,
      options: [{ id: north.optionId, name: 'North block', isArchived: true }],
    });
    expect(await syncNumbers(truck, [1])).toMatchObject({
      status: 409,
      body: { code: 'tracking/unavailable' },
    });
    change(truck, north.categoryId, { status: 'ACTIVE' });
    change(truck, north.categoryId, { name: 'Cost centre' });
    await syncNumbers(truck, [1]);
    expect(optionsOf(truck, inXero(truck)[0]?.LineItems).flatMap(([, options]) => options)).toEqual([
      'Cost centre: North block',
    ]);
  });
});

describe('registers', () => {
  const registered = async () => {
    const { register } = await addRegister(truck, {
      facts: { ...INSURANCE.facts, from: '2025-01-01', to: '2025-12-31' },
      accounts: spreadAccounts(truck),
    });
    return { ...truck, register };
  };

  it('post the entity’s choice on income and expense lines, and mirrors carry it', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    const one = await registered();
    const sync = { ...inRegister(one), body: { numbers: [1] } };
    expect((await truck.app.call(`POST ${registerPath}/sync`, sync)).body.errors).toEqual([]);
    expect(optionsOf(truck, journalsInXero(truck)[0]?.JournalLines)).toEqual([
      ['433', ['Division: North block']],
      ['620', []],
    ]);
    await choose([await option('Division', 'South block')], { lines: 'all' });
    const mirror = () =>
      truck.app.call(`POST ${registerPath}/entries/{number}/reversal`, {
        as: one.owner.token,
        params: { ...inRegister(one).params, number: '1' },
        body: { mode: 'mirror', date: '2025-05-20' },
      });
    change(truck, north.optionId, { status: 'ARCHIVED' });
    expect(await mirror()).toMatchObject(UNAVAILABLE);
    change(truck, north.optionId, { status: 'ACTIVE' });
    expect((await mirror()).status).toBe(200);
    expect(trackedCodes(truck, journalsInXero(truck).at(-1)?.JournalLines)).toEqual(['433']);
    await truck.app.call(`POST ${registerPath}/sync`, sync);
    expect(optionsOf(truck, journalsInXero(truck).at(-1)?.JournalLines)).toEqual([
      ['433', ['Division: South block']],
      ['620', ['Division: South block']],
    ]);
  });

  it('post nothing without a choice that is required, or with an archived one', async () => {
    const one = await registered();
    const sync = () =>
      truck.app.call(`POST ${registerPath}/sync`, { ...inRegister(one), body: { numbers: [1] } });
    await choose([], { isRequired: true });
    expect(await sync()).toMatchObject({ status: 409, body: { code: 'tracking/required' } });
    const north = await option('Division', 'North block');
    await choose([north], { isRequired: true });
    change(truck, north.optionId, { status: 'ARCHIVED' });
    expect(await sync()).toMatchObject({ status: 409, body: { code: 'tracking/unavailable' } });
    expect(journalsInXero(truck)).toEqual([]);
    change(truck, north.optionId, { status: 'ACTIVE' });
    expect((await sync()).body.errors).toEqual([]);
  });
});

describe('setting several loans up', () => {
  it('gives each its own choice, and those without one the choice of the call', async () => {
    const work = await startLinked(5);
    const [one, other] = [await createSchedule(work), await createSchedule(work)];
    truck = one;
    const [north, south] = [await option('Division', 'North block'), await option('Division', 'South block')];
    const shed = await option('Division', 'Old shed');
    const idOf = (code: string): string => accountIn(work, code);
    const setUp = (kind: 'xero/setup' | 'xero/setup/preview', tracking: Body['tracking'], own = south) =>
      work.app.call(`POST /v1/entities/{entityId}/${kind}`, {
        ...asOwner(one),
        body: {
          scheduleIds: [one.scheduleId, other.scheduleId],
          bankAccountId: idOf('090'),
          interestExpenseAccountId: idOf('437'),
          administrationFeeId: idOf('404'),
          liability: 'each',
          // Against an expense, whose line carries the choice.
          opening: { date: '2025-06-01', accountId: idOf('429') },
          autoSync: false,
          tracking,
          loans: [{ scheduleId: other.scheduleId, tracking: [own] }],
        },
      } as never);
    const errorsOf = (answer: object) => (answer as { body: { errors?: object } }).body.errors;
    expect(errorsOf(await setUp('xero/setup/preview', [shed]))).toHaveProperty('tracking');
    expect(errorsOf(await setUp('xero/setup/preview', [north], shed))).toHaveProperty(['loans.0.tracking']);
    const preview = (await setUp('xero/setup/preview', [
      north,
    ])) as AnswerOf<'POST /v1/entities/{entityId}/xero/setup/preview'>;
    const shown = preview.body.journals.map(({ lines }) =>
      lines.flatMap(({ tracking }) => tracking.map(({ option: name }) => name)),
    );
    expect(shown).toEqual([['North block'], ['South block']]);
    await setUp('xero/setup', [north]);
    expect([(await readSchedule(one)).tracking, (await readSchedule(other)).tracking]).toEqual([
      [north],
      [south],
    ]);
    const posted = journalsInXero(one).map(({ JournalLines }) =>
      optionsOf(one, JournalLines).flatMap(([, options]) => options),
    );
    expect(posted.flat().toSorted()).toEqual(['Division: North block', 'Division: South block']);
  });
});

describe('two customers of one Xero organisation', () => {
  it('choose apart, and neither reaches the other’s', async () => {
    const north = await option('Division', 'North block');
    await choose([north]);
    const stranger = await signUp(truck.app);
    const as = stranger.token;
    const body = { tracking: [], lines: 'all' as const, isRequired: true };
    const params = { entityId: truck.entityId };
    expect((await truck.app.send(READ, { as, params })).status).toBe(404);
    expect((await truck.app.send(SAVE, { as, params, body })).status).toBe(404);
    const entityId = await addEntity(truck.app, stranger, 'Orchard');
    await linkTo(truck.app, stranger, entityId);
    const { body: theirs } = await truck.app.call(READ, { as, params: { entityId } });
    expect(theirs).toMatchObject({ tracking: [], isRequired: false });
    expect((await truck.app.call(SAVE, { as, params: { entityId }, body })).status).toBe(200);
    expect(await read()).toMatchObject({ tracking: [north], lines: 'profit-and-loss', isRequired: false });
    // Options of another organisation are unknown in this one.
    await linkTo(truck.app, stranger, entityId, BAKERY);
    const foreign = await truck.app.send(SAVE, {
      as,
      params: { entityId },
      body: { ...body, tracking: [north] },
    });
    expect(foreign.status).toBe(400);
  });
});

describe('auto sync', () => {
  it('asks for another choice once, until the choice changes', async () => {
    const jobs = jobsOf(truck.app);
    const north = await option('Division', 'North block');
    await switchAutoSyncOn();
    await choose([north]);
    change(truck, north.optionId, { status: 'ARCHIVED' });
    truck.app.clock.advance(2 * MINUTE);
    await jobs.run('auto-sync', { today: '2025-06-15' });
    const kinds = async () => {
      const as = (await signIn(truck.app, truck.owner.email)).token;
      const { body } = await truck.app.call('GET /v1/attention', { as });
      return body.map(({ kind }) => kind);
    };
    expect(inXero(truck)).toEqual([]);
    expect(await kinds()).toContain('tracking');
    await choose([]);
    expect(await kinds()).not.toContain('tracking');
  });
});
