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

/** Whether all seven accounts are set. */
export function isMappingComplete(
  mapping: Readonly<Partial<Record<keyof AccountMapping, string | null>>>,
): mapping is AccountMapping {
  return MAPPING_FIELDS.every((field) => Boolean(mapping[field]));
}
