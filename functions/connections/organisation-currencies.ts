/** The base currencies of the organisations that a user chooses from. */
import pMap from 'p-map';
import type { XeroServices } from '../services/context.ts';
import { openSession, type Deadlines } from '../xero/session.ts';
import { XeroError, type XeroTenantId } from '../services/xero/port.ts';

/** A choice of more organisations is shown without currencies, since each takes a call. */
const MOST_ASKED = 20;
const AT_ONCE = 5;
const CALLER = { priority: 'background', userId: null } as const;

/** Returns the currency of each organisation that Xero named one for; none for a single one, which is linked at once. */
export async function currenciesOf(
  services: XeroServices,
  authorisationId: string,
  tenantIds: readonly XeroTenantId[],
  deadlines: Deadlines,
): Promise<ReadonlyMap<XeroTenantId, string>> {
  if (tenantIds.length < 2 || tenantIds.length > MOST_ASKED) return new Map();
  const currencies = new Map<XeroTenantId, string>();
  await pMap(
    tenantIds,
    async (tenantId) => {
      const session = openSession(services, { tenantId, authorisationId }, CALLER, deadlines);
      try {
        const { baseCurrency } = await session.call((access) => services.xero.organisation(access));
        currencies.set(tenantId, baseCurrency);
      } catch (error) {
        // The choice is possible without it: linking checks the currency again.
        if (!(error instanceof XeroError)) throw error;
      }
    },
    { concurrency: AT_ONCE },
  );
  return currencies;
}
