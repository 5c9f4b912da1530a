import type { RegisteredApp } from './core/consent.ts';

/** The app as it is registered with the simulator when the portal runs at that origin. */
export function localApp(portalOrigin: string): RegisteredApp {
  return {
    clientId: 'simulated',
    clientSecret: 'simulated-xero-client-secret',
    redirectUris: [`${portalOrigin}/xero/authorise`, `${portalOrigin}/xero/signup`],
  };
}
