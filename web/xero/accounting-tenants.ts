/** The Xero organisations of an authorisation, passed from the callback to the page that links one. */
import type { Answer } from '../data/api.ts';

const STORED = 'paydown.accounting-tenants';

type Callback = Answer<'GET /v1/connections/xero'>['data'];
export type AccountingTenant = Extract<Callback, readonly unknown[]>[number];

export function storeAccountingTenants(tenants: readonly AccountingTenant[]): void {
  sessionStorage.setItem(STORED, JSON.stringify(tenants));
}

/** They belong to the latest authorisation only. */
export function deleteAccountingTenants(): void {
  sessionStorage.removeItem(STORED);
}

export function readAccountingTenants(): readonly AccountingTenant[] {
  return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as readonly AccountingTenant[];
}

/** An organisation whose currency is unknown may be tried; linking checks it. */
export const isLinkable = ({ currency }: AccountingTenant): boolean =>
  currency === null || currency === 'AUD';
