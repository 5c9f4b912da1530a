/** Attention about registers: entries to post, and journals that were changed or deleted in Xero. */
import { describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { INSURANCE } from '../support/contracts.ts';
import { jobsOf } from '../support/jobs.ts';
import { act, check, messagesOf } from '../support/ledger.ts';
import {
  addRegister,
  inEntity,
  inRegister,
  postEntries,
  prepareRegister,
  readRegister,
  type Registered,
  registerPath,
  reverseEntry,
  spreadAccounts,
  standingJournals,
} from '../support/registers.ts';
import { signIn } from '../support/people.ts';
import { disturb, MANUAL_JOURNALS, mend, MINUTE, schedulePath } from '../support/syncing.ts';
import { type Prepared, prepareSchedule } from '../support/xero.ts';

/** Twelve months of 1,000.00, five of which are over. */
const FACTS = { ...INSURANCE.facts, from: '2025-01-01', to: '2025-12-31', method: 'months' } as const;

async function itemsOf({ app, owner }: Registered, kind: string) {
  const { body } = await app.call('GET /v1/attention', { as: owner.token });
  return body.filter((item) => item.kind === kind);
}

const itemTexts = async (registered: Registered, kind: string): Promise<string[]> =>
  (await itemsOf(registered, kind)).map(({ text }) => text);

const newsOf = async (registered: Registered): Promise<string[]> =>
  (await messagesOf(registered)).filter((text) => text.includes('entr'));

/** The same after an hour or more, in a new session. */
async function later(registered: Registered): Promise<Registered> {
  const { token } = await signIn(registered.app, registered.owner.email);
  return { ...registered, owner: { ...registered.owner, token } };
}

const accept = (registered: Registered, number: number) =>
  registered.app.call(`POST ${registerPath}/entries/{number}/acceptance`, {
    as: registered.owner.token,
    params: { ...inRegister(registered).params, number: String(number) },
    body: { note: 'Agreed with the client.' },
  });

describe('entries to post', () => {
  it('are counted without working out a register that is as it was at an earlier write', async () => {
    const registered = await prepareRegister({ facts: FACTS });
    const other = await addRegister(registered, { facts: FACTS, accounts: spreadAccounts(registered) });
    const { app, entityId, register } = registered;
    const key = keys.register(entityId, register.id);
    const kept = Object((await app.table.get(key))?.['review']);
    const review = { ...kept, due: { ...kept.due, count: 90 } };
    await app.table.write({ update: key, set: { review } });
    await app.call(`POST ${registerPath}/archive`, { ...inRegister(other), body: { archive: true } });
    expect(await itemTexts(registered, 'register-due')).toEqual([
      '90 entries to post since 31 January 2025.',
    ]);
  });

  it('are one item an entity, which names the register while it is the only one', async () => {
    const registered = await prepareRegister({ facts: FACTS });
    const count = (await readRegister(registered)).toPost;
    expect(await itemsOf(registered, 'register-due')).toMatchObject([
      {
        text: `${count} entries to post since 31 January 2025.`,
        since: '2025-01-31',
        amount: count * 1000,
        registerId: registered.register.id,
        scheduleId: null,
        action: 'Post the entries',
      },
    ]);
    const { app, register } = registered;
    const { name, facts, accounts, postFrom, autoPost } = register;
    await app.call(`PUT ${registerPath}`, {
      ...inRegister(registered),
      body: {
        name,
        accounts,
        postFrom,
        autoPost,
        revision: register.revision,
        facts: { ...facts, amount: 24_000 },
      },
    });
    expect(await itemsOf(registered, 'register-due')).toMatchObject([{ amount: count * 2000 }]);
    const other = await addRegister(registered, { facts: FACTS, accounts: spreadAccounts(registered) });
    expect(await itemsOf(registered, 'register-due')).toMatchObject([
      { text: `${2 * count} entries to post since 31 January 2025.`, registerId: null },
    ]);
    await registered.app.call(`POST ${registerPath}/archive`, {
      ...inRegister(other),
      body: { archive: true },
    });
    await postEntries(registered, ...Array.from({ length: count - 1 }, (_each, index) => index + 1));
    expect(await itemTexts(registered, 'register-due')).toEqual([expect.stringMatching(/^1 entry to post/)]);
    await postEntries(registered, count);
    expect(await itemTexts(registered, 'register-due')).toEqual([]);
    await reverseEntry(registered, 2, { mode: 'void' });
    expect(await itemTexts(registered, 'register-due')).toEqual(['1 entry to post since 28 February 2025.']);
  });

  it('are not counted of a register without accounts', async () => {
    const registered = await prepareRegister({ facts: FACTS, accounts: {} });
    expect(await itemTexts(registered, 'register-due')).toEqual([]);
  });

  it('are announced when they come due, until they are posted', async () => {
    const registered = await prepareRegister({ facts: { ...FACTS, from: '2025-09-01', to: '2026-08-31' } });
    const jobs = jobsOf(registered.app);
    await jobs.run('auto-sync', { today: '2025-09-29' });
    expect(await newsOf(registered)).toEqual([]);
    await jobs.run('auto-sync', { today: '2025-09-30' });
    const text = '1 entry to post since 30 September 2025.';
    expect(await itemTexts(registered, 'register-due')).toEqual([text]);
    expect(await newsOf(registered)).toEqual([expect.stringContaining(text)]);
    await jobs.run('auto-sync', { today: '2025-10-01' });
    expect(await newsOf(registered)).toHaveLength(1);
    await postEntries(registered, 1);
    expect(await newsOf(registered)).toEqual([]);
  });

  it('are announced with the reason when auto posting fails', async () => {
    const registered = await prepareRegister({ facts: FACTS, autoPost: true, postFrom: '2025-05-31' });
    const jobs = jobsOf(registered.app);
    const prepared = registered as unknown as Prepared;
    disturb(prepared, { path: MANUAL_JOURNALS, kind: 'status', status: 503 });
    for (let attempt = 1; attempt <= 4; attempt++) {
      await jobs.run('auto-sync', { today: '2025-06-01' });
      registered.app.clock.advance(24 * 60 * MINUTE);
    }
    const said = await newsOf(await later(registered));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/entries could not be posted .*1 entry to post since 31 May 2025\. Insurance: /);
    mend(prepared);
    await jobs.run('auto-sync', { today: '2025-06-06' });
    expect(standingJournals(registered)).toHaveLength(1);
    expect(await newsOf(await later(registered))).toEqual([]);
  });
});

