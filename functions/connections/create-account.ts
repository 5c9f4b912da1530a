import { type NewAccount, nameTaken } from '../../domain/accounts/new-account.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { type XeroAccount, XeroError } from '../services/xero/port.ts';
import { recordAudit } from '../records/tenants/audit.ts';
import type { XeroServices } from '../services/context.ts';
import { connectionRoutes } from '../api/connections.ts';
import { dropCachedReads } from '../xero/read-cache.ts';
import { ledgerAccount } from '../xero/reads.ts';
import { linkOf, openSession, requestDeadlines, type XeroSession } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'POST /v1/entities/{entityId}/accounts',
  async ({ actor, entity, body, deadline }, services) => {
    const now = services.clock.now();
    const session = openSession(
      services,
      linkOf(entity),
      { priority: 'interactive', userId: actor.userId },
      requestDeadlines(now, deadline),
    );
    try {
      const account = ledgerAccount(await createOnce(services, session, body));
      await dropCachedReads(services.table, session.xeroTenantId);
      await recordAudit(services.table, { actor, action: 'account/create', subject: account.id, at: now });
      return account;
    } catch (error) {
      throw (error instanceof XeroError && taken(body, error)) || error;
    }
  },
);

/** Creates an account, and retries once with the same key when Xero doesn't answer. */
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
