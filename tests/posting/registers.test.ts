/** Entries of registers in the simulated Xero. */
import { describe, expect, it } from 'vitest';
import json from '../domain/registers/spreads.json' with { type: 'json' };
import { INSURANCE } from '../support/contracts.ts';
import { auditDetails } from '../support/events.ts';
import {
  addRegister,
  inEntity,
  inRegister,
  postEntries,
  prepareRegister,
  readRegister,
  type Registered,
  registerPath,
  registersPath,
  reverseEntry,
  spreadAccounts,
  standingJournals,
} from '../support/registers.ts';
import { signIn } from '../support/people.ts';
import { noteRestore } from '../support/restoring.ts';
import { disturb, MANUAL_JOURNALS, mend, MINUTE } from '../support/syncing.ts';
import { linkTo, type Prepared, startWork } from '../support/xero.ts';

const LATE = { ...INSURANCE.facts, from: '2025-01-01', to: '2025-12-31' } as const;

const journals = ({ app }: Pick<Registered, 'app'>) => app.books().manualJournals;
const lock = ({ app }: Registered, periodLockDate: string): unknown =>
  app.control('PATCH', `organisations/${app.books().tenantId}`, { periodLockDate });
const voidInXero = ({ app }: Registered, id = ''): unknown =>
  app.control('PATCH', `documents/${id}`, { status: 'VOIDED' });
const asPrepared = (registered: Registered) => registered as unknown as Prepared;

async function afterMinutes(registered: Registered, minutes: number): Promise<Registered> {
  registered.app.clock.advance(minutes * MINUTE);
  const { token } = await signIn(registered.app, registered.owner.email);
  return { ...registered, owner: { ...registered.owner, token } };
}

interface VectorInput {
  readonly amount: string;
  readonly method: string;
  readonly frequency: string;
  readonly from: string;
  readonly to: string;
  readonly endsEarly?: string;
  readonly change?: { readonly from: string; readonly total?: string; readonly to?: string };
}

