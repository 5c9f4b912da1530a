import { describe, expect, test } from 'vitest';
import { accountChoices, checkAccountChoices } from '../../../domain/accounts/account-choices.ts';
import { inOrderOfCode, journalAccounts } from '../../../domain/accounts/ledger-account.ts';
import type { LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import { nameTaken, newAccountProblems } from '../../../domain/accounts/new-account.ts';
import { suggestAccounts } from '../../../domain/accounts/suggestions.ts';

function account(id: string, changes: Partial<LedgerAccount>): LedgerAccount {
  return {
    id,
    code: id,
    name: id,
    class: 'EXPENSE',
    type: 'EXPENSE',
    taxType: 'INPUT',
    systemAccount: null,
    ...changes,
  };
}

const chart = [
  account('cheque', { class: 'ASSET', type: 'BANK', currencyCode: 'AUD', code: '' }),
  account('savings', { class: 'ASSET', type: 'BANK' }),
  account('dollars', { class: 'ASSET', type: 'BANK', currencyCode: 'USD' }),
  account('closed', { class: 'ASSET', type: 'BANK', status: 'ARCHIVED' }),
  account('visa', { class: 'LIABILITY', type: 'BANK', currencyCode: 'AUD' }),
  account('interest', {}),
  account('rent', { type: 'OVERHEADS' }),
  account('fuel', { type: 'DIRECTCOSTS' }),
  account('rounding', { systemAccount: 'ROUNDING' }),
  account('loan', { class: 'LIABILITY', type: 'TERMLIAB' }),
  account('card', { class: 'LIABILITY', type: 'CURRLIAB', systemAccount: '' }),
  account('gst', { class: 'LIABILITY', type: 'CURRLIAB', systemAccount: 'GST' }),
  account('equity', { class: 'EQUITY', type: 'EQUITY' }),
];

function ids(accounts: readonly LedgerAccount[]): string[] {
  return accounts.map(({ id }) => id);
}

describe('the account options of a setting', () => {
  test('list active AUD banks, with AUD assumed when an account names no currency', () => {
    expect(ids(accountChoices('bankAccountId', chart))).toEqual(['cheque', 'savings', 'visa']);
  });

  test.each(['interestExpenseAccountId', 'administrationFeeId'] as const)(
    'list expenses of every type for %s',
    (field) => {
      expect(ids(accountChoices(field, chart))).toEqual(['interest', 'rent', 'fuel']);
    },
  );

  test.each([
    'hirePurchaseCurrentId',
    'hirePurchaseNonCurrentId',
    'unexpiredChargesCurrentId',
    'unexpiredChargesNonCurrentId',
  ] as const)('list liabilities except bank and system accounts for %s', (field) => {
    expect(ids(accountChoices(field, chart))).toEqual(['loan', 'card']);
  });

  test('are checked by the name of the setting', () => {
    expect(() =>
      checkAccountChoices({ bankAccountId: 'cheque', hirePurchaseCurrentId: 'loan' }, chart),
    ).not.toThrow();
    expect(() => checkAccountChoices({ bankAccountId: 'loan', administrationFeeId: 'gone' }, chart)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'accounts/not-in-list',
        fields: { bankAccountId: [expect.any(String)], administrationFeeId: [expect.any(String)] },
      }),
    );
  });
});

test('a journal accepts every active account except bank and system accounts', () => {
  expect(ids(journalAccounts(chart))).toEqual(['interest', 'rent', 'fuel', 'loan', 'card', 'equity']);
});

test('a chart is sorted by code, with accounts without a code last', () => {
  const codes = ['925.010', '', '9', '925.002', '090', '10'];
  const sorted = inOrderOfCode(codes.map((code) => account(`account ${code}`, { code })));
  expect(sorted.map(({ code }) => code)).toEqual(['9', '10', '090', '925.002', '925.010', '']);
});

