/** Where Xero is, and how its client is configured. */
import type { AuthorisationKind, UnreadableDocument } from './port.ts';

/** Where Xero is: the service itself, or the simulator. Origins or paths without a trailing slash. */
export interface XeroHosts {
  readonly authoriseEndpoint: string;
  readonly identityBase: string;
  readonly apiBase: string;
  /** The origin of "View in Xero" links. */
  readonly webBase: string;
}

export const productionXeroHosts: XeroHosts = {
  authoriseEndpoint: 'https://login.xero.com/identity/connect/authorize',
  identityBase: 'https://identity.xero.com',
  apiBase: 'https://api.xero.com',
  webBase: 'https://go.xero.com',
};

/** The simulator serves everything from one origin, for instance `http://localhost:4001`. */
export function simulatedXeroHosts(origin: string): XeroHosts {
  return {
    authoriseEndpoint: `${origin}/identity/connect/authorize`,
    identityBase: origin,
    apiBase: origin,
    webBase: origin,
  };
}

/** `list` is Xero's name of the list, `problems` says what is wrong with each element that was left out. */
export type OnLeftOut = (list: string, problems: readonly string[]) => void;

/** `operation` is Xero's name of the call; `isNews` says whether a subject has no line in the log of the run yet. */
export type OnUnreadable = (
  operation: string,
  documents: readonly UnreadableDocument[],
  isNews: (subject: string) => boolean,
) => void;

/** The configuration of `createXero` (client.ts). Xero sends users back to `redirectUris`, by kind. */
export interface XeroConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly hosts: XeroHosts;
  readonly redirectUris: Readonly<Record<AuthorisationKind, string>>;
  /** How long one call may take before it is given up; 60 seconds if absent. */
  readonly timeoutMs?: number;
  /** Called with the bytes of each answer, which Xero's plans limit. */
  readonly onRead?: (bytes: number) => void;
  /** Called when elements of a list could not be read and were left out. */
  readonly onLeftOut?: OnLeftOut;
  /** Called for each answer with documents that could not be read. */
  readonly onUnreadable?: OnUnreadable;
}
