import { exchange } from '../data/api.ts';
import { renewSession } from '../data/session.ts';
import { readSession } from '../data/stored-session.ts';

/** Renews the tokens, for example after the organisation admits the session again. */
export async function renewTokens(): Promise<void> {
  const session = readSession();
  if (session) await renewSession(session.token, exchange);
}
