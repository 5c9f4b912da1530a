/** Attention about Division 7A loans: repayments, agreements and rates that are missing. */
import { describe, expect, it } from 'vitest';
import { LOAN, repayment, startLoanWork } from '../support/division-7a.ts';
import { INSURANCE } from '../support/contracts.ts';
import { addEntity } from '../support/entities.ts';
import { jobsOf } from '../support/jobs.ts';
import { messagesOf } from '../support/ledger.ts';
import { inNewOrganisation } from '../support/people.ts';
import {
  addRegister,
  inEntity,
  inRegister,
  postEntries,
  prepareRegister,
  readRegister,
  type Registered,
  registerPath,
} from '../support/registers.ts';
import type { Work } from '../support/xero.ts';

const NO_AGREEMENT = { ...LOAN, facts: { ...LOAN.facts, agreementDate: null } };

const alertsOf = async ({ app, owner }: Work) =>
  (await app.call('GET /v1/attention', { as: owner.token })).body.filter(({ kind }) =>
    kind.startsWith('division-7a'),
  );

const kindsOf = async (work: Work): Promise<string[]> => (await alertsOf(work)).map(({ kind }) => kind);

const runOn = ({ app }: Work, today: string) => jobsOf(app).run('auto-sync', { today });

const newsOf = async (work: Work): Promise<string[]> =>
  (await messagesOf(work as Registered)).filter((text) => text.includes('Division 7A'));

async function repay(loan: Registered, date: string, amount: number): Promise<void> {
  const { revision } = await readRegister(loan);
  const { status } = await loan.app.call(`POST ${registerPath}/changes`, {
    ...inRegister(loan),
    body: { ...repayment({ date, amount }), revision },
  });
  expect(status).toBe(201);
}

describe('a Division 7A loan', () => {
  it('needs attention from 1 April while a repayment is missing, without a link or accounts', async () => {
    const loan = await addRegister(await startLoanWork(), LOAN);
    await runOn(loan, '2027-03-31');
    expect(await alertsOf(loan)).toEqual([]);
    await runOn(loan, '2027-04-01');
    const text = 'J. Smith 2026: $19,715.97 still to repay by 30 June 2027.';
    expect(await alertsOf(loan)).toMatchObject([
      {
        kind: 'division-7a-due',
        entityId: loan.entityId,
        registerId: loan.register.id,
        scheduleId: null,
        since: '2027-04-01',
        amount: 19_715.97,
        text,
        action: 'Record a repayment',
      },
    ]);
    expect(await newsOf(loan)).toEqual([expect.stringContaining(text)]);
    await runOn(loan, '2027-04-02');
    expect(await newsOf(loan)).toHaveLength(1);
  });

  it('stands until the repayment is recorded, and says in the next year what is short', async () => {
    const loan = await addRegister(await startLoanWork('2027-06-29'), LOAN);
    expect(await kindsOf(loan)).toEqual(['division-7a-due']);
    await repay(loan, '2027-06-29', 19_715.96);
    await runOn(loan, '2027-07-01');
    expect(await alertsOf(loan)).toMatchObject([
      {
        kind: 'division-7a-due',
        text: 'J. Smith 2026: $0.01 less than the minimum was repaid by 30 June 2027.',
      },
      { kind: 'division-7a-rate' },
    ]);
    await repay(loan, '2027-06-30', 0.01);
    expect(await kindsOf(loan)).toEqual([]);
  });

  it('needs an agreement sixty days before the lodgment day', async () => {
    const loan = await addRegister(await startLoanWork(), NO_AGREEMENT);
    await runOn(loan, '2027-03-15');
    expect(await kindsOf(loan)).toEqual([]);
    await runOn(loan, '2027-03-16');
    expect(await alertsOf(loan)).toMatchObject([
      {
        kind: 'division-7a-agreement',
        since: '2027-03-16',
        text: 'J. Smith 2026: No written agreement is dated, and the lodgment day is 15 May 2027.',
      },
    ]);
    await runOn(loan, '2027-05-14');
    expect(await kindsOf(loan)).toContain('division-7a-agreement');
    await runOn(loan, '2027-05-16');
    expect(await kindsOf(loan)).toEqual(['division-7a-due']);
  });

  it('needs the benchmark rate from 1 July, until an Admin enters it', async () => {
    const enough = { changes: [repayment({ date: '2027-06-29', amount: 19_715.97 })] };
    const loan = await addRegister(await startLoanWork('2027-06-30'), { ...LOAN, ...enough });
    const other = { ...loan, entityId: await addEntity(loan.app, loan.owner, 'Second Pty Ltd') };
    await addRegister(other, { ...LOAN, ...enough });
    await addRegister(other, { ...LOAN, ...enough, name: 'Another' });
    await runOn(loan, '2027-06-30');
    expect(await kindsOf(loan)).toEqual([]);
    await runOn(loan, '2027-07-01');
    const alerts = await alertsOf(loan);
    expect(alerts.map(({ kind, registerId }) => [kind, registerId])).toEqual(
      expect.arrayContaining([
        ['division-7a-rate', loan.register.id],
        ['division-7a-rate', null],
      ]),
    );
    const { status } = await loan.app.call('PUT /v1/tenants/benchmarkrates/{year}', {
      as: loan.owner.token,
      params: { year: '2028' },
      body: { rate: 8.52, source: 'RBA' },
    });
    expect(status).toBe(204);
    expect(await kindsOf(loan)).toEqual([]);
  });

  it('stays short in later years', async () => {
    const loan = await addRegister(await startLoanWork('2027-06-30'), LOAN);
    await runOn(loan, '2027-07-01');
    await runOn(loan, '2028-07-01');
    expect((await alertsOf(loan)).filter(({ kind }) => kind === 'division-7a-due')).toMatchObject([
      { since: '2027-07-01', text: expect.stringContaining('in the years to 30 June 2027 and 2028.') },
    ]);
    await repay(loan, '2028-06-30', 120_000);
    await runOn(loan, '2029-07-01');
    expect((await alertsOf(loan)).filter(({ kind }) => kind === 'division-7a-due')).toMatchObject([
      { text: 'J. Smith 2026: $19,715.97 less than the minimum was repaid by 30 June 2027.' },
    ]);
  });

  it('has one message of an entered rate that another published one replaced', async () => {
    const loan = await addRegister(await startLoanWork('2027-03-31'), LOAN);
    const other = { ...loan, entityId: await addEntity(loan.app, loan.owner, 'Second Pty Ltd') };
    await addRegister(other, LOAN);
    const { tenantId } = loan.owner;
    for (const [year, rate] of [
      [2026, 8.37],
      [2027, 8.52],
      [2028, 8],
    ]) {
      await loan.app.table.write({
        put: { pk: `T#${tenantId}`, sk: `BR#${year}`, year, rate, source: 'RBA' },
      });
    }
    const told = async () => (await messagesOf(loan)).filter((text) => text.includes('replaced the entered'));
    await runOn(loan, '2027-03-31');
    await runOn(loan, '2027-04-01');
    const text = 'The published benchmark rate of 2027, 8.77 %, replaced the entered 8.52 %.';
    expect(await told()).toEqual([expect.stringContaining(text)]);
    await runOn(loan, '2027-07-01');
    expect(await told()).toHaveLength(1);
  });

  it('raises no alert once it is archived or deleted', async () => {
    const loan = await addRegister(await startLoanWork('2027-05-01'), LOAN);
    expect(await kindsOf(loan)).toEqual(['division-7a-due']);
    await loan.app.call(`POST ${registerPath}/archive`, { ...inRegister(loan), body: { archive: true } });
    expect(await kindsOf(loan)).toEqual([]);
    await loan.app.call(`POST ${registerPath}/archive`, { ...inRegister(loan), body: { archive: false } });
    expect(await kindsOf(loan)).toEqual(['division-7a-due']);
    await loan.app.call(`DELETE ${registerPath}`, inRegister(loan));
    expect(await kindsOf(loan)).toEqual([]);
  });

  it('takes its attention into the entity with which its own is merged', async () => {
    const loan = await addRegister(await startLoanWork('2027-05-01'), LOAN);
    const owner = await inNewOrganisation(loan.app, loan.owner, 'Target');
    const { body } = await loan.app.call('POST /v1/entities', {
      as: owner.token,
      body: { name: 'Harbour Works' },
    });
    const there = { ...loan, owner, entityId: body.id };
    await loan.app.call('POST /v1/entities/migrate', {
      as: loan.owner.token,
      body: { entities: [loan.entityId], targetTenantId: owner.tenantId, mergeConflicts: true },
    });
    expect(await alertsOf(there)).toMatchObject([{ kind: 'division-7a-due', registerId: loan.register.id }]);
  });
});