describe('an entry', () => {
  it('is posted once as a manual journal without tax, off the cash reports', async () => {
    const registered = await prepareRegister({ facts: LATE });
    const { status, body } = await postEntries(registered, 1, 2, 2);
    expect([status, body.errors]).toEqual([200, []]);
    expect(
      body.entries.map(({ number, state, attempt, postedOn }) => [number, state, attempt, postedOn]),
    ).toEqual([
      [1, 'posted', 1, '2025-01-31'],
      [2, 'posted', 1, '2025-02-28'],
    ]);
    const { deferred, recognised } = spreadAccounts(registered);
    expect(standingJournals(registered)).toHaveLength(2);
    expect(standingJournals(registered)[0]).toMatchObject({
      Narration: `Paydown - Insurance, 1 to 31 January 2025 (1 of 12) [PD-${registered.register.id}-J1]`,
      LineAmountTypes: 'NoTax',
      ShowOnCashBasisReports: false,
    });
    expect(
      standingJournals(registered)[0]?.JournalLines.map(({ AccountID, LineAmount }) => [
        AccountID,
        LineAmount,
      ]),
    ).toEqual([
      [recognised, 1019.18],
      [deferred, -1019.18],
    ]);
    expect((await postEntries(registered, 1)).body.entries[0]?.state).toBe('posted');
    expect(journals(registered)).toHaveLength(2);
    expect(await readRegister(registered)).toMatchObject({ posted: 2, toPost: 3 });
    expect(await auditDetails(registered, 'register/post-entries')).toEqual([
      { register: 'Insurance', entries: '1–2' },
    ]);
  });

  it('is dated the day after the lock date, with its own period in the text', async () => {
    const registered = await prepareRegister({ facts: LATE });
    lock(registered, '2025-02-28');
    await postEntries(registered, 1, 2, 3);
    const shown = standingJournals(registered).map(({ DateString, Narration }) => [
      DateString.slice(0, 10),
      Narration,
    ]);
    expect(shown).toEqual([
      ['2025-03-01', expect.stringContaining('1 to 31 January 2025')],
      ['2025-03-01', expect.stringContaining('1 to 28 February 2025')],
      ['2025-03-31', expect.stringContaining('1 to 31 March 2025')],
    ]);
  });

  it('is not posted where it is empty, held already or unknown', async () => {
    const facts = { ...LATE, amount: 0.05 };
    const registered = await prepareRegister({ facts, postFrom: '2025-03-15' });
    const { status, body } = await postEntries(registered, 1, 2, 99);
    expect([status, body.errors.map(({ number, code }) => [number, code])]).toEqual([
      200,
      [
        [1, 'register/empty'],
        [2, 'register/before'],
        [99, 'register/unknown-entry'],
      ],
    ]);
    expect(journals(registered)).toEqual([]);
  });

  it('needs accounts, a link and a plan', async () => {
    const work = await startWork();
    const unlinked = await addRegister(work, { facts: LATE });
    expect((await postEntries(unlinked, 1)).status).toBe(409);
    await linkTo(work.app, work.owner, work.entityId);
    const unready = await postEntries(unlinked, 1);
    expect([unready.status, Object(unready.body).code]).toEqual([409, 'register/not-ready']);
    const ready = await addRegister(work, { facts: LATE, accounts: spreadAccounts(work) });
    await work.app.call(`POST ${registerPath}/archive`, { ...inRegister(ready), body: { archive: true } });
    expect((await postEntries(ready, 1)).status).toBe(409);
  });

  it('keeps facts and changes that would alter it from being saved', async () => {
    const registered = await prepareRegister({ facts: LATE });
    await postEntries(registered, 1, 2);
    const { revision, name } = await readRegister(registered);
    const put = (facts: object) =>
      registered.app.call(`PUT ${registerPath}`, {
        ...inRegister(registered),
        body: { name, facts: facts as typeof LATE, postFrom: null, autoPost: false, revision },
      });
    const refused = await put({ ...LATE, amount: 12_001 });
    expect([refused.status, Object(refused.body).code]).toEqual([409, 'register/entry-posted']);
    const change = { kind: 'amount', from: '2025-02-28', total: 10_800 } as const;
    const early = await registered.app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: { ...change, revision },
    });
    expect([early.status, Object(early.body).code]).toEqual([409, 'register/entry-posted']);
    const later = await registered.app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: { ...change, from: '2025-03-01', revision },
    });
    expect(later.status).toBe(201);
    expect((await put({ ...LATE, supplier: 'Another' })).status).toBe(409);
  });
});

describe('a reversal', () => {
  it('voids the journal, and the next one is attempt 2', async () => {
    const registered = await prepareRegister({ facts: LATE });
    await postEntries(registered, 1, 2);
    const { status, body } = await reverseEntry(registered, 1, { mode: 'void' });
    expect([status, body.entries[0]]).toMatchObject([200, { state: 'open', attempt: 2, postedOn: null }]);
    expect(standingJournals(registered)).toHaveLength(1);
    expect((await reverseEntry(registered, 1, { mode: 'void' })).status).toBe(409);
    const again = await postEntries(registered, 1);
    expect(again.body.entries[0]).toMatchObject({ state: 'posted', attempt: 2 });
    expect(standingJournals(registered).at(-1)?.Narration).toContain(`[PD-${registered.register.id}-J1/2]`);
    expect(await auditDetails(registered, 'register/reverse-entry')).toEqual([
      { register: 'Insurance', entry: 1, mode: 'void' },
    ]);
  });

  it('posts a journal of opposite signs for a locked period', async () => {
    const registered = await prepareRegister({ facts: LATE });
    await postEntries(registered, 1);
    lock(registered, '2025-02-28');
    expect((await reverseEntry(registered, 1, { mode: 'void' })).status).toBe(409);
    expect((await reverseEntry(registered, 1, { mode: 'mirror', date: '2025-02-28' })).status).toBe(409);
    const mirrored = await reverseEntry(registered, 1, { mode: 'mirror', date: '2025-03-01' });
    expect([mirrored.status, mirrored.body.entries[0]]).toMatchObject([200, { state: 'open', attempt: 2 }]);
    await postEntries(registered, 1);
    const amounts = standingJournals(registered).map(({ Narration, JournalLines }) => [
      Narration.slice(Narration.lastIndexOf('-')),
      JournalLines[0]?.LineAmount,
    ]);
    expect(amounts).toEqual([
      ['-J1]', 1019.18],
      ['-J1R]', -1019.18],
      ['-J1/2]', 1019.18],
    ]);
    await reverseEntry(registered, 1, { mode: 'mirror', date: '2025-03-02' });
    expect(standingJournals(registered).at(-1)?.Narration).toContain('-J1/2R]');
  });

  it('counts a journal that was voided in Xero as done', async () => {
    const registered = await prepareRegister({ facts: LATE });
    await postEntries(registered, 1);
    const [journal] = standingJournals(registered);
    voidInXero(registered, journal?.ManualJournalID);
    expect((await reverseEntry(registered, 1, { mode: 'void' })).body.entries[0]).toMatchObject({
      state: 'open',
    });
  });
});

