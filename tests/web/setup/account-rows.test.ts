import { expect, test } from 'vitest';
import { accountLabels, type LedgerAccount } from '../../../web/xero/account-fields.ts';
import { problemsOf, type NewAccountRow } from '../../../web/setup/account-rows.ts';

const row = (changes: Partial<NewAccountRow> = {}): NewAccountRow => ({
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
