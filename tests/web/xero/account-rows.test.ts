import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountLabels, type LedgerAccount } from '../../../web/xero/account-fields.ts';
import { createAccounts, problemsOf, warningFor, type AccountRow } from '../../../web/xero/account-rows.ts';
import { fakeService, fakeStorage, json } from '../browser.ts';

const row = (changes: Partial<AccountRow> = {}): AccountRow => ({
  field: 'hirePurchaseCurrentId',
  label: 'Hire purchase, current',
  code: '874.001',
  name: 'Excavator - Payments remaining',
  type: 'CURRLIAB',
  isIncluded: true,
  isCreated: false,
  ...changes,
});

const existing: readonly LedgerAccount[] = [
  {
    id: 'a',
    code: '090',
    name: 'Bank',
    class: 'ASSET',
    type: 'BANK',
    taxType: 'BASEXCLUDED',
    systemAccount: null,
  },
];

describe('warningFor', () => {
  test.each<[string, readonly AccountRow[]]>([
    ['Please include an account to create.', [row({ isIncluded: false })]],
    ['Please provide details for all the included accounts.', [row({ code: ' ' })]],
    ['Please provide details for all the included accounts.', [row({ name: '' })]],
    ['Please fix any errors before creating new accounts.', [row({ code: '090' })]],
  ])('%s', (warning, rows) => {
    expect(warningFor(rows, existing)).toBe(warning);
  });

  test('returns no warning when all included rows are valid', () => {
    const left = row({ field: 'unexpiredChargesCurrentId', code: '', name: '', isIncluded: false });
    expect(warningFor([row(), left], existing)).toBeUndefined();
  });
});

test('a code or name is taken by an account, by another row, and by one created before', () => {
  expect(problemsOf(row({ code: '090', name: 'bank' }), [], existing, false)).toEqual({
    code: '"090" is not available',
    name: '"bank" is not available',
  });
  const created = row({ isIncluded: false, isCreated: true });
  const same = row({ field: 'unexpiredChargesCurrentId' });
  expect(problemsOf(same, [created, same], [], false)).toEqual({
    code: '"874.001" is not available',
    name: '"Excavator - Payments remaining" is not available',
  });
});

test('missing values of an included row are reported after the submission', () => {
  const empty = row({ code: ' ', name: '' });
  expect(problemsOf(empty, [empty], existing, false)).toEqual({});
  expect(problemsOf(empty, [empty], existing, true)).toEqual({
    code: 'Please provide a code.',
    name: 'Please provide a name.',
  });
  const left = row({ code: '', isIncluded: false });
  expect(problemsOf(left, [left], existing, true)).toEqual({});
});

describe('createAccounts', () => {
  beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
  afterEach(() => vi.unstubAllGlobals());

  test('excludes created rows and reports why others failed', async () => {
    const taken = 'The Name "Other" already exists. Please provide another one.';
    const calls = fakeService(({ body }) =>
      (body as { name: string }).name === 'Other'
        ? json({ title: 'Error-Validation', errors: { name: [taken] } }, 400)
        : json({ id: 'new' }, 201),
    );
    const skipped = row({ isIncluded: false });
    const done = await createAccounts('e1', [row({ code: ' 874.001 ' }), row({ name: 'Other' }), skipped]);
    expect(done).toMatchObject([
      { id: 'new', isCreated: true, isIncluded: false },
      { isCreated: false, isIncluded: true, failure: taken },
      skipped,
    ]);
    expect(calls.map(({ body }) => body)).toEqual([
      { code: '874.001', name: 'Excavator - Payments remaining', type: 'CURRLIAB' },
      { code: '874.001', name: 'Other', type: 'CURRLIAB' },
    ]);
  });
});

test.each([
  ['', 'Hire purchase'],
  ['hire-purchase', 'Hire purchase'],
  ['chattel-mortgage', 'Loan liability'],
  ['premium-funding', 'Loan liability'],
] as const)('the liability accounts of kind "%s" are labelled %s', (kind, label) => {
  expect(accountLabels({ kind })).toMatchObject({
    hirePurchaseCurrentId: `${label}, current`,
    hirePurchaseNonCurrentId: `${label}, non-current`,
  });
});
