/** Tracking options on adjusting journals. */
import { beforeEach, expect, it } from 'vitest';
import { asOwner, inXero, journalsInXero, postJournalAt, syncNumbers } from '../support/syncing.ts';
import {
  changeInXero,
  choose,
  chooseFor,
  divisions,
  optionsOf,
  REQUIRED,
  type Tracked,
} from '../support/tracking.ts';
import { type Prepared, prepareAnother, prepareSchedule } from '../support/xero.ts';

const JOURNAL = 'POST /v1/entities/{entityId}/reports/journal';

let truck: Prepared;

beforeEach(async () => {
  truck = await prepareSchedule();
});

it('adjusting journals have a line for each division', async () => {
  const another = await prepareAnother(truck);
  await chooseFor(truck, [(await divisions(truck)).north]);
  await chooseFor(another, [(await divisions(truck)).south]);
  await postJournalAt(truck, '2025-05-20');
  await postJournalAt(another, '2025-05-20');
  const posted = await truck.app.call(JOURNAL, {
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

it('adjusting journals move the liabilities of each division after the choice has changed', async () => {
  const { north, south } = await divisions(truck);
  await choose(truck, [north], { lines: 'all' });
  await postJournalAt(truck, '2025-01-15');
  await syncNumbers(truck, [1, 2, 3, 4]);
  await choose(truck, [south], { lines: 'all' });
  const body = { date: '2025-05-31', kinds: ['current-non-current' as const] };
  const [preview] = (await truck.app.call(`${JOURNAL}/preview`, { ...asOwner(truck), body })).body.documents;
  const named = preview?.lines.map(({ tracking = [] }) => tracking.map(({ option: name }) => name).join());
  expect(new Set(named)).toEqual(new Set(['North block', 'South block']));
  expect((await truck.app.call(JOURNAL, { ...asOwner(truck), body })).status).toBe(200);

  const sums = new Map<string, number>();
  const add = (lines: readonly Tracked[], amounts: readonly number[]): void => {
    for (const [index, [account, tracking]] of optionsOf(truck, lines).entries()) {
      const key = `${account} ${tracking.join()}`;
      sums.set(key, (sums.get(key) ?? 0) + Math.round((amounts[index] ?? 0) * 100));
    }
  };
  const journals = journalsInXero(truck).filter(({ DateString }) => DateString.slice(0, 10) <= '2025-05-31');
  for (const { JournalLines: lines } of journals)
    add(
      lines,
      lines.map(({ LineAmount }) => LineAmount),
    );
  for (const { LineItems: lines } of inXero(truck))
    add(
      lines,
      lines.map(({ UnitAmount }) => UnitAmount),
    );
  const liabilities = [...sums].filter(([key]) => /^(?:874|875|924|925)/.test(key));
  expect(liabilities.filter(([key, amount]) => key.includes('North') && amount !== 0)).toEqual([]);
  expect(liabilities.filter(([key, amount]) => key.includes('South') && amount !== 0)).toHaveLength(4);
});

it('adjusting journals are refused while a loan has none of the options that are required', async () => {
  await postJournalAt(truck, '2025-01-15');
  await choose(truck, [], { isRequired: true });
  const accrual = { date: '2025-05-31', kinds: ['accrued-interest' as const] };
  const preview = await truck.app.call(`${JOURNAL}/preview`, { ...asOwner(truck), body: accrual });
  expect(preview.body.warnings.join()).toMatch(/requires tracking.*Delivery truck/);
  const refused = await truck.app.call(JOURNAL, { ...asOwner(truck), body: accrual });
  expect(refused).toMatchObject(REQUIRED);
  await chooseFor(truck, []);
  expect((await truck.app.call(JOURNAL, { ...asOwner(truck), body: accrual })).status).toBe(409);
  await chooseFor(truck, [(await divisions(truck)).north]);
  expect((await truck.app.call(JOURNAL, { ...asOwner(truck), body: accrual })).status).toBe(200);
});

it('adjusting journals are refused while a standing one has an archived option', async () => {
  const { north, south } = await divisions(truck);
  await choose(truck, [north]);
  await postJournalAt(truck, '2025-01-15');
  const accrual = (date: string) =>
    truck.app.call(JOURNAL, {
      ...asOwner(truck),
      body: { date, kinds: ['accrued-interest'], reverse: false },
    });
  expect((await accrual('2025-04-30')).status).toBe(200);
  await choose(truck, [south]);
  changeInXero(truck, north.optionId, { status: 'ARCHIVED' });
  const refused = await accrual('2025-05-31');
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'tracking/unavailable', detail: expect.stringContaining('“North block” of “Division”') },
  });
  changeInXero(truck, north.optionId, { status: 'ACTIVE' });
  expect((await accrual('2025-05-31')).status).toBe(200);
  const interest = optionsOf(truck, journalsInXero(truck).at(-1)?.JournalLines).filter(
    ([account]) => account === '437',
  );
  expect(interest.flatMap(([, options]) => options).toSorted()).toEqual([
    'Division: North block',
    'Division: South block',
  ]);
});
