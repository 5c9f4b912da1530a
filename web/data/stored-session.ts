/** The session as it stands in localStorage, shared by all tabs. */

/** The key in localStorage. */
export const SESSION = 'paydown.session';

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

export interface Session extends Tokens {
  /** Time of issue, milliseconds since the epoch. */
  readonly since: number;
}

/** Returns the session, the same object until it changes. */
export const readSession = cached(SESSION, (text): Session | null => {
  const { token, refreshToken, since } = JSON.parse(text) as Partial<Session>;
  return token && refreshToken ? { token, refreshToken, since: since ?? 0 } : null;
});

/** Returns the organisation named by the session's token, or null. */
export function tenantOf(session: Session | null): string | null {
  const tenant = claimsOf(session?.token)['tid'];
  return typeof tenant === 'string' ? tenant : null;
}

/** Read from a session's token once: every read of every rendering is named by it. */
const identities = new WeakMap<Session, string>();

/** Returns the user and organisation of a session as one text; null without a session. */
export function identityOf(session: Session | null): string | null {
  if (!session) return null;
  const identity =
    identities.get(session) ?? `${String(claimsOf(session.token)['sub'])} ${tenantOf(session)}`;
  identities.set(session, identity);
  return identity;
}

/** Returns the unverified payload of a token: for display, never for decisions. */
export function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const payload = token?.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns a reader of a localStorage item that parses it only when its text has changed. */
function cached<Value>(key: string, parse: (text: string) => Value | null): () => Value | null {
  let last: { text: string; value: Value | null } | undefined;
  return () => {
    const text = localStorage.getItem(key);
    if (text === null) return null;
    if (last?.text !== text) last = { text, value: parsed(text, parse) };
    return last.value;
  };
}

function parsed<Value>(text: string, parse: (text: string) => Value | null): Value | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