describe('a journal that was voided or changed in Xero', () => {
  async function posted(): Promise<Registered> {
    const registered = await prepareRegister({ facts: FACTS });
    await postEntries(registered, 1, 2, 3);
    const [first, second] = standingJournals(registered);
    act(registered, first?.ManualJournalID ?? '', 'void');
    act(registered, second?.ManualJournalID ?? '', 'edit', { date: '2025-03-02' });
    await check(registered, '2025-05-31');
    return registered;
  }

  const statesOf = async (registered: Registered) =>
    (await readRegister(registered)).entries.slice(0, 3).map(({ xeroStatus }) => xeroStatus);

  it('is shown with its entry, on the board and in a message, until it is accepted', async () => {
    const registered = await posted();
    expect(await statesOf(registered)).toEqual(['missing', 'changed', 'posted']);
    const missing = 'Entry 1 of Insurance (31 Jan 2025, $1,000.00) was deleted in Xero.';
    expect(await itemsOf(registered, 'document-missing')).toMatchObject([
      { text: missing, registerId: registered.register.id, scheduleId: null },
    ]);
    expect(await itemTexts(registered, 'document-changed')).toEqual([
      'Entry 2 of Insurance (28 Feb 2025, $1,000.00) was changed in Xero. The date is 2nd Mar 2025 instead of 28th Feb 2025.',
    ]);
    expect((await messagesOf(registered)).join()).toContain(missing);
    expect((await accept(registered, 1)).status).toBe(204);
    expect((await readRegister(registered)).entries[0]?.xeroAcceptance).toMatchObject({
      note: 'Agreed with the client.',
    });
    expect(await itemTexts(registered, 'document-missing')).toEqual([]);
    expect(await itemTexts(registered, 'document-changed')).toHaveLength(1);
    expect((await accept(registered, 3)).status).toBe(409);
    expect((await accept(registered, 4)).status).toBe(409);
    expect((await accept(registered, 99)).status).toBe(404);
  });

  it('counts no more once the entry was reversed and posted again', async () => {
    const registered = await posted();
    await reverseEntry(registered, 1, { mode: 'void' });
    expect(await itemTexts(registered, 'document-missing')).toEqual([]);
    await postEntries(registered, 1);
    expect(await statesOf(registered)).toEqual(['posted', 'changed', 'posted']);
  });

  it('is found by the nightly check of an entity whose registers post by themselves', async () => {
    const registered = await prepareRegister({ facts: FACTS, autoPost: true });
    await postEntries(registered, 1);
    act(registered, standingJournals(registered)[0]?.ManualJournalID ?? '', 'void');
    await jobsOf(registered.app).run('ledger-check', { today: '2025-06-30' });
    expect((await statesOf(registered))[0]).toBe('missing');
  });
});

describe('the spreads that a contract offers', () => {
  it('are its borrowing costs, or the premium of its insurance', async () => {
    const loan = await prepareSchedule();
    const proposed = async () => {
      const { body } = await loan.app.call(`GET ${schedulePath}/templates/spreads`, {
        as: loan.owner.token,
        params: loan.params,
      });
      return body.spreads;
    };
    expect(await proposed()).toMatchObject([
      {
        name: 'Borrowing costs (Delivery truck)',
        facts: { purpose: 'borrowing-costs', amount: 0, method: 'days', scheduleId: loan.scheduleId },
      },
    ]);
    await loan.app.call(`PATCH ${schedulePath}`, {
      as: loan.owner.token,
      params: loan.params,
      body: { kind: 'premium-funding' },
    });
    const [premium] = await proposed();
    expect(premium).toMatchObject({ facts: { purpose: 'prepayment', amount: 50_000, from: '2025-01-15' } });
    const { status } = await loan.app.call('POST /v1/entities/{entityId}/registers', {
      ...inEntity(loan),
      body: { kind: 'spread', name: premium?.name ?? '', facts: premium?.facts ?? INSURANCE.facts },
    });
    expect(status).toBe(201);
  });
});
