/** The accounts that the settings of a schedule propose: those remembered for the entity, else by their usual names. */
import { accountChoices } from '../../domain/accounts/account-choices.ts';
import type { Answer } from '../data/api.ts';
import type { Schedule } from '../data/answers.ts';
import { ACCOUNT_FIELDS, type AccountField, type LedgerAccount } from '../xero/account-fields.ts';

type Mapping = Schedule['xeroAccount'];
type Remembered = Answer<'GET /v1/entities/{entityId}'>['defaultAccounts'];

const USUAL_NAMES: Readonly<Partial<Record<AccountField, string>>> = {
  interestExpenseAccountId: 'interest expense',
  administrationFeeId: 'bank fees',
};

/** Returns the mapping with a proposal for each account that isn't set. */
export function preselected(
  mapping: Mapping,
  accounts: readonly LedgerAccount[],
  remembered: Remembered,
): Mapping {
  const known: Partial<Mapping> = remembered ?? {};
  const proposals = ACCOUNT_FIELDS.map((field) => {
    const choices = accountChoices(field, accounts);
    const usual = choices.find(({ name }) => name.toLowerCase() === USUAL_NAMES[field]);
    const before = choices.find(({ id }) => id === known[field]);
    return [field, mapping[field] ?? before?.id ?? usual?.id ?? null];
  });
  return Object.fromEntries(proposals) as Mapping;
}