describe('many registers', () => {
  it('are posted through a day in one call, and a repeat posts nothing', async () => {
    const first = await prepareRegister({ facts: LATE });
    const second = await addRegister(first, { facts: LATE, name: 'Rates', accounts: spreadAccounts(first) });
    const unready = await addRegister(first, { facts: LATE, name: 'Licence' });
    const body = {
      registerIds: [first, second, unready].map(({ register }) => register.id),
      through: '2025-03-31',
    };
    const answer = await first.app.call(`POST ${registersPath}/sync`, { ...inEntity(first), body });
    expect(
      answer.body.registers.map(({ entries, errors }) => [entries.length, errors.map(({ code }) => code)]),
    ).toEqual([
      [3, []],
      [3, []],
      [3, ['register/not-ready', 'register/not-ready', 'register/not-ready']],
    ]);
    expect(standingJournals(first)).toHaveLength(6);
    const again = await first.app.call(`POST ${registersPath}/sync`, { ...inEntity(first), body });
    expect(again.body.registers.map(({ entries }) => entries.length)).toEqual([0, 0, 3]);
    expect(standingJournals(first)).toHaveLength(6);
    const unknown = await first.app.call(`POST ${registersPath}/sync`, {
      ...inEntity(first),
      body: { ...body, registerIds: ['0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11'] },
    });
    expect(unknown.status).toBe(400);
  });

  it('are posted for twenty seconds, and the same body goes on with what was not reached', async () => {
    const facts = { ...LATE, from: '2020-01-01', to: '2024-12-31' };
    const first = await prepareRegister({ facts });
    const others = await Promise.all(
      ['Rates', 'Licence', 'Software'].map((name) =>
        addRegister(first, { facts, name, accounts: spreadAccounts(first) }),
      ),
    );
    const body = {
      registerIds: [first, ...others].map(({ register }) => register.id),
      through: '2025-01-31',
    };
    disturb(asPrepared(first), { method: 'PUT', path: MANUAL_JOURNALS, kind: 'delay', delayMs: 9_000 });
    const counts: [posted: number, left: number][] = [];
    let now = first;
    for (let left = 1; left > 0;) {
      const begun = first.app.clock.now();
      const { status, body: answer } = await now.app.call(`POST ${registersPath}/sync`, {
        ...inEntity(now),
        body,
      });
      expect(status).toBe(200);
      expect(first.app.clock.now() - begun).toBeLessThan(30_000);
      const errors = answer.registers.flatMap((one) => one.errors);
      expect(errors.filter(({ code }) => code !== 'sync/not-reached')).toEqual([]);
      left = errors.length;
      counts.push([standingJournals(first).length, left]);
      now = await afterMinutes(now, 1);
    }
    expect(counts[0]?.[0]).toBeGreaterThan(0);
    expect(counts.map(([posted, left]) => posted + left)).toEqual(counts.map(() => 240));
    expect(counts.length).toBeGreaterThan(1);
    expect(new Set(standingJournals(first).map(({ Narration }) => Narration)).size).toBe(240);
  });

  it.each(json.vectors)('leave the entries of $name in Xero to the cent', async ({ input, entries }) => {
    const { endsEarly, change, ...spread }: VectorInput = input;
    const isCut = change?.to !== undefined;
    const registered = await prepareRegister({
      facts: {
        ...LATE,
        ...(spread as { from: string; method: 'days'; frequency: 'monthly' }),
        amount: Number(spread.amount),
        deductibleShare: null,
        to: isCut ? '2027-06-30' : spread.to,
      },
      changes: [
        ...(endsEarly === undefined ? [] : [{ kind: 'write-off', date: endsEarly } as const]),
        ...(change?.total === undefined
          ? []
          : [{ kind: 'amount', from: change.from, total: Number(change.total) } as const]),
        ...(isCut ? [{ kind: 'end', from: change.from, to: change.to ?? '' } as const] : []),
      ],
    });
    const body = { registerIds: [registered.register.id], through: '2100-12-31' };
    await registered.app.call(`POST ${registersPath}/sync`, { ...inEntity(registered), body });
    const posted = standingJournals(registered).map(({ DateString, JournalLines }) => ({
      date: DateString.slice(0, 10),
      amount: JournalLines[0]?.LineAmount.toFixed(2),
    }));
    expect(posted).toEqual(
      entries.filter(({ amount }) => amount !== '0.00').map(({ date, amount }) => ({ date, amount })),
    );
  });
});

