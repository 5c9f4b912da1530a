import { useEffect } from 'react';
import type { Entity } from '../data/answers.ts';
import { useApi } from '../data/api.ts';
import { isSessionOver, messageOf, Unreachable } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import type { LedgerAccount } from './account-fields.ts';
import { xeroTexts } from './texts.ts';

/**
 * Returns the accounts of the entity's Xero organisation; undefined until loaded, or without a link to Xero. Reports a
 * failed read, since the fields that choose among them stay empty; the shell reports a service that can't be reached.
 */
export function useAccounts(entity: Entity | undefined): readonly LedgerAccount[] | undefined {
  const input = entity?.hasXeroLink ? { params: { entityId: entity.id } } : null;
  const { data, error } = useApi('GET /v1/entities/{entityId}/accounts', input);
  const isReported = !error || data || error instanceof Unreachable || isSessionOver(error);
  const failure = isReported ? undefined : messageOf(error, xeroTexts.readAccounts);
  useEffect(() => {
    if (failure !== undefined) toast.error(failure);
  }, [failure]);
  return data;
}
