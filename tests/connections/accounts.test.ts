import { describe, expect, it } from 'vitest';
import { signUpInto } from '../support/people.ts';
import { DEMO, startWork, type Work, startLinked } from '../support/xero.ts';

const list = 'GET /v1/entities/{entityId}/accounts';
const create = 'POST /v1/entities/{entityId}/accounts';
const lockDate = 'GET /v1/entities/{entityId}/LockDate';

const asOwner = ({ owner, entityId }: Work) => ({ as: owner.token, params: { entityId } });

describe('the chart of accounts', () => {
  // Evidence for Xero accounts
  it('lists active accounts, of bank accounts those in AUD', async () => {
    const work = await startLinked();
    const { status, body } = await work.app.call(list, asOwner(work));
    expect(status).toBe(200);
    const names = body.map(({ name }: { name: string }) => name);
    expect(names).toContain('Business Bank Account');
    expect(names).toContain('GST');
    expect(names).not.toContain('US Dollar Account');
    expect(body[0]).toEqual({
      id: expect.any(String),
      code: '090',
      name: 'Business Bank Account',
      class: 'ASSET',
      type: 'BANK',
      taxType: expect.any(String),
      systemAccount: null,
    });
  });

  it('lists archived accounts on request, marked as such', async () => {
    const work = await startLinked();
    const { app } = work;
    const { body: created } = await app.call(create, {
      ...asOwner(work),
      body: { code: '874.005', name: 'Old truck', type: 'CURRLIAB' },
    });
    app.control('PATCH', `documents/${created.id}`, { status: 'ARCHIVED' });
    const listed = async (query?: { IncludeArchived: 'true' }) =>
      (await app.call(list, { ...asOwner(work), ...(query && { query }) })).body.filter(
        ({ code }) => code === '874.005',
      );
    expect(await listed()).toEqual([]);
    expect(await listed({ IncludeArchived: 'true' })).toMatchObject([
      { name: 'Old truck', isArchived: true },
    ]);
  });

  it('can be read in pages', async () => {
    const work = await startLinked();
    const whole = await work.app.call(list, asOwner(work));
    const first = await work.app.call(list, { ...asOwner(work), query: { limit: '3' } });
    const cursor = first.headers['x-next-cursor'] ?? '';
    const second = await work.app.call(list, { ...asOwner(work), query: { limit: '3', cursor } });
    expect([...first.body, ...second.body]).toEqual(whole.body.slice(0, 6));
  });

  it('is refused without a link', async () => {
    const work = await startWork();
    const { status, body } = await work.app.call(list, asOwner(work));
    expect(status).toBe(409);
    expect(body.detail).toBe('You must connect this entity to Xero before you can sync schedule items.');
  });
});

// Evidence for ASVS 8.4.1
it('shows another customer of the same Xero organisation nothing that the first one’s authorisation read', async () => {
  const work = await startLinked();
  const { app } = work;
  expect((await app.call(list, asOwner(work))).status).toBe(200);
  const cached = app.stored().filter(({ sk }) => sk.startsWith('CACHE#'));
  const authorisation = app.stored().find(({ pk }) => pk.startsWith('XA#'));
  expect(cached).not.toEqual([]);
  for (const { sk } of cached) expect(sk).toContain(`#${String(authorisation?.['authorisationId'])}#`);
});

// Evidence for ASVS 2.4
it('a loop of reads by a Guest calls Xero once in ten minutes', async () => {
  const work = await startLinked();
  const guest = await signUpInto(work.app, work.owner, 'Guest');
  const before = work.app.requests().length;
  for (let count = 0; count < 30; count++) {
    const { status } = await work.app.call(list, { ...asOwner(work), as: guest.token });
    expect(status).toBe(200);
  }
  expect(work.app.requests().length - before).toBe(1);
  work.app.clock.advance(599_000);
  await work.app.call(list, { ...asOwner(work), as: guest.token });
  expect(work.app.requests().length - before).toBe(1);
});

describe('creating an account', () => {
  const account = { code: '874.001', name: 'Truck - Payments remaining', type: 'CURRLIAB' } as const;

  it('creates it in Xero', async () => {
    const work = await startLinked();
    const { status, body } = await work.app.call(create, { ...asOwner(work), body: account });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...account, class: 'LIABILITY' });
    expect(work.app.books().accounts.filter(({ AccountID }) => AccountID === body.id)).toHaveLength(1);
  });

  it('drops the list that pages share, so that the next one contains it', async () => {
    const work = await startLinked();
    const codes = async () => (await work.app.call(list, asOwner(work))).body.map(({ code }) => code);
    expect(await codes()).not.toContain(account.code);
    await work.app.call(create, { ...asOwner(work), body: account });
    expect(await codes()).toContain(account.code);
  });

  it('names the code or the name that is taken', async () => {
    const work = await startLinked();
    const post = (body: object) => work.app.send(create, { ...asOwner(work), body });
    await post(account);
    const code = await post({ ...account, name: 'Another' });
    expect([code.status, code.body.errors]).toEqual([400, { code: ['"874.001" is not available'] }]);
    const name = await post({ ...account, code: '874.002' });
    const message = `The Name "${account.name}" already exists. Please provide another one.`;
    expect([name.status, name.body.errors]).toEqual([400, { name: [message] }]);
  });

  it.each([
    [{ code: '12345678901' }, 'code'],
    [{ name: 'x'.repeat(151) }, 'name'],
    [{ type: 'BANK' }, 'type'],
    [{ code: ' ' }, 'code'],
  ])('refuses %j', async (change, field) => {
    const work = await startLinked();
    const { status, body } = await work.app.send(create, {
      ...asOwner(work),
      body: { ...account, ...change },
    });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('creates one account when the first answer is lost', async () => {
    const work = await startLinked();
    work.app.control('POST', 'faults', {
      rules: [{ method: 'PUT', path: '/api.xro/2.0/Accounts', kind: 'drop-after', times: 1 }],
    });
    const { status } = await work.app.call(create, { ...asOwner(work), body: account });
    expect(status).toBe(201);
    expect(work.app.books().accounts.filter(({ Code }) => Code === account.code)).toHaveLength(1);
  });
});

describe('the lock date', () => {
  it('is the later of Xero’s two', async () => {
    const work = await startLinked();
    const set = (dates: object) =>
      work.app.control('PATCH', `organisations/${work.app.books(DEMO).tenantId}`, dates);
    const read = async () => (await work.app.call(lockDate, asOwner(work))).body;
    expect(await read()).toEqual({ hasLockDate: false });
    set({ periodLockDate: '2025-01-31' });
    // Pages share what was read for a minute.
    expect(await read()).toEqual({ hasLockDate: false });
    work.app.clock.advance(61_000);
    expect(await read()).toEqual({ hasLockDate: true, lockDate: '2025-01-31' });
    set({ endOfYearLockDate: '2025-03-31' });
    work.app.clock.advance(61_000);
    expect(await read()).toEqual({ hasLockDate: true, lockDate: '2025-03-31' });
  });

  it('is none without a link', async () => {
    const work = await startWork();
    const { status, body } = await work.app.call(lockDate, asOwner(work));
    expect([status, body]).toEqual([200, { hasLockDate: false }]);
  });
});
