import { exchange } from '../api.ts';
import { renewSession } from '../session.ts';
import { readSession } from '../stored-session.ts';

/** Renews the tokens, for example after the organisation admits the session again. */
export async function renewTokens(): Promise<void> {
  const session = readSession();
  if (session) await renewSession(session.token, exchange);
}
