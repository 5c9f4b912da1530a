import { classOfType } from './account-types.ts';
import { find, list, newRecord, write, type Books } from './books.ts';
import type { ElementOutcome, Endpoint } from './elements.ts';
import { AccountInput } from './inputs.ts';
import type { AccountRecord } from './records.ts';
import { accountJson } from './render.ts';
import { defaultTaxType, taxRatesOf } from './tax-rates.ts';

const CODE_LENGTH = 10;
const NAME_LENGTH = 150;

export const accountEndpoint: Endpoint<AccountInput> = {
  plural: 'Accounts',
  singular: 'Account',
  idField: 'AccountID',
  schema: AccountInput,
  save: saveAccount,
};

/** Names and codes are compared without case. */
function isSame(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** Creates an account, or changes the one with the id. */
function saveAccount(books: Books, input: AccountInput): ElementOutcome {
  const existing = input.AccountID === undefined ? undefined : find(books, 'accounts', input.AccountID);
  const account = merged(books, existing, input);
  const errors = accountErrors(books, account, input);
  if (account === null || errors.length > 0) return { json: input, errors };
  write(books, 'accounts', account.id, account);
  return { json: accountJson(account), errors: [] };
}

function merged(
  books: Books,
  existing: AccountRecord | undefined,
  input: AccountInput,
): AccountRecord | null {
  const type = input.Type ?? existing?.type ?? '';
  const accountClass = classOfType(type);
  if (accountClass === undefined) return null;
  const kept = existing ?? newRecord(books);
  return {
    id: kept.id,
    tenantId: kept.tenantId,
    createdAt: kept.createdAt,
    updatedAt: books.now,
    code: input.Code?.trim() || (existing?.code ?? null),
    name: input.Name?.trim() ?? existing?.name ?? '',
    type,
    class: accountClass,
    taxType: input.TaxType ?? existing?.taxType ?? defaultTaxType(books.organisation, accountClass),
    status:
      input.Status === 'ARCHIVED' || input.Status === 'ACTIVE'
        ? input.Status
        : (existing?.status ?? 'ACTIVE'),
    systemAccount: existing?.systemAccount ?? null,
    description: input.Description ?? existing?.description ?? '',
    bank:
      type === 'BANK'
        ? {
            number: input.BankAccountNumber ?? existing?.bank?.number ?? '',
            currency: input.CurrencyCode ?? existing?.bank?.currency ?? books.organisation.baseCurrency,
          }
        : null,
  };
}

function accountErrors(books: Books, account: AccountRecord | null, input: AccountInput): string[] {
  if (account === null) return [`Account Type '${input.Type ?? ''}' is not valid.`];
  const others = list(books, 'accounts').filter((each) => each.id !== account.id);
  const rate = taxRatesOf(books.organisation).find((each) => each.taxType === account.taxType);
  const system = account.systemAccount !== null && account.status === 'ARCHIVED';
  const checks: readonly (readonly [broken: boolean, message: string])[] = [
    [account.code === null && account.bank === null, 'Account Code is required'],
    [(account.code?.length ?? 0) > CODE_LENGTH, 'Account Code is too long. Maximum of 10 characters allowed'],
    [account.name === '', 'Account Name is required'],
    [account.name.length > NAME_LENGTH, 'Account Name is too long. Maximum of 150 characters allowed'],
    [account.bank?.number === '', 'Bank Account Number is required'],
    [
      rate?.classes.includes(account.class) !== true,
      `TaxType '${account.taxType}' is not valid for this account.`,
    ],
    [others.some((each) => isSame(each.name, account.name)), 'Please enter a unique Name.'],
    [
      account.code !== null && others.some((each) => isSame(each.code, account.code)),
      'Please enter a unique Code.',
    ],
    [system, 'System accounts cannot be archived'],
  ];
  return checks.filter(([broken]) => broken).map(([, message]) => message);
}