describe('attention about registers', () => {
  it('ends about entries to post when the entity is unlinked', async () => {
    const facts = { ...INSURANCE.facts, from: '2025-01-01', to: '2025-12-31' };
    const registered = await prepareRegister({ facts });
    const itemsOf = async () =>
      (await registered.app.call('GET /v1/attention', { as: registered.owner.token })).body.filter(
        ({ kind }) => kind === 'register-due',
      );
    expect(await itemsOf()).toHaveLength(1);
    await registered.app.call('DELETE /v1/entities/{entityId}/xero/connection', inEntity(registered));
    expect(await itemsOf()).toEqual([]);
  });

  it('reads the changes of the register that is written, not those of the others', async () => {
    const registered = await prepareRegister();
    const REFUND = { kind: 'amount', from: '2026-11-01', total: 11_000 } as const;
    for (let count = 0; count < 5; count++) {
      await addRegister(registered, {
        accounts: registered.register.accounts,
        changes: [REFUND, { ...REFUND, total: 10_000 }],
      });
    }
    const { accounts } = registered.register;
    const changed = await addRegister(registered, {
      accounts,
      changes: [REFUND, { ...REFUND, total: 10_000 }],
    });
    const read = countedChanges(registered);
    await postEntries(registered, 1);
    expect(read()).toBe(0);
    await addRegister(registered, { name: 'Rates' });
    expect(read()).toBe(0);
    const { revision } = await readRegister(changed);
    read();
    await registered.app.call(`POST ${registerPath}/changes`, {
      ...inRegister(changed),
      body: { ...REFUND, total: 9000, revision },
    });
    // Before the change, for the answer and for the attention.
    expect(read()).toBe(2 + 3 + 3);
  });
});

/** Returns a function that counts the changes read since its last call. */
function countedChanges({ app }: Registered): () => number {
  const { table } = app;
  const query = table.query.bind(table);
  let count = 0;
  table.query = async (...given) => {
    const page = await query(...given);
    count += page.items.filter(({ sk }) => sk.startsWith('RC#')).length;
    return page;
  };
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
}
