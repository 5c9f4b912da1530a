import { describe, expect, test } from 'vitest';
import type { LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { AU_TAX_RATES } from '../../../domain/gst/tax-types.ts';
import type { TaxType } from '../../../domain/gst/tax-types.ts';
import {
  checkOpeningDate,
  checkOpeningJournal,
  openingLines,
  openingNarration,
  totalIsOutBy,
} from '../../../domain/journal/opening-balances.ts';
import type { OpeningJournal, OpeningLine } from '../../../domain/journal/opening-balances.ts';
import { toCents } from '../../../domain/money.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { exampleTerms } from '../../support/example-terms.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';

const date = calendarDate;
const schedule = scheduleOf(exampleTerms());

function account(id: string, changes: Partial<LedgerAccount>): LedgerAccount {
  return {
    id,
    code: id,
    name: id,
    class: 'ASSET',
    type: 'FIXED',
    taxType: 'INPUT',
    systemAccount: null,
    ...changes,
  };
}

const books = {
  taxRates: AU_TAX_RATES,
  accounts: [
    account('truck', {}),
    account('bank', { type: 'BANK' }),
    account('gst', { class: 'LIABILITY', systemAccount: 'GST' }),
    account('old', { status: 'ARCHIVED' }),
    account('income', { class: 'REVENUE', type: 'REVENUE' }),
    account('hp', { class: 'LIABILITY', type: 'CURRLIAB' }),
  ],
};

function own(id: string, dollars: number, taxType: TaxType = 'BASEXCLUDED'): OpeningLine {
  return { account: id, description: 'Own', amount: toCents(dollars), taxType };
}

/** The journal of 15 January 2025 with the fixed lines and these. */
function journalWith(lines: readonly OpeningLine[], changes: Partial<OpeningJournal> = {}): OpeningJournal {
  const day = { date: date('2025-01-15'), includesDate: false };
  return {
    ...day,
    lineAmountTypes: 'NoTax',
    lines: [...openingLines(schedule, day, ACCOUNTS), ...lines],
    ...changes,
  };
}

function check(journal: OpeningJournal): readonly OpeningLine[] {
  return checkOpeningJournal(schedule, ACCOUNTS, journal, books);
}

test('the narration names product and schedule', () => {
  expect(openingNarration('Hilux')).toBe('Paydown - Opening Balances of Hilux');
});

test('payments dated before the journal are over, those on its date remain unless it includes the day', () => {
  const credits = (day: string, includesDate = false) =>
    openingLines(schedule, { date: date(day), includesDate }, ACCOUNTS).map(({ amount }) => amount);
  expect(credits('2025-02-15', true)).toEqual(credits('2025-02-16'));
  expect(credits('2025-02-15')).toEqual(credits('2025-01-15'));
  expect(credits('2025-02-16')).toEqual([-1_200_000, -4_700_000, 336_918, 632_165]);
  expect(credits('2030-01-16')).toEqual([0, 0, 0, 0]);
});

test('a balanced journal is accepted and its lines are returned to post', () => {
  const journal = journalWith([own('truck', 50_000)]);
  expect(check(journal)).toEqual(journal.lines);
});

test('GST claimed up front on principal and credit counts in the balance of Exclusive', () => {
  const lines = [own('truck', 45_454.55, 'INPUT')];
  expect(totalIsOutBy([own('truck', 100, 'INPUT'), own('hp', -110)], 'Exclusive', AU_TAX_RATES)).toBe(0);
  expect(totalIsOutBy([own('truck', 100, 'INPUT'), own('hp', -110)], 'Inclusive', AU_TAX_RATES)).toBe(-1000);
  expect(check(journalWith([...lines, own('truck', -0.01)], { lineAmountTypes: 'Exclusive' }))).toHaveLength(
    6,
  );
});

test('fixed lines of 0.00 are optional and are not posted', () => {
  const day = { date: date('2029-03-01'), includesDate: false };
  const fixed = openingLines(schedule, day, ACCOUNTS);
  const balance = fixed.reduce((sum, { amount }) => sum + amount, 0);
  const lines = [...fixed.filter(({ amount }) => amount !== 0), own('truck', -balance / 100)];
  expect(fixed.map(({ amount }) => amount !== 0)).toEqual([true, false, true, false]);
  expect(check({ ...day, lineAmountTypes: 'NoTax', lines })).toHaveLength(3);
  expect(
    check({ ...day, lineAmountTypes: 'NoTax', lines: [...fixed, own('truck', -balance / 100)] }),
  ).toHaveLength(3);
});

test('own lines may use the hire-purchase accounts, even beside fixed lines of the same account', () => {
  expect(check(journalWith([own('truck', 49_000), own('hp', 1000)]))).toHaveLength(6);
});

describe('a refused journal', () => {
  test.each([
    ['has no own lines', journalWith([]), 'opening/no-lines'],
    ['has an own line of 0.00', journalWith([own('truck', 0)]), 'opening/no-lines'],
    [
      'is dated after the last payment',
      { date: date('2030-01-16'), includesDate: false, lineAmountTypes: 'NoTax', lines: [] } as const,
      'opening/no-balances',
    ],
    ['is out by a cent', journalWith([own('truck', 50_000.01)]), 'opening/unbalanced'],
    [
      'has a changed fixed line',
      { ...journalWith([own('truck', 50_000)]), date: date('2025-03-01') },
      'opening/fixed-line',
    ],
    ['lacks the fixed lines', { ...journalWith([]), lines: [own('truck', 50_000)] }, 'opening/fixed-line'],
    ['has a bank account', journalWith([own('bank', 50_000)]), 'opening/account'],
    ['has a system account', journalWith([own('gst', 50_000)]), 'opening/account'],
    ['has an archived account', journalWith([own('old', 50_000)]), 'opening/account'],
    ['has an unknown account', journalWith([own('nowhere', 50_000)]), 'opening/account'],
    ['has tax in NoTax', journalWith([own('truck', 50_000, 'INPUT')]), 'opening/tax-type'],
    [
      'has input tax on income',
      journalWith([own('income', 50_000, 'INPUT')], { lineAmountTypes: 'Inclusive' }),
      'opening/tax-type',
    ],
  ])('%s', (_, journal, code) => {
    expect(() => check(journal)).toThrow(expect.objectContaining({ kind: 'invalid', code }));
  });

  test('reports the difference between debits and credits', () => {
    expect(() => check(journalWith([own('truck', 49_998.5)]))).toThrow('Total is out by $1.50.');
  });

  test('contains a fixed line with tax', () => {
    const { lines, ...journal } = journalWith([own('truck', 50_000)], { lineAmountTypes: 'Inclusive' });
    const taxed = lines.map((line) =>
      line.account === 'hp' ? { ...line, taxType: 'INPUT' as const } : line,
    );
    expect(() => check({ ...journal, lines: taxed })).toThrow('Payments remaining');
  });
});

describe('the date of the journal', () => {
  test('can equal the date of the first synced payment', () => {
    const journal = { date: date('2025-03-15'), includesDate: false };
    expect(() => checkOpeningDate(schedule, journal, [3, 2])).not.toThrow();
  });

  test('precedes the first synced payment when the journal includes its day', () => {
    const journal = { date: date('2025-03-15'), includesDate: true };
    expect(() => checkOpeningDate(schedule, journal, [3, 2])).toThrow(
      'Payment 2 is dated on or before this journal',
    );
    expect(() => checkOpeningDate(schedule, { ...journal, date: date('2025-03-14') }, [3, 2])).not.toThrow();
  });

  test('precedes synced payments, or the refusal names the first of them', () => {
    const refusal = expect.objectContaining({
      kind: 'conflict',
      code: 'opening/payment-synced',
      message: expect.stringContaining('Payment 2 '),
    });
    expect(() =>
      checkOpeningDate(schedule, { date: date('2025-04-16'), includesDate: false }, [3, 2]),
    ).toThrow(refusal);
  });
});
