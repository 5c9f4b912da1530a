import { endpoint } from '../access/endpoint.ts';
import { digest } from '../lib/digest.ts';
import { consentCookie, linkingSession } from './begun-by.ts';
import { beginConsent } from '../records/connections/consents.ts';
import { connectionRoutes } from '../api/connections.ts';

export const handler = endpoint(
  connectionRoutes,
  'POST /v1/connections/xero',
  async ({ body, raw }, services) => {
    const { table, xero, ids, clock, origin } = services;
    const { connectionType, redirectPath } = body;
    const entityId = body.connectionType === 'entity' ? body.entityId : null;
    const secret = ids.secret();
    const by =
      entityId === null ? digest(secret) : (await linkingSession(raw.headers, entityId, services)).sessionId;
    const [state, nonce] = [ids.secret(), ids.secret()];
    await beginConsent(table, state, { redirectPath, by, entityId, nonce }, clock.now());
    return {
      value: { url: xero.authoriseUrl(connectionType, { state, nonce }) },
      cookie: entityId === null ? consentCookie(secret, origin) : null,
    };
  },
);
