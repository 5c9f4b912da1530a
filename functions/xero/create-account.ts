/** Creates an account in Xero. */
import { type NewAccount, nameTaken } from '../../domain/accounts/new-account.ts';
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { recordAudit, type AuditEntry } from '../records/tenants/audit.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import type { XeroAccount } from '../services/xero/port.ts';
import { dropCachedReads } from './read-cache.ts';
import { ledgerAccount } from './reads.ts';
import type { XeroSession } from './session.ts';

/** @throws Refusal `invalid` for a code or a name that Xero has already, XeroError */
export async function createAccount(
  services: XeroServices,
  session: XeroSession,
  wanted: NewAccount,
  { actor, at }: Pick<AuditEntry, 'actor' | 'at'>,
): Promise<LedgerAccount> {
  try {
    const account = ledgerAccount(await createOnce(services, session, wanted));
    await dropCachedReads(services.table, session.cacheOwner);
    const { id: subject, code, name } = account;
    const detail = { code, name };
    await recordAudit(services.table, { actor, action: 'account/create', subject, at, detail });
    return account;
  } catch (error) {
    throw (error instanceof XeroError && taken(wanted, error)) || error;
  }
}

/** Retries once with the same key when Xero doesn't answer. */
async function createOnce(
  { xero, ids }: XeroServices,
  session: XeroSession,
  account: NewAccount,
): Promise<XeroAccount> {
  const key = ids.uuid();
  const create = (): Promise<XeroAccount> =>
    session.call((access) => xero.createAccount(access, account, key));
  try {
    return await create();
  } catch (error) {
    if (error instanceof XeroError && error.kind === 'unavailable') return create();
    throw error;
  }
}

/** Returns the refusal of a code or a name that Xero has already, null for another error. */
function taken({ code, name }: NewAccount, { messages }: XeroError): Refusal | null {
  const said = messages.join(' ');
  if (/unique Name/i.test(said)) return invalid('name', 'account/name-taken', nameTaken(name));
  if (/unique Code/i.test(said)) {
    return invalid('code', 'account/code-taken', `"${code}" is not available`);
  }
  return null;
}
