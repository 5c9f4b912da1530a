import { describe, expect, it, vi } from 'vitest';
import json from '../domain/registers/spreads.json' with { type: 'json' };
import { registerChanges } from '../../functions/store/keys.ts';
import { INSURANCE } from '../support/contracts.ts';
import { auditDetails } from '../support/events.ts';
import { signUp } from '../support/people.ts';
import {
  addRegister,
  inEntity,
  inRegister,
  prepareRegister,
  readRegister,
  registerPath,
  registersPath,
  spreadAccounts,
} from '../support/registers.ts';
import { accountIn, linkTo, startWork, type Work, startLinked } from '../support/xero.ts';

const CREATE = `POST ${registersPath}` as const;
const PREVIEW = `POST ${registersPath}/preview` as const;

const FREQUENCIES = ['monthly', 'quarterly', 'yearly'] as const;
const METHODS = ['days', 'months', 'equal'] as const;

interface VectorInput {
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly method: string;
  readonly frequency: string;
  readonly endsEarly?: string;
  readonly change?: { readonly from: string; readonly total?: string; readonly to?: string };
}

/** A vector as the wire takes it. */
function bodyOf(name: string, input: VectorInput) {
  const { amount, from, to, method, frequency, endsEarly, change } = input;
  const changes = [
    ...(endsEarly === undefined ? [] : [{ kind: 'write-off', date: endsEarly } as const]),
    ...(change?.total === undefined
      ? []
      : [{ kind: 'amount', from: change.from, total: Number(change.total) } as const]),
    ...(change?.to === undefined ? [] : [{ kind: 'end', from: change.from, to: change.to } as const]),
  ];
  return {
    kind: 'spread',
    name,
    facts: {
      ...INSURANCE.facts,
      direction: name === 'unearned-income' ? 'income' : 'expense',
      amount: Number(amount),
      from,
      to: change?.to === undefined ? to : '2027-06-30',
      method: METHODS.find((known) => known === method),
      frequency: FREQUENCIES.find((known) => known === frequency) ?? 'monthly',
    },
    changes,
  } as const;
}

const used = async ({ app, owner }: Work): Promise<unknown> =>
  (await app.table.get({ pk: `T#${owner.tenantId}`, sk: '@' }))?.['used'];

describe('the preview of a register', () => {
  it.each(json.vectors)('gives the entries of $name', async ({ name, input, entries }) => {
    const work = await startWork();
    const { status, body } = await work.app.call(PREVIEW, { ...inEntity(work), body: bodyOf(name, input) });
    expect({ status, errors: Object(body).errors }).toEqual({ status: 200, errors: undefined });
    const shown = body.entries.map(({ date, amount }) => ({ date, amount: amount.toFixed(2) }));
    expect(shown).toEqual(entries.map(({ date, amount }) => ({ date, amount })));
  });

  it('shows lines, texts, states and figures, and writes nothing', async () => {
    const work = await startWork();
    const body = { ...INSURANCE, postFrom: '2026-08-31', asAt: '2026-09-15' };
    const before = (await work.app.call(`GET ${registersPath}`, inEntity(work))).body;
    const preview = (await work.app.call(PREVIEW, { ...inEntity(work), body })).body;
    expect(preview.entries.map(({ state }) => state).slice(0, 3)).toEqual(['before', 'open', 'open']);
    expect(preview.entries[0]).toEqual({
      number: 1,
      date: '2026-07-31',
      text: 'Insurance, 1 to 31 July 2026 (1 of 12)',
      amount: 1019.18,
      state: 'before',
      lines: [
        { role: 'recognised', accountId: null, amount: 1019.18, description: expect.any(String) },
        { role: 'deferred', accountId: null, amount: -1019.18, description: expect.any(String) },
      ],
    });
    expect(preview.figures).toMatchObject({ days: 365, recognised: 2038.36, left: 9961.64, nonCurrent: 0 });
    expect([before, (await work.app.call(`GET ${registersPath}`, inEntity(work))).body]).toEqual([[], []]);
  });

  it.each([
    [{ facts: { ...INSURANCE.facts, amount: 0 } }, 'facts.amount'],
    [{ facts: { ...INSURANCE.facts, amount: 0.001 } }, 'facts.amount'],
    [{ facts: { ...INSURANCE.facts, to: null } }, 'facts.to'],
    [{ facts: { ...INSURANCE.facts, to: '2026-06-30' } }, 'facts.to'],
    [{ facts: { ...INSURANCE.facts, deductibleShare: 101 } }, 'facts.deductibleShare'],
    [
      { facts: { ...INSURANCE.facts, scheduleId: '0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11' } },
      'facts.scheduleId',
    ],
    [{ changes: [{ kind: 'write-off', date: '2026-06-30' }] }, 'changes.0.date'],
    [{ changes: [{ kind: 'amount', from: '2026-06-30', total: 1 }] }, 'changes.0.from'],
    [{ accounts: { loan: 'a1' } }, 'accounts.loan'],
    [{ accounts: JSON.parse('{"__proto__":"a1","constructor":"a1"}') }, 'accounts.constructor'],
    [{ name: '' }, 'name'],
    [{ kind: 'running' }, 'kind'],
  ])('refuses %j at %s', async (changes, field) => {
    const work = await startWork();
    const { status, body } = await work.app.call(PREVIEW, {
      ...inEntity(work),
      body: { ...INSURANCE, ...changes } as typeof INSURANCE,
    });
    expect([status, Object.keys(Object(body).errors ?? {})]).toEqual([400, [field]]);
  });
});

