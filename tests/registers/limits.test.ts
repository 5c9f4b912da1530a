/** Registers at their limits: 500 an entity, 1,300 entries and 1,000 changes each. */
import { expect, it } from 'vitest';
import { registerRoutes } from '../../functions/api/registers.ts';
import { rowsOf } from '../../functions/api/route.ts';
import { keys, prefixes } from '../../functions/store/keys.ts';
import { listUnder } from '../../functions/store/table.ts';
import { INSURANCE } from '../support/contracts.ts';
import { LOAN, startLoanWork } from '../support/division-7a.ts';
import { addRegister, inEntity, inRegister, registerPath, registersPath } from '../support/registers.ts';
import { startWork } from '../support/xero.ts';

/** 1,300 months. */
const LONGEST = { ...INSURANCE.facts, from: '1970-01-01', to: '2078-04-30' } as const;

const changeIn = (month: number) => ({
  kind: 'amount' as const,
  from: `${1970 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`,
  total: 12_000 + month / 100,
});

it('takes 1,300 entries with 1,000 changes, and no change more', { timeout: 60_000 }, async () => {
  const changes = Array.from({ length: 1000 }, (_each, index) => changeIn(index + 1));
  const registered = await addRegister(await startWork(), { facts: LONGEST, changes });
  expect(registered.register.entries).toHaveLength(1300);
  expect(registered.register.changes).toHaveLength(1000);
  const { revision } = registered.register;
  const { status, body } = await registered.app.call(`POST ${registerPath}/changes`, {
    ...inRegister(registered),
    body: { ...changeIn(1100), revision },
  });
  expect([status, Object.keys(Object(body).errors)]).toEqual([400, ['changes']]);
  const longer = await registered.app.call(`POST ${registersPath}/preview`, {
    ...inEntity(registered),
    body: { ...INSURANCE, facts: { ...LONGEST, to: '2078-05-01' } },
  });
  expect([longer.status, Object.keys(Object(longer.body).errors)]).toEqual([400, ['facts.to']]);
});

it('takes 500 registers of an entity, and none more', { timeout: 60_000 }, async () => {
  const work = await startWork();
  const rows = Array.from({ length: 500 }, (_each, index) => ({
    line: index + 1,
    ...INSURANCE,
    name: `Insurance ${index + 1}`,
  }));
  const imported = await work.app.call(`POST ${registersPath}/import`, {
    ...inEntity(work),
    body: { importId: '0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11', rows },
  });
  expect(imported.status).toBe(201);
  const changes = [{ kind: 'write-off' as const, date: INSURANCE.facts.to }];
  const { status, body } = await work.app.call(`POST ${registersPath}`, {
    ...inEntity(work),
    body: { ...INSURANCE, changes },
  });
  expect([status, Object.keys(Object(body).errors)]).toEqual([400, ['registers']]);
  // Nothing of the refused one is left.
  const anchor = keys.anchor(work.entityId);
  expect(await listUnder(work.app.table, anchor, prefixes.registerChanges)).toEqual([]);
});

it('refuses facts that are too long for an item, and names what takes most', async () => {
  const work = await startLoanWork();
  const loanWith = (count: number) => ({
    ...LOAN,
    facts: {
      ...LOAN.facts,
      amounts: Array.from({ length: count }, () => ({
        date: '2026-03-01',
        amount: 10,
        note: '漢'.repeat(255),
      })),
    },
  });
  const { register, ...registered } = await addRegister(work, loanWith(350));
  const create = await work.app.call(`POST ${registersPath}`, { ...inEntity(work), body: loanWith(500) });
  const { name, accounts, postFrom, autoPost, revision } = register;
  const change = await work.app.call(`PUT ${registerPath}`, {
    ...inRegister({ ...registered, register }),
    body: { name, accounts, postFrom, autoPost, revision, facts: loanWith(500).facts },
  });
  for (const { status, body } of [create, change]) {
    expect([status, Object.keys(Object(body).errors)]).toEqual([400, ['facts.amounts']]);
    expect(body).toMatchObject({ code: 'register/too-long' });
  }
});

it('counts the registers that a write looks at as reads, in every route', () => {
  const writing = rowsOf(registerRoutes).filter(([key]) => !/^GET|\/preview$/.test(key));
  expect(writing.flatMap(([key, { reviews }]) => (reviews === 'registers' ? [] : [key]))).toEqual([]);
});
