import * as fc from 'fast-check';
import { calendarDate } from '../../domain/calendar.ts';
import { sumDollars } from '../../domain/money.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { XLSX_TYPE } from '../../functions/lib/workbook.ts';
import { forecastSource } from '../../functions/reports/forecast-source.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { archive } from '../support/syncing.ts';
import { BALLOON, createPractice, type Practice } from './practice.ts';
import { openWorkbook } from './workbook.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

let practice: Practice;

beforeEach(async () => {
  practice = await createPractice();
});

async function forecast(query: Readonly<Record<string, string>> = {}) {
  return practice.app.call('GET /v1/forecast', { as: practice.owner.token, query });
}

/** Loans with payments after today, some beyond the 60 months of a forecast. */
const LOANS = fc.array(
  fc
    .record({
      entity: fc.constantFrom('Farm', 'Transport'),
      lender: fc.constantFrom('', 'Westpac', 'westpac ', 'Bendigo'),
      paymentFrequency: fc.constantFrom('weekly' as const, 'monthly' as const, 'quarterly' as const),
      startDate: fc.constantFrom('2024-02-29', '2026-06-30', '2027-11-15'),
      administrationFee: fc.constantFrom(0, 5.5),
      qty: fc.integer({ min: 24, max: 90 }),
      loanCents: fc.integer({ min: 100_000, max: 20_000_000 }),
      balloonCents: fc.constantFrom(0, 1_234_567),
    })
    .map(({ qty, loanCents, balloonCents, ...loan }) => ({
      ...loan,
      loanAmount: loanCents / 100,
      schedulePaymentPlans: [
        { number: 1, qty, amount: Math.ceil((loanCents * 1.15) / qty) / 100 },
        ...(balloonCents > 0 ? [{ number: 2, qty: 1, amount: balloonCents / 100 }] : []),
      ],
    })),
  { minLength: 1, maxLength: 5 },
);

/** Returns what the rows of each key add up to, in dollars. */
/** Groups of ended loans alone have nothing to sum. */
function sumsBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string, of: (row: Row) => readonly number[]) {
  const sums = [...Map.groupBy(rows, keyOf)].map(([key, some]): [string, number[]] => {
    const figures = some.map(of);
    return [key, [0, 1, 2, 3].map((index) => sumDollars(figures.map((each) => each[index] ?? 0)))];
  });
  return Object.fromEntries(sums.filter(([, figures]) => figures.some((figure) => figure !== 0)));
}