describe('accounts of a register', () => {
  it('needs a linked entity, known accounts and the classes of the roles', async () => {
    const work = await startWork();
    const withAccounts = (accounts: object) =>
      work.app.call(CREATE, { ...inEntity(work), body: { ...INSURANCE, accounts } as typeof INSURANCE });
    expect((await withAccounts({ deferred: 'a1' })).status).toBe(409);
    await linkTo(work.app, work.owner, work.entityId);
    const unknown = await withAccounts({ deferred: 'a1' });
    expect([unknown.status, Object(unknown.body).errors]).toEqual([
      404,
      { 'accounts.deferred': expect.anything() },
    ]);
    const { recognised } = spreadAccounts(work);
    const wrong = await withAccounts({ deferred: recognised });
    expect([wrong.status, Object(wrong.body).errors]).toEqual([
      400,
      { 'accounts.deferred': expect.anything() },
    ]);
    const bank = await withAccounts({ deferred: accountIn(work, '090') });
    expect(bank.status).toBe(400);
    expect((await withAccounts(spreadAccounts(work))).status).toBe(201);
  });

  it('take one connection an entity, given back by the last register in use', async () => {
    const first = await prepareRegister({}, 1);
    const second = await addRegister(first, { accounts: spreadAccounts(first) });
    expect(await used(first)).toBe(1);
    await first.app.call(`POST ${registerPath}/archive`, { ...inRegister(first), body: { archive: true } });
    expect(await used(first)).toBe(1);
    const { revision, facts, name } = await readRegister(second);
    const saved = await first.app.call(`PUT ${registerPath}`, {
      ...inRegister(second),
      body: { name, facts, postFrom: null, autoPost: false, accounts: { deferred: null }, revision },
    });
    expect([saved.status, Object.keys(saved.body.accounts)]).toEqual([200, ['recognised']]);
    expect(await used(first)).toBe(0);
    await first.app.call(`POST ${registerPath}/archive`, { ...inRegister(first), body: { archive: false } });
    expect(await used(first)).toBe(1);
    await first.app.call(`DELETE ${registerPath}`, inRegister(first));
    expect(await used(first)).toBe(0);
  });

  it('refuse a plan without a connection left', async () => {
    const work = await startLinked(0);
    const body = { ...INSURANCE, accounts: spreadAccounts(work) };
    const { status, body: problem } = await work.app.call(CREATE, { ...inEntity(work), body });
    expect([status, Object(problem).detail]).toEqual([
      409,
      'Please upgrade your plan to integrate schedules to Xero.',
    ]);
    expect((await work.app.call(CREATE, { ...inEntity(work), body: INSURANCE })).status).toBe(201);
  });
});

