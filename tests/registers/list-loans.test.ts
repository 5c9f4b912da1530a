import { expect, it } from 'vitest';
import { LOAN, repayment, startLoanWork } from '../support/division-7a.ts';
import { addEntity } from '../support/entities.ts';
import { addRegister, inRegister, registerPath } from '../support/registers.ts';
import { signUp } from '../support/people.ts';

const LIST = 'GET /v1/reports/division7aloans' as const;

it('lists the loans of all entities: what was short first, then the largest amounts', async () => {
  const work = await startLoanWork('2028-03-01');
  const { app, owner } = work;
  const second = { ...work, entityId: await addEntity(app, owner, 'Second Pty Ltd') };
  const list = async () => (await app.call(LIST, { as: owner.token })).body;
  expect(await list()).toEqual([]);
  const enough = [
    repayment({ date: '2027-06-30', amount: 20_000 }),
    repayment({ date: '2028-02-01', amount: 5000 }),
  ];
  const met = await addRegister(work, { ...LOAN, changes: enough });
  await addRegister(second, { ...LOAN, name: 'Short', changes: [] });
  await addRegister(second, {
    ...LOAN,
    name: 'New',
    facts: {
      ...LOAN.facts,
      borrower: 'A',
      loanYear: 2028,
      lodgmentDay: null,
      amounts: [{ date: '2028-01-01', amount: 1, note: '' }],
    },
  });
  const archived = await addRegister(second, { ...LOAN, name: 'Archived' });
  await app.call(`POST ${registerPath}/archive`, { ...inRegister(archived), body: { archive: true } });
  await addRegister(second);
  const loans = await list();
  expect(loans.map(({ entityId, name, short }) => [entityId, name, short])).toEqual([
    [second.entityId, 'Short', { years: [2027], shortfall: 19_715.97 }],
    [work.entityId, 'J. Smith 2026', null],
    [second.entityId, 'New', null],
  ]);
  expect(loans[1]).toMatchObject({
    registerId: met.register.id,
    borrower: 'J. Smith',
    loanYear: 2026,
    year: { year: 2028, status: 'open', repaid: 5000, dueOn: '2028-06-30', daysLeft: 121 },
  });
  const { minimum = 0, stillToRepay } = loans[1]?.year ?? {};
  expect(stillToRepay).toBeCloseTo(minimum - 5000, 2);
  expect(loans[2]?.year).toBeNull();
  const stranger = await signUp(app);
  expect((await app.call(LIST, { as: stranger.token })).body).toEqual([]);
});
