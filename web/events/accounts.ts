import { useApi, type Answer } from '../data/api.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';

/** Returns the accounts of the entity's Xero organisation; undefined until loaded, or without a link to Xero. */
export function useAccounts(
  entity: Answer<'GET /v1/entities/{entityId}'> | undefined,
): readonly LedgerAccount[] | undefined {
  const input = entity?.hasXeroLink ? { params: { entityId: entity.id } } : null;
  return useApi('GET /v1/entities/{entityId}/accounts', input).data;
}
