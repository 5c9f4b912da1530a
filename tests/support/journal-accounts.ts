import type { AccountMapping } from '../../domain/accounts/account-mapping.ts';

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
