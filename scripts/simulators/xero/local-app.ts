import type { RegisteredApp } from './core/consent.ts';

/** Returns the app that is registered with the simulator when the portal runs at an origin. */
export function localApp(portalOrigin: string): RegisteredApp {
  return {
    clientId: 'simulated',
    clientSecret: 'simulated-xero-client-secret',
    redirectUris: [`${portalOrigin}/xero/authorise`, `${portalOrigin}/xero/signup`],
  };
}
