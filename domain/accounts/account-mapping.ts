/** The ledger accounts, by their ids in Xero, that a schedule posts to. */
export interface AccountMapping {
  readonly interestExpenseAccountId: string;
  readonly hirePurchaseCurrentId: string;
  readonly hirePurchaseNonCurrentId: string;
  readonly unexpiredChargesCurrentId: string;
  readonly unexpiredChargesNonCurrentId: string;
  readonly bankAccountId: string;
  readonly administrationFeeId: string;
}

/** The seven fields, in the order in which the settings page shows them. */
export const MAPPING_FIELDS = [
  'bankAccountId',
  'interestExpenseAccountId',
  'hirePurchaseCurrentId',
  'hirePurchaseNonCurrentId',
  'unexpiredChargesCurrentId',
  'unexpiredChargesNonCurrentId',
  'administrationFeeId',
] as const satisfies readonly (keyof AccountMapping)[];

/** The four accounts that hold what is owed. */
export const LIABILITY_FIELDS = [
  'hirePurchaseCurrentId',
  'hirePurchaseNonCurrentId',
  'unexpiredChargesCurrentId',
  'unexpiredChargesNonCurrentId',
] as const satisfies readonly (keyof AccountMapping)[];

/** The accounts that an opening journal needs. */
export type LiabilityMapping = Pick<AccountMapping, (typeof LIABILITY_FIELDS)[number]>;

/** Whether the four liability accounts are set. */
export function areLiabilitiesMapped(
  mapping: Readonly<Partial<Record<keyof AccountMapping, string | null>>>,
): mapping is LiabilityMapping {
  return LIABILITY_FIELDS.every((field) => Boolean(mapping[field]));
}

/** Whether all seven accounts are set. */
export function isMappingComplete(
  mapping: Readonly<Partial<Record<keyof AccountMapping, string | null>>>,
): mapping is AccountMapping {
  return MAPPING_FIELDS.every((field) => Boolean(mapping[field]));
}

/** Whether a loan is kept net: its four balances stand in one account, which then holds what is owed less the interest to come. */
export function isKeptNet(mapping: Readonly<Partial<Record<keyof AccountMapping, string | null>>>): boolean {
  const account = mapping[LIABILITY_FIELDS[0]];
  return Boolean(account) && LIABILITY_FIELDS.every((field) => mapping[field] === account);
}
