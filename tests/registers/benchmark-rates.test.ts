import { describe, expect, it } from 'vitest';
import { loanAccounts, LOAN, repayment, startLoanWork } from '../support/division-7a.ts';
import { jobsOf } from '../support/jobs.ts';
import { signUp } from '../support/people.ts';
import { addRegister, inRegister, readRegister, registerPath } from '../support/registers.ts';
import { linkTo, type Work } from '../support/xero.ts';

const RATES = 'GET /v1/tenants/benchmarkrates' as const;
const ENTER = 'PUT /v1/tenants/benchmarkrates/{year}' as const;

const enter = ({ app, owner }: Work, year: string, body: object) =>
  app.call(ENTER, {
    as: owner.token,
    params: { year },
    body: body as { rate: number; source: string },
  });

describe('benchmark rates', () => {
  it('are published ones, and those that an Admin entered for the organisation', async () => {
    const work = await startLoanWork();
    const published = (await work.app.call(RATES, { as: work.owner.token })).body;
    expect(published).toHaveLength(29);
    expect(published.at(-1)).toMatchObject({ year: 2027, rate: 8.77, rateIs: 'published' });
    expect((await enter(work, '2029', { rate: 9, source: 'RBA' })).status).toBe(204);
    expect((await enter(work, '2028', { rate: 8.5, source: 'RBA' })).status).toBe(204);
    expect((await enter(work, '2028', { rate: 8.52, source: 'RBA, May 2027' })).status).toBe(204);
    const rates = (await work.app.call(RATES, { as: work.owner.token })).body;
    expect(rates.slice(published.length)).toEqual([
      { year: 2028, rate: 8.52, rateIs: 'entered', source: 'RBA, May 2027' },
      { year: 2029, rate: 9, rateIs: 'entered', source: 'RBA' },
    ]);
    const stranger = await signUp(work.app);
    expect((await work.app.call(RATES, { as: stranger.token })).body).toEqual(published);
  });

  it.each([
    ['2027', { rate: 8.77, source: 'ATO' }, 409, undefined],
    ['1998', { rate: 8, source: 'ATO' }, 400, ['year']],
    ['2101', { rate: 8, source: 'ATO' }, 400, ['year']],
    ['20280', { rate: 8, source: 'ATO' }, 404, undefined],
    ['02028', { rate: 8, source: 'ATO' }, 404, undefined],
    ['2028', { rate: -0.01, source: 'ATO' }, 400, ['rate']],
    ['2028', { rate: 30.01, source: 'ATO' }, 400, ['rate']],
    ['2028', { rate: 8.525, source: 'ATO' }, 400, ['rate']],
    ['2028', { rate: '8', source: 'ATO' }, 400, ['rate']],
    ['2028', { rate: 8, source: '' }, 400, ['source']],
  ])('refuse %s with %j', async (year, body, status, fields) => {
    const answer = await enter(await startLoanWork(), year, body);
    const { errors } = Object(answer.body);
    expect([answer.status, errors && Object.keys(errors)]).toEqual([status, fields]);
  });

  it('make the entry of their year, which auto posting finds', async () => {
    const work = await startLoanWork('2027-06-15');
    await linkTo(work.app, work.owner, work.entityId);
    const loan = await addRegister(work, {
      ...LOAN,
      accounts: loanAccounts(work),
      changes: [repayment({ date: '2027-05-01', amount: 30_000 })],
      autoPost: true,
    });
    expect(loan.register.entries.map(({ number }) => number)).toEqual([1]);
    const jobs = jobsOf(work.app);
    await jobs.run('auto-sync', { today: '2027-06-30' });
    expect(await readRegister(loan)).toMatchObject({ posted: 1, next: null });
    await enter(work, '2028', { rate: 8.52, source: 'RBA' });
    const { body } = await work.app.call(`GET ${registerPath}`, inRegister(loan));
    expect(body.entries.map(({ number, date, state }) => [number, date, state])).toEqual([
      [1, '2027-06-30', 'posted'],
      [2, '2028-06-30', 'open'],
    ]);
    for (const today of ['2027-07-28', '2028-06-30']) await jobs.run('auto-sync', { today });
    expect(await readRegister(loan)).toMatchObject({ posted: 2, next: null });
  });
});
