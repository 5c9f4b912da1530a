/** The scopes an app registered since March 2026 may ask for: granular ones only. */
const WRITABLE = [
  'accounting.attachments',
  'accounting.banktransactions',
  'accounting.contacts',
  'accounting.invoices',
  'accounting.manualjournals',
  'accounting.payments',
  'accounting.settings',
];

const KNOWN = new Set([
  'openid',
  'profile',
  'email',
  'offline_access',
  ...WRITABLE,
  ...WRITABLE.map((scope) => `${scope}.read`),
]);

/** Those of them that can't be granted. */
export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !KNOWN.has(scope));
}

/** Whether somebody is asked to choose organisations. */
export function reachesBooks(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope.startsWith('accounting.'));
}

/** Whether what was granted allows a call: the scope itself, or for reading its `.read`. */
export function allows(granted: readonly string[], scope: string, method: string): boolean {
  return granted.includes(scope) || (method === 'GET' && granted.includes(`${scope}.read`));
}
