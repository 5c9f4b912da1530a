/** The scopes that an app registered since March 2026 may request: granular ones only. */
const WRITABLE = [
  'accounting.attachments',
  'accounting.banktransactions',
  'accounting.contacts',
  'accounting.invoices',
  'accounting.manualjournals',
  'accounting.payments',
  'accounting.settings',
];

/** Reports can only be read. */
const REPORTS = ['accounting.reports.read', 'accounting.reports.trialbalance.read'];

/** The scope of an app's own token, granted without a user. */
export const APP_CONNECTIONS = 'app.connections';

const KNOWN = new Set([
  'openid',
  'profile',
  'email',
  'offline_access',
  ...WRITABLE,
  ...WRITABLE.map((scope) => `${scope}.read`),
  ...REPORTS,
]);

/** Returns the scopes that can't be granted. */
export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !KNOWN.has(scope));
}

/** Whether the consent page asks for organisations. */
export function includesAccounting(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope.startsWith('accounting.'));
}

/** Whether the granted scopes allow a call: the scope itself, or its `.read` variant for a GET. */
export function allows(granted: readonly string[], scope: string, method: string): boolean {
  return granted.includes(scope) || (method === 'GET' && granted.includes(`${scope}.read`));
}
