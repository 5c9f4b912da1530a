import { beforeEach, describe, expect, it } from 'vitest';
import { jobsOf } from '../support/jobs.ts';
import { PASSWORD, signIn } from '../support/people.ts';
import { act, check, messagesOf, postForeign, summaryOf, syncThrough } from '../support/ledger.ts';
import { asOwner, journalsInXero, postJournalAt } from '../support/syncing.ts';
import { changeSettings, type Prepared, prepareSchedule } from '../support/xero.ts';

/** 104 weekly payments: at 31 May 2025 the ledger counts payment 56 as non-current, though it is due in a year. */
const WEEKLY = {
  description: 'Two trailers',
  paymentFrequency: 'weekly',
  loanAmount: 10_000,
  startDate: '2025-05-04',
  schedulePaymentPlans: [{ number: 1, qty: 104, amount: 105 }],
} as const;

const YEAR_END = '2025-05-31';
const NAME = 'Current and non-current at 31 May 2025';

let weekly: Prepared;

beforeEach(async () => {
  weekly = await prepareSchedule(WEEKLY);
  await postJournalAt(weekly, WEEKLY.startDate);
  await syncThrough(weekly, 1, 4);
  await weekly.app.call('POST /v1/entities/{entityId}/reports/journal', {
    ...asOwner(weekly),
    body: { date: YEAR_END, kinds: ['current-non-current'] },
  });
});

/** The journal and its reversal in Xero. */
const journals = () =>
  ['Paydown - Current', 'Paydown - Reversal'].map(
    (start) =>
      journalsInXero(weekly).find(({ Narration }) => Narration.startsWith(start))?.ManualJournalID ?? '',
  );

const journalId = (index: number) => journals()[index] ?? '';

describe('the ledger check of an entity with adjusting journals', () => {
  it('counts the journal as posted, names it on its date, and agrees once it is reversed', async () => {
    const checked = await check(weekly, YEAR_END);
    expect(checked.status).toBe('differs');
    expect(summaryOf(checked)).toEqual([
      ['874.001', '$105.00 too high', ['adjusting-journal -105']],
      ['924.001', '$105.00 too low', ['adjusting-journal 105']],
      ['875.001', '$8.40 too high', ['adjusting-journal 8.4']],
      ['925.001', '$8.40 too low', ['adjusting-journal -8.4']],
    ]);
    expect(checked.accounts.map(({ xero, posted }) => xero === posted)).toEqual([true, true, true, true]);
    expect(checked.accounts[0]?.causes[0]?.text).toBe(
      `${NAME} is posted as an adjusting journal. This account is $105.00 too high.`,
    );
    expect(await check(weekly, '2025-06-01')).toMatchObject({ status: 'agrees' });
  });

  it('tells once at night that the journal was changed in Xero, and of a voided reversal', async () => {
    await changeSettings(weekly, { autoSync: true });
    const night = (today: string) => jobsOf(weekly.app).run('ledger-check', { today });
    // Longer than the hour by which the nights overlap.
    const pass = (): void => weekly.app.clock.advance(61 * 60_000);
    const told = async () => {
      const { token } = await signIn(weekly.app, weekly.owner.email, PASSWORD);
      const messages = await messagesOf({ ...weekly, owner: { ...weekly.owner, token } });
      return messages.filter((message) => message.includes('adjusting journal'));
    };
    await night('2025-06-02');
    expect(await told()).toEqual([]);
    pass();
    act(weekly, journalId(0), 'edit', { date: '2025-05-30' });
    await night('2025-06-03');
    pass();
    await night('2025-06-04');
    expect(await told()).toEqual([
      expect.stringContaining(
        `“${NAME}” was changed in Xero. The date is 30th May 2025 instead of 31st May 2025.`,
      ),
    ]);
    act(weekly, journalId(1), 'void');
    pass();
    await night('2025-06-05');
    expect(await told()).toContainEqual(
      expect.stringContaining(`The reversal of “${NAME}” was deleted in Xero.`),
    );
  });

  it('names a reversal that was voided in Xero, and not as a transaction of others', async () => {
    act(weekly, journalId(1), 'void');
    const [current] = (await check(weekly, '2025-06-01')).accounts;
    expect(current).toMatchObject({ text: '$105.00 too high', causes: [{ kind: 'document-missing' }] });
    expect(current?.causes[0]?.text).toBe(
      `The reversal of ${NAME} was deleted in Xero. This account is $105.00 too high.`,
    );
  });

  it('names a journal that was voided in Xero beside its effect, on accounts that agree', async () => {
    act(weekly, journalId(0), 'void');
    const checked = await check(weekly, YEAR_END);
    expect(checked.status).toBe('agrees');
    expect(summaryOf(checked)[0]).toEqual([
      '874.001',
      '',
      ['document-missing 105', 'adjusting-journal -105'],
    ]);
  });

  it('lists other transactions without the adjusting journals', async () => {
    postForeign(weekly, '2025-05-20', { '874.001': -250, '404': 250 });
    const [current] = (await check(weekly, YEAR_END)).accounts;
    expect(current?.causes).toMatchObject([
      { kind: 'adjusting-journal', amount: -105 },
      { kind: 'other', amount: -250, transactions: [{ amount: -250 }] },
    ]);
  });
});
