import { endpoint } from '../access/endpoint.ts';
import { keepAuthorisation } from './authorisation-store.ts';
import { sealTokens } from './access-token.ts';
import { anonymousBrowser, linkingSession } from './begun-by.ts';
import { readConsent, useConsent } from './consent-store.ts';
import { connectionRoutes } from './routes.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/connections/xero',
  async ({ query: { code, state }, raw }, services) => {
    const { table, xero, vault, ids, clock } = services;
    const consent = await readConsent(table, state, clock.now());
    const { redirectPath, entityId, nonce } = consent;
    if (entityId === null) {
      await useConsent(table, state, consent, anonymousBrowser(raw.headers, services.origin) ?? '');
      const { profile } = await xero.exchangeCode('signup', code, nonce);
      return { redirectPath, data: { ...profile, tenantName: '' } };
    }
    const session = await linkingSession(raw.headers, entityId, services);
    await useConsent(table, state, consent, session);
    const { tokens, connections } = await xero.exchangeCode('entity', code, nonce);
    const authorisationId = ids.uuid();
    await keepAuthorisation(table, {
      authorisationId,
      entityId,
      connections: [...connections],
      ...(await sealTokens(vault, authorisationId, tokens, clock.now())),
      lost: false,
      version: 1,
    });
    return { redirectPath, data: connections.map(({ tenantId, name }) => ({ id: tenantId, name })) };
  },
);
