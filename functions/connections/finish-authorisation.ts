import { invalid } from '../../domain/refusal.ts';
import { XeroError } from '../services/xero/port.ts';
import { requestDeadlines } from '../xero/session.ts';
import { endpoint } from '../access/endpoint.ts';
import { linkedOrganisation } from '../records/entities/links.ts';
import { keepAuthorisation } from '../records/connections/authorisations.ts';
import { sealTokens } from '../xero/access-token.ts';
import { anonymousBrowser, linkingSession } from './begun-by.ts';
import { readConsent, useConsent } from '../records/connections/consents.ts';
import { otherLinks } from './other-links.ts';
import { currenciesOf } from './organisation-currencies.ts';
import { connectionRoutes } from '../api/connections.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/connections/xero',
  async ({ query: { code, state }, raw, deadline }, services) => {
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
    await keepAuthorisation(table, {
      authorisationId,
      entityId,
      xeroUserId,
      connections: connections.map(({ connectionId, tenantId, name }) => ({ connectionId, tenantId, name })),
      ...(await sealTokens(vault, authorisationId, tokens, clock.now())),
      lost: false,
      version: 1,
    });
    const xeroTenantIds = connections.map(({ tenantId }) => tenantId);
    const [linkedTo, others, currencies] = await Promise.all([
      linkedOrganisation(table, entityId),
      otherLinks(table, actor, entityId, xeroTenantIds),
      currenciesOf(services, authorisationId, xeroTenantIds, requestDeadlines(clock.now(), deadline)),
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
    const isUnknown =
      error instanceof XeroError && (error.kind === 'unauthorised' || error.kind === 'refused');
    if (!isUnknown) throw error;
    throw invalid('code', 'connection/unknown-code', 'Xero does not know this consent. Please link again.');
  }
}
