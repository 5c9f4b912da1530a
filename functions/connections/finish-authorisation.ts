import { invalid } from '../../domain/refusal.ts';
import { XeroError } from '../services/xero/error.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import { BACKGROUND } from '../xero/organisation-rate-limiter.ts';
import { openSession } from '../xero/session.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { endpoint } from '../access/endpoint.ts';
import { linkedOrganisation, entitiesLinkedTo } from '../records/entities/links.ts';
import { keepAuthorisation } from '../records/connections/authorisations.ts';
import { sealTokens } from '../xero/access-token.ts';
import { anonymousBrowser, linkingSession } from './begun-by.ts';
import { readConsent, useConsent } from '../records/connections/consents.ts';
import { connectionRoutes } from '../api/connections.ts';
import pMap from 'p-map';
import { listEntities } from '../records/entities/entity.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';
import type { TableReader } from '../store/table.ts';
import type { XeroServices } from '../services/context.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/connections/xero',
  async ({ query: { code, state }, raw, deadlines }, services) => {
    const { table, xero, vault, ids, clock } = services;
    const consent = await readConsent(table, state, clock.now());
    const { redirectPath, entityId, nonce } = consent;
    if (entityId === null) {
      await useConsent(table, state, consent, anonymousBrowser(raw.headers, services.origin) ?? '');
      const { profile } = await exchanged(() => xero.exchangeCode('signup', code, nonce));
      return { redirectPath, data: { ...profile, tenantName: '' } };
    }
    const actor = await linkingSession(raw.headers, entityId, services);
    await useConsent(table, state, consent, actor.sessionId);
    const { tokens, connections, xeroUserId } = await exchanged(() =>
      xero.exchangeCode('entity', code, nonce),
    );
    const authorisationId = ids.uuid();
    const authorisation = {
      authorisationId,
      entityId,
      xeroUserId,
      connections: connections.map(({ connectionId, tenantId, name }) => ({ connectionId, tenantId, name })),
      ...(await sealTokens(vault, authorisationId, tokens, clock.now())),
      lost: false,
      version: 1,
    };
    await keepAuthorisation(table, authorisation, actor);
    const xeroTenantIds = connections.map(({ tenantId }) => tenantId);
    const [linkedTo, others, currencies] = await Promise.all([
      linkedOrganisation(table, entityId),
      otherLinks(table, actor, entityId, xeroTenantIds),
      currenciesOf(services, authorisationId, xeroTenantIds, deadlines),
    ]);
    const data = connections.map(({ tenantId: id, name }) => ({
      id,
      name,
      currency: currencies.get(id) ?? null,
      ...(id === linkedTo && { isLinked: true as const }),
      ...(others.has(id) && { linkedTo: others.get(id) ?? null }),
    }));
    return { redirectPath, data };
  },
);

/** A code that Xero does not know is the caller's mistake: anyone can make one up. */
async function exchanged<Result>(exchange: () => Promise<Result>): Promise<Result> {
  try {
    return await exchange();
  } catch (error) {
    if (!(error instanceof XeroError) || error.isTransient) throw error;
    throw invalid('code', 'connection/unknown-code', 'Xero does not know this consent. Please link again.');
  }
}

const AT_ONCE = 10;

/**
 * Returns those of the Xero organisations that an entity other than this one is linked to, each with that entity's
 * name; null for an entity outside the scope, which is never named.
 */
async function otherLinks(
  table: TableReader,
  scope: EntityScope,
  entityId: string,
  xeroTenantIds: readonly XeroTenantId[],
): Promise<ReadonlyMap<XeroTenantId, string | null>> {
  const own = await listEntities(table, scope);
  const found = await pMap(
    xeroTenantIds,
    async (id): Promise<[XeroTenantId, string | null] | null> => {
      const named = own.find((other) => other.entityId !== entityId && other.xero?.tenantId === id);
      if (named) return [id, named.name];
      const linked = await entitiesLinkedTo(table, id);
      return linked.some((other) => other !== entityId) ? [id, null] : null;
    },
    { concurrency: AT_ONCE },
  );
  return new Map(found.filter((each) => each !== null));
}

/** A choice of more organisations is shown without currencies, since each takes a call. */
const MOST_ASKED = 20;
/** Returns the currency of each organisation that Xero named one for; none for a single one, which is linked at once. */
async function currenciesOf(
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
      const session = openSession(services, { tenantId, authorisationId }, BACKGROUND, deadlines);
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
