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
