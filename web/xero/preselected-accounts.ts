/** The accounts that the settings of a schedule propose: those remembered for the entity, else by their usual names. */
import { accountChoices } from '../../domain/accounts/account-choices.ts';
import type { Schedule } from '../schedules/draft.ts';
import { ACCOUNT_FIELDS, type AccountField, type LedgerAccount } from './account-fields.ts';

type Mapping = Schedule['xeroAccount'];

/** Accounts that the schedules of an entity share; liability accounts belong to one schedule. */
const SHARED_FIELDS = ['bankAccountId', 'interestExpenseAccountId', 'administrationFeeId'] as const;

const USUAL_NAMES: Readonly<Partial<Record<AccountField, string>>> = {
  interestExpenseAccountId: 'interest expense',
  administrationFeeId: 'bank fees',
};

const keyOf = (entityId: string): string => `paydown.accounts ${entityId}`;

/** Returns the mapping with a proposal for each account that isn't set. */
export function preselected(mapping: Mapping, accounts: readonly LedgerAccount[], entityId: string): Mapping {
  const remembered = readRemembered(entityId);
  const proposals = ACCOUNT_FIELDS.map((field) => {
    const choices = accountChoices(field, accounts);
    const usual = choices.find(({ name }) => name.toLowerCase() === USUAL_NAMES[field]);
    const known = choices.find(({ id }) => id === remembered[field]);
    return [field, mapping[field] ?? known?.id ?? usual?.id ?? null];
  });
  return Object.fromEntries(proposals) as Mapping;
}

/** Whether this browser remembers accounts of the entity. */
export const hasRemembered = (entityId: string): boolean => localStorage.getItem(keyOf(entityId)) !== null;

/** Remembers the shared accounts for the next schedule of the entity, or forgets them. */
export function remember(entityId: string, mapping: Mapping, isWanted: boolean): void {
  if (!isWanted) return localStorage.removeItem(keyOf(entityId));
  const shared = Object.fromEntries(SHARED_FIELDS.map((field) => [field, mapping[field]]));
  localStorage.setItem(keyOf(entityId), JSON.stringify(shared));
}

function readRemembered(entityId: string): Partial<Mapping> {
  const text = localStorage.getItem(keyOf(entityId));
  return text === null ? {} : (JSON.parse(text) as Partial<Mapping>);
}