async function goBackTo({ app }: Registered, backup: ReturnType<Registered['app']['stored']>): Promise<void> {
  const { table, stored } = app;
  const kept = new Set(backup.map(({ pk, sk }) => `${pk} ${sk}`));
  const added = stored().filter(({ pk, sk }) => !kept.has(`${pk} ${sk}`) && !pk.startsWith('XA#'));
  await Promise.all(added.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
  const others = backup.filter(({ pk }) => !pk.startsWith('XA#'));
  await Promise.all(others.map((item) => table.write({ put: item })));
}

describe('exactly once', () => {
  it('finds a journal whose answer was lost, and posts no second one', async () => {
    const registered = await prepareRegister({ facts: LATE });
    disturb(asPrepared(registered), { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-after' });
    const lost = await postEntries(registered, 1);
    expect(lost.body.entries[0]?.state).toBe('posting');
    const change = { kind: 'amount', from: '2025-11-01', total: 10_800 } as const;
    const { revision } = await readRegister(registered);
    mend(asPrepared(registered));
    const later = await afterMinutes(registered, 20);
    const recorded = await later.app.call(`POST ${registerPath}/changes`, {
      ...inRegister(later),
      body: { ...change, revision },
    });
    expect([201, 409]).toContain(recorded.status);
    expect((await postEntries(later, 1)).body).toMatchObject({
      errors: [],
      entries: [{ state: 'posted', attempt: 1 }],
    });
    expect(journals(later)).toHaveLength(1);
  });

  it.each(['voids', 'keeps'])(
    'asks about a journal that the restored table lacks, which a member %s',
    async (answer) => {
      const registered = await prepareRegister({ facts: LATE });
      const backup = registered.app.stored();
      await postEntries(registered, 1);
      await goBackTo(registered, backup);
      const later = await afterMinutes(registered, 20);
      noteRestore(later);
      const frozen = await postEntries(later, 1, 2);
      expect([frozen.status, Object(frozen.body).code]).toEqual([409, 'sync/unknown-documents']);
      const { ManualJournalID: documentId = '' } = standingJournals(later)[0] ?? {};
      if (answer === 'voids') voidInXero(later, documentId);
      else {
        await later.app.call('POST /v1/entities/{entityId}/xero/unknown/{documentId}', {
          as: later.owner.token,
          params: { entityId: later.entityId, documentId },
          body: { decision: 'adopt', note: 'Posted before the restore' },
        });
      }
      const again = await postEntries(later, 1, 2);
      expect(again.body).toMatchObject({ errors: [], entries: [{ state: 'posted' }, { state: 'posted' }] });
      const first = answer === 'voids' ? '-J1g1]' : '-J1]';
      const narrations = standingJournals(later).map(({ Narration }) =>
        Narration.slice(Narration.lastIndexOf('-')),
      );
      expect(narrations.toSorted()).toEqual([first, '-J2g1]']);
    },
  );
});
