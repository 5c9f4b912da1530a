import { expect, test } from 'vitest';
import type { LedgerAccount } from '../../../web/xero/account-fields.ts';
import { preselected } from '../../../web/setup/preselected-accounts.ts';

const expense = (id: string, name: string): LedgerAccount => ({
  id,
  code: id,
  name,
  class: 'EXPENSE',
  type: 'EXPENSE',
  taxType: 'INPUT',
  systemAccount: null,
});

const accounts = [expense('i', 'Interest Expense'), expense('b', 'Bank Fees'), expense('o', 'Other')];

const nothing = {
  bankAccountId: null,
  interestExpenseAccountId: null,
  hirePurchaseCurrentId: null,
  hirePurchaseNonCurrentId: null,
  unexpiredChargesCurrentId: null,
  unexpiredChargesNonCurrentId: null,
  administrationFeeId: null,
};

test('proposes the accounts with the usual names', () => {
  expect(preselected(nothing, accounts, null)).toEqual({
    ...nothing,
    interestExpenseAccountId: 'i',
    administrationFeeId: 'b',
  });
});

test('keeps the accounts that are set', () => {
  const mapping = { ...nothing, administrationFeeId: 'o' };
  expect(preselected(mapping, accounts, null).administrationFeeId).toBe('o');
});

test('proposes the accounts remembered for the entity while Xero has them', () => {
  const remembered = { bankAccountId: 'gone', interestExpenseAccountId: 'o', administrationFeeId: 'gone' };
  expect(preselected(nothing, accounts, remembered)).toEqual({
    ...nothing,
    interestExpenseAccountId: 'o',
    administrationFeeId: 'b',
  });
});