describe('suggested accounts', () => {
  // Evidence for Xero archived-codes
  test('skip the codes of archived accounts, which Xero refuses too', () => {
    const archived = account('old', { code: '925.007', status: 'ARCHIVED' });
    const codes = suggestAccounts('Hilux', [...chart, archived]).map(({ code }) => code);
    expect(codes).toEqual(['874.008', '875.008', '924.008', '925.008']);
  });

  test('share one number among four accounts', () => {
    expect(suggestAccounts('Hilux', chart)).toEqual([
      {
        field: 'hirePurchaseCurrentId',
        code: '874.001',
        name: 'Hilux - Payments remaining',
        type: 'CURRLIAB',
      },
      {
        field: 'unexpiredChargesCurrentId',
        code: '875.001',
        name: 'Hilux - Unexpired charges',
        type: 'CURRLIAB',
      },
      {
        field: 'hirePurchaseNonCurrentId',
        code: '924.001',
        name: 'Hilux - Payments remaining (NC)',
        type: 'TERMLIAB',
      },
      {
        field: 'unexpiredChargesNonCurrentId',
        code: '925.001',
        name: 'Hilux - Unexpired charges (NC)',
        type: 'TERMLIAB',
      },
    ]);
  });

  test.each([
    [['874.001'], '874.002'],
    [['874.001', '925.007', '875.003'], '874.008'],
    [['874', '873.009', '874.x', '8740.5', '200'], '874.001'],
    [['924.999'], '874.1000'],
    [['874.12'], '874.013'],
    [['874.99999'], '874.100000'],
    [['874.999999'], '874.001'],
  ])('suggest the account %j for the setting %s', (codes, first) => {
    expect(
      suggestAccounts(
        'Hilux',
        codes.map((code) => ({ code })),
      )[0]?.code,
    ).toBe(first);
  });

  test('shorten names to fit, for any schedule name', () => {
    for (const name of ['x'.repeat(255), `${'x'.repeat(124)}😀${'y'.repeat(100)}`]) {
      const suggested = suggestAccounts(name, []);
      expect(suggested.every((row) => row.name.length <= 150 && row.name.isWellFormed())).toBe(true);
      expect(suggested[3]?.name).toMatch(/x - Unexpired charges \(NC\)$/);
    }
  });

  test.each([
    ['half a character', `${'x'.repeat(124)}😀${'y'.repeat(100)}`, 'x'.repeat(124)],
    ['a space', `${'x'.repeat(124)} ${'y'.repeat(100)}`, 'x'.repeat(124)],
    ['nothing that fits', 'x'.repeat(125), 'x'.repeat(125)],
  ])('shorten names without leaving %s at the end', (_, name, kept) => {
    expect(suggestAccounts(name, [])[3]?.name).toBe(`${kept} - Unexpired charges (NC)`);
  });
});

describe('a new account', () => {
  const others = [
    { code: '874.001', name: 'Hilux - Payments remaining' },
    { code: '', name: ' Cheque ' },
  ];

  test('accepts a new code and a new name', () => {
    expect(newAccountProblems({ code: '874.002', name: 'Ute' }, others)).toStrictEqual({});
    expect(newAccountProblems({ code: '874.000002', name: 'x'.repeat(150) }, others)).toStrictEqual({});
  });

  test.each([
    ['', 'Ute', { code: 'Please provide a code.' }],
    ['874.002', ' ', { name: 'Please provide a name.' }],
    ['874.0000002', 'Ute', { code: 'The code can have at most 10 characters.' }],
    ['1', 'x'.repeat(151), { name: 'The name can have at most 150 characters.' }],
    ['874.001', 'Ute', { code: '"874.001" is not available' }],
    ['1', 'HILUX - payments remaining', { name: '"HILUX - payments remaining" is not available' }],
    ['1', 'Cheque', { name: '"Cheque" is not available' }],
    ['874.001', '', { code: '"874.001" is not available', name: 'Please provide a name.' }],
  ])('refuses the code %j with the name %j and gives the reason', (code, name, problems) => {
    expect(newAccountProblems({ code, name }, others)).toEqual(problems);
  });

  test('refuses a name that Xero has', () => {
    expect(nameTaken('Ute')).toBe('The Name "Ute" already exists. Please provide another one.');
  });
});
