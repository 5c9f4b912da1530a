import { beforeEach, expect, test, vi } from 'vitest';
import type { LedgerAccount } from '../../../web/xero/account-fields.ts';
import { hasRemembered, preselected, remember } from '../../../web/xero/preselected-accounts.ts';
import { fakeStorage } from '../browser.ts';

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

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));

test('proposes the accounts with the usual names', () => {
  expect(preselected(nothing, accounts, 'e1')).toEqual({
    ...nothing,
    interestExpenseAccountId: 'i',
    administrationFeeId: 'b',
  });
});

test('keeps the accounts that are set', () => {
  const mapping = { ...nothing, administrationFeeId: 'o' };
  expect(preselected(mapping, accounts, 'e1').administrationFeeId).toBe('o');
});

test('proposes the accounts remembered for the entity while Xero has them', () => {
  remember('e1', { ...nothing, interestExpenseAccountId: 'o', administrationFeeId: 'gone' }, true);
  expect(preselected(nothing, accounts, 'e1')).toMatchObject({
    interestExpenseAccountId: 'o',
    administrationFeeId: 'b',
  });
  expect(preselected(nothing, accounts, 'e2').interestExpenseAccountId).toBe('i');
});

test('forgets the accounts of an entity', () => {
  remember('e1', { ...nothing, interestExpenseAccountId: 'o' }, true);
  remember('e1', nothing, false);
  expect(hasRemembered('e1')).toBe(false);
  expect(preselected(nothing, accounts, 'e1').interestExpenseAccountId).toBe('i');
});