describe('a register', () => {
  it('is listed with its next entry and shown with its changes', async () => {
    const work = await startWork();
    const registered = await addRegister(work, {
      facts: { ...INSURANCE.facts, from: '2025-04-01', to: '2026-03-31' },
    });
    const list = (await work.app.call(`GET ${registersPath}`, inEntity(work))).body;
    expect(list).toEqual([
      {
        id: registered.register.id,
        kind: 'spread',
        name: 'Insurance',
        status: 'active',
        from: '2025-04-01',
        to: '2026-03-31',
        total: 12_000,
        balance: 9994.52,
        next: { number: 1, date: '2025-04-30', amount: 986.3 },
        posted: 0,
        toPost: 2,
        autoPost: false,
      },
    ]);
    const other = await work.app.call(`GET ${registersPath}`, {
      ...inEntity(work),
      query: { kind: 'spread' },
    });
    expect(other.body).toHaveLength(1);
    const ofLoan = await work.app.call(`GET ${registersPath}`, {
      ...inEntity(work),
      query: { scheduleId: crypto.randomUUID() },
    });
    expect(ofLoan.body).toEqual([]);
  });

  it('takes changes in turn, and gives the newest back', async () => {
    const registered = await addRegister(await startWork());
    const { app } = registered;
    const change = { kind: 'amount', from: '2026-11-01', total: 10_800, note: 'Refund' } as const;
    const preview = await app.call(`POST ${registerPath}/changes/preview`, {
      ...inRegister(registered),
      body: change,
    });
    expect(preview.body.entries[4]?.amount).toBe(837.54);
    const { revision } = preview.body;
    const stale = await app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: { ...change, revision: 'other' },
    });
    expect(stale.status).toBe(409);
    const taken = await app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: { ...change, revision },
    });
    expect(taken.status).toBe(201);
    expect(taken.body.changes).toEqual([
      {
        ...change,
        number: 1,
        createdAt: expect.any(String),
        createdBy: { id: registered.owner.userId, name: expect.any(String) },
      },
    ]);
    const wrong = await app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: { kind: 'write-off', date: '2030-01-01', revision: taken.body.revision },
    });
    expect([wrong.status, Object.keys(Object(wrong.body).errors)]).toEqual([400, ['date']]);
    const missing = await app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: change as typeof change & { revision: string },
    });
    expect([missing.status, Object.keys(Object(missing.body).errors)]).toEqual([400, ['revision']]);
    const changesSought = registerChanges(registered.register.id);
    const remove = (number: string) =>
      app.call(`DELETE ${registerPath}/changes/{number}`, {
        as: registered.owner.token,
        params: { ...inRegister(registered).params, number },
      });
    const archive = (isArchived: boolean) =>
      app.call(`POST ${registerPath}/archive`, { ...inRegister(registered), body: { archive: isArchived } });
    await archive(true);
    expect([(await remove('2')).status, (await remove('1')).status]).toEqual([404, 409]);
    await archive(false);
    expect((await remove('2')).status).toBe(404);
    expect((await remove('01')).status).toBe(404);
    const reads = vi.spyOn(app.table, 'query');
    expect((await remove('1')).status).toBe(204);
    const ofChanges = reads.mock.calls.filter(([query]) => JSON.stringify(query).includes(changesSought));
    expect(ofChanges).toHaveLength(1);
    const after = await readRegister(registered);
    expect([after.changes, after.total]).toEqual([[], 12_000]);
    const next = await app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: { ...change, revision: after.revision },
    });
    expect(next.body.changes.map(({ number }) => number)).toEqual([2]);
    expect((await auditDetails(registered, 'register/record-change')).length).toBe(2);
  });

  it('is not seen by another organisation', async () => {
    const registered = await addRegister(await startWork());
    const stranger = await signUp(registered.app, { email: 'stranger@example.com' });
    const read = await registered.app.call(`GET ${registerPath}`, {
      ...inRegister(registered),
      as: stranger.token,
    });
    expect(read.status).toBe(404);
  });
});
