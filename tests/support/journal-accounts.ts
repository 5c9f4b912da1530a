import type { AccountMapping } from '../../domain/journal/account-mapping.ts';

/** Seven distinct accounts. */
export const ACCOUNTS: AccountMapping = {
  interestExpenseAccountId: 'interest',
  hirePurchaseCurrentId: 'hp',
  hirePurchaseNonCurrentId: 'hp-nc',
  unexpiredChargesCurrentId: 'charges',
  unexpiredChargesNonCurrentId: 'charges-nc',
  bankAccountId: 'bank',
  administrationFeeId: 'fee',
};