describe('the forecast', () => {
  it('is of one entity when asked, and of none that the reader may not see', async () => {
    const [farm, bakery] = [await practice.addEntity('Farm'), await practice.addEntity('Bakery')];
    await practice.addLoan(farm, WORKED_EXAMPLE);
    await practice.addLoan(bakery, BALLOON);
    const total = async (query = {}) => {
      const { body } = await forecast({ from: '2026-08', ...query });
      return 'totals' in body ? body.totals.total : null;
    };
    const [ofFarm, ofBakery] = [await total({ entityId: farm }), await total({ entityId: bakery })];
    expect([ofFarm, ofBakery]).toEqual([12_000, 61_506]);
    expect(await total()).toBe(73_506);
    const elsewhere = await (await createPractice()).addEntity('Elsewhere');
    expect((await forecast({ entityId: elsewhere })).status).toBe(404);
  });

  it('says what its rows are of', async () => {
    for (const groupBy of ['month', 'entity', 'lender']) {
      expect((await forecast({ groupBy })).body).toMatchObject({ groupBy });
    }
  });

  it('lists twelve months from the present one, with the payments due in each', async () => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, WORKED_EXAMPLE);
    const { status, body } = await forecast();
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: '2026-07', months: 12 });
    expect(body.rows.map(({ month }) => month)).toEqual([
      ...['07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}`),
      ...['01', '02', '03', '04', '05', '06'].map((month) => `2027-${month}`),
    ]);
    expect(body.rows[0]).toEqual({
      key: '2026-07',
      name: '2026-07',
      month: '2026-07',
      payments: 1_000,
      fees: 0,
      balloons: 0,
      interest: 232.84,
      principal: 767.16,
      total: 1_000,
    });
    expect(body.totals).toMatchObject({ payments: 12_000, interest: 2_474.53, total: 12_000 });
  });

  it('groups by entity, keeps balloons and fees apart, and shows empty months', async () => {
    const farm = await practice.addEntity('Farm');
    const transport = await practice.addEntity('Transport');
    await practice.addLoan(farm, WORKED_EXAMPLE);
    await practice.addLoan(transport, BALLOON);
    const { body } = await forecast({ from: '2028-10', months: '2', groupBy: 'entity' });
    expect(
      body.rows.map(({ name, month, payments, fees, balloons, total }) => [
        name,
        month,
        payments,
        fees,
        balloons,
        total,
      ]),
    ).toEqual([
      ['Farm', '2028-10', 1_000, 0, 0, 1_000],
      ['Farm', '2028-11', 1_000, 0, 0, 1_000],
      ['Transport', '2028-10', 0, 5.5, 48_000, 48_005.5],
      ['Transport', '2028-11', 0, 0, 0, 0],
    ]);
  });

  it('groups by lender over all entities, in any case of the letters', async () => {
    const farm = await practice.addEntity('Farm');
    const transport = await practice.addEntity('Transport');
    const plans = Array.from({ length: 20 }, (_, index) => ({ number: index + 1, qty: 3, amount: 100 }));
    const long = { ...WORKED_EXAMPLE, loanAmount: 5_000, schedulePaymentPlans: plans };
    await practice.addLoan(farm, WORKED_EXAMPLE);
    await practice.addLoan(farm, { ...WORKED_EXAMPLE, lender: 'Westpac' });
    await practice.addLoan(farm, { ...WORKED_EXAMPLE, lender: 'Bank of Queensland' });
    await practice.addLoan(transport, { ...long, lender: 'bank of Queensland' });
    const { body } = await forecast({ months: '1', groupBy: 'lender' });
    expect(body.rows.map(({ key, name, payments }) => [key, name, payments])).toEqual([
      ['bank of queensland', 'Bank of Queensland', 1_100],
      ['', 'No lender', 1_000],
      ['westpac', 'Westpac', 1_000],
    ]);
  });

  it('equals the payments of its schedules, by entity and by lender', async () => {
    await fc.assert(
      fc.asyncProperty(LOANS, async (loans) => {
        practice = await createPractice();
        const { app, owner } = practice;
        const entityIds = {
          Farm: await practice.addEntity('Farm'),
          Transport: await practice.addEntity('Transport'),
        };
        const due = [];
        for (const { entity, ...loan } of loans) {
          const entityId = entityIds[entity];
          const scheduleId = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, ...loan });
          const { body } = await app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
            as: owner.token,
            params: { entityId, scheduleId },
          });
          const lender = loan.lender.trim().toLowerCase();
          due.push(...body.schedulePayments.map((payment) => ({ ...payment, entityId, lender })));
        }
        const shown = due.filter(({ paymentDate }) => paymentDate >= '2026-07' && paymentDate < '2031-07');
        for (const groupBy of ['entity', 'lender'] as const) {
          const { body } = await forecast({ groupBy, months: '60' });
          const key = groupBy === 'entity' ? 'entityId' : 'lender';
          expect(
            sumsBy(
              body.rows,
              (row) => row.key,
              (row) => [row.payments + row.balloons, row.fees, row.interest, row.principal],
            ),
          ).toEqual(
            sumsBy(
              shown,
              (payment) => payment[key],
              (each) => [each.payments, each.administrationFee, each.interest, each.principal],
            ),
          );
        }
      }),
      { numRuns: 8 },
    );
  });

  it('names the lender of an edited schedule', async () => {
    const farm = await practice.addEntity('Farm');
    const edited = await practice.addLoan(farm, { ...WORKED_EXAMPLE, lender: 'Westpac' });
    await practice.app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: practice.owner.token,
      params: { entityId: farm, scheduleId: edited },
      body: { ...WORKED_EXAMPLE, lender: 'Bendigo' },
    });
    const { body } = await forecast({ months: '1', groupBy: 'lender' });
    expect(body.rows.map(({ name }) => name)).toEqual(['Bendigo']);
  });

  it('reads ordinary schedules in one query, beside one of the entities', async () => {
    const farm = await practice.addEntity('Farm');
    await practice.addLoan(farm, { ...WORKED_EXAMPLE, lender: 'Westpac' });
    await practice.addLoan(farm, WORKED_EXAMPLE);
    const queries: string[] = [];
    const { table } = practice.app;
    const watched = {
      get: table.get.bind(table),
      getMany: () => Promise.reject(new Error('A schedule was read')),
      query: (query: Parameters<typeof table.query>[0]) => {
        queries.push(JSON.stringify(query.sk));
        return table.query(query);
      },
    };
    const source = await forecastSource(
      watched,
      allEntities(practice.owner.tenantId),
      'lender',
      calendarDate('2026-07-03'),
    );
    expect(source.map(({ name }) => name)).toEqual(['No lender', 'Westpac']);
    expect(queries).toEqual(['{"prefix":"E#"}', '{"prefix":"Q#"}']);
  });

  it('leaves archived schedules out, and reads those with many rows of terms', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    await archive({ ...practice, params: { entityId, scheduleId } });
    const plans = Array.from({ length: 20 }, (_, index) => ({ number: index + 1, qty: 3, amount: 1_000 }));
    await practice.addLoan(entityId, { ...WORKED_EXAMPLE, schedulePaymentPlans: plans });
    expect((await forecast({ months: '1' })).body.totals.payments).toBe(1_000);
  });

  it('has a row for every month of an organisation without loans', async () => {
    const { body } = await forecast({ months: '2' });
    expect(body.rows.map(({ total }) => total)).toEqual([0, 0]);
    expect((await forecast({ groupBy: 'entity' })).body.rows).toEqual([]);
  });

  it.each([
    [{ from: '2026-13' }, 'from'],
    [{ from: '2026-7' }, 'from'],
    [{ months: '0' }, 'months'],
    [{ months: '61' }, 'months'],
    [{ months: '1.5' }, 'months'],
    [{ groupBy: 'bank' }, 'groupBy'],
  ])('refuses %j and names the field', async (query, field) => {
    const { status, body } = await forecast(query);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('is a workbook whose formulas add up to the same, and whose names stay text', async () => {
    const entityId = await practice.addEntity('=1+1');
    await practice.addLoan(entityId, WORKED_EXAMPLE);
    const { body } = await forecast({ groupBy: 'entity' });
    const file = await practice.download('GET /v1/forecast', XLSX_TYPE, { groupBy: 'entity' });
    const sheet = (await openWorkbook(file.body)).get('Forecast');
    const row = sheet?.rowOf('Total');
    expect(sheet?.value(`C${row}`)).toBe(body.totals.payments);
    expect(sheet?.value(`F${row}`)).toBeCloseTo(body.totals.interest, 2);
    expect(sheet?.value(`H${row}`)).toBe(body.totals.total);
    expect(sheet?.value('A5')).toBe('=1+1');
  });

  it('names months in words in the workbook, and dates its cells', async () => {
    const entityId = await practice.addEntity('Farm');
    await practice.addLoan(entityId, WORKED_EXAMPLE);
    const query = { groupBy: 'month', from: '2025-11', months: '2' };
    const file = await practice.download('GET /v1/forecast', XLSX_TYPE, query);
    const sheet = (await openWorkbook(file.body)).get('Forecast');
    expect(sheet?.value('A1')).toBe('Payments forecast from November 2025');
    expect(['A5', 'A6'].map((cell) => sheet?.value(cell))).toEqual(['November 2025', 'December 2025']);
    expect(sheet?.value('B6')).toEqual(new Date('2025-12-01T00:00:00Z'));
  });
});
