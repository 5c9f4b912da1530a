import { describe, expect, test } from 'vitest';
import { cents } from '../../../domain/money.ts';
import { AU_TAX_RATES } from '../../../domain/gst/tax-types.ts';
import type { LedgerAccount } from '../../../web/xero/account-fields.ts';
import {
  amountOf,
  draftLineOf,
  emptyLine,
  isIncomplete,
  journalBody,
  missingInJournal,
  visible,
  withAllowedTax,
  withDifference,
} from '../../../web/setup/journal-lines.ts';

const account = (changes: Partial<LedgerAccount>): LedgerAccount => ({
  id: 'a1',
  code: '710',
  name: 'Plant',
  class: 'ASSET',
  type: 'FIXED',
  taxType: 'INPUT',
  systemAccount: null,
  ...changes,
});

const line = (changes: Partial<ReturnType<typeof emptyLine>> = {}) => ({ ...emptyLine(), ...changes });

test('a debit is positive and a credit is negative', () => {
  expect(amountOf(line({ debit: '10.50' }))).toBe(1050);
  expect(amountOf(line({ credit: '0.05' }))).toBe(-5);
  expect(amountOf(line())).toBe(0);
});

test('a posted line becomes a draft with the same amounts', () => {
  const posted = { description: 'Truck', accountId: 'a1', taxType: 'INPUT' as const };
  const debit = draftLineOf({ ...posted, amount: 50_000.5 });
  expect(debit).toMatchObject({ ...posted, debit: '50000.50', credit: '' });
  const credit = draftLineOf({ ...posted, amount: -0.05 });
  expect(credit).toMatchObject({ debit: '', credit: '0.05' });
  expect([amountOf(debit), amountOf(credit)]).toEqual([5_000_050, -5]);
  expect(isIncomplete(debit)).toBe(false);
});

test('a line needs an account and an amount', () => {
  expect(isIncomplete(line({ accountId: 'a1', debit: '1' }))).toBe(false);
  expect(isIncomplete(line({ accountId: 'a1', debit: '0.00' }))).toBe(true);
  expect(isIncomplete(line({ debit: '1' }))).toBe(true);
});

test.each(['12345678901', '1e9', '1 000,50', '1.234'])('an amount of %j counts as nothing', (debit) => {
  expect(amountOf(line({ debit }))).toBe(0);
});

describe('the difference of a journal', () => {
  const fill = (own: readonly ReturnType<typeof line>[], outBy: number, treatment: 'NoTax' | 'Exclusive') =>
    withDifference(own, cents(outBy), treatment, AU_TAX_RATES).map(({ debit, credit }) => [debit, credit]);

  test('goes to the last line without an amount', () => {
    expect(fill([line(), line({ debit: '5' })], -12_345, 'NoTax')).toEqual([
      ['123.45', ''],
      ['5', ''],
    ]);
    expect(fill([line()], 500, 'NoTax')).toEqual([['', '5.00']]);
  });

  test('goes to a new line when every line has an amount', () => {
    expect(fill([line({ debit: '5' })], -100, 'NoTax')).toEqual([
      ['5', ''],
      ['1.00', ''],
    ]);
  });

  test('leaves room for tax that is added', () => {
    expect(fill([line({ taxType: 'INPUT' })], -11_000, 'Exclusive')).toEqual([['100.00', '']]);
  });
});

test('a journal names what it needs', () => {
  const draft = { date: '', narration: ' ' };
  expect(missingInJournal(draft, [])).toEqual(['narration', 'date', 'a line']);
  expect(missingInJournal({ date: '2025-01-15', narration: 'x' }, [line({ debit: '1' }), line()])).toEqual([
    'account of line 1',
    'account of line 2',
    'amount of line 2',
  ]);
});

describe('the tax type of a line', () => {
  const accounts = [account({}), account({ id: 'a2', class: 'REVENUE', taxType: 'OUTPUT' })];
  const fit = (
    accountId: string,
    taxType: 'INPUT' | 'OUTPUT' | 'BASEXCLUDED',
    treatment: 'NoTax' | 'Inclusive',
  ) => withAllowedTax(line({ accountId, taxType }), accounts, treatment, AU_TAX_RATES).taxType;

  test('drops GST from a line when the journal has no tax', () => {
    expect(fit('a1', 'INPUT', 'NoTax')).toBe('BASEXCLUDED');
  });

  test('keeps a tax type that the account allows', () => {
    expect(fit('a1', 'BASEXCLUDED', 'Inclusive')).toBe('BASEXCLUDED');
    expect(fit('a1', 'INPUT', 'Inclusive')).toBe('INPUT');
  });

  test('replaces a tax type that the account doesn’t allow by the default', () => {
    expect(fit('a2', 'INPUT', 'Inclusive')).toBe('OUTPUT');
  });
});

test('fixed lines of 0.00 are neither shown nor posted', () => {
  const fixed = [
    {
      description: 'Payments remaining',
      accountId: 'h1',
      taxType: 'BASEXCLUDED',
      amount: -100,
      tracking: [],
    },
    {
      description: 'Payments remaining (NC)',
      accountId: 'h2',
      taxType: 'BASEXCLUDED',
      amount: 0,
      tracking: [],
    },
  ];
  expect(visible([...fixed])).toEqual([fixed[0]]);
  const own = [line({ description: ' Asset ', accountId: 'a1', taxType: 'INPUT', debit: '100.00' })];
  expect(
    journalBody({
      date: '2025-03-01',
      includesDate: true,
      narration: ' Opening ',
      lineAmountTypes: 'Inclusive',
      fixed: [...fixed],
      own,
      purchaseRevision: 'r1',
    }),
  ).toEqual({
    date: '2025-03-01',
    includesDate: true,
    description: 'Opening',
    lineAmountTypes: 'Inclusive',
    lineItems: [
      { description: 'Payments remaining', accountId: 'h1', taxType: 'BASEXCLUDED', amount: -100 },
      { description: 'Asset', accountId: 'a1', taxType: 'INPUT', amount: 100 },
    ],
    purchaseRevision: 'r1',
  });
});
