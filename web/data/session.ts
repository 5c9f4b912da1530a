/**
 * The session: two tokens in localStorage, shared by all tabs. Another tab's sign-in, sign-out or switch of
 * organisation arrives as a storage event.
 */
import { useSyncExternalStore } from 'react';
import { identityOf, readSession, SESSION, type Session, type Tokens } from './stored-session.ts';

const IDLE_DAYS = 30;

/** Why the last session ended; `null` after a deliberate sign-out. */
export type SessionEnd = 'expired' | 'inactive';

let ending: SessionEnd | null = null;
/** The user and organisation that this tab shows; null without a session. */
let shown: string | null = null;
let startOver: () => void = () => undefined;
const listeners = new Set<() => void>();

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession);
}

export function beginSession(tokens: Tokens): void {
  const session: Session = { ...tokens, since: Date.now() };
  localStorage.setItem(SESSION, JSON.stringify(session));
  ending = null;
  announce();
}

/** Calls back whenever the session has ended, in this tab or another. */
export function onSessionEnd(callback: () => void): void {
  listeners.add(() => {
    if (readSession() === null) callback();
  });
}

/** Signs out this browser. The login page shows the reason. */
export function endSession(reason: SessionEnd | null = null): void {
  localStorage.removeItem(SESSION);
  ending = reason;
  announce();
}

/** Returns the reason for the end of the last session, once. */
export function takeSessionEnd(): SessionEnd | null {
  const reason = ending;
  ending = null;
  return reason;
}

type Exchange = (session: Session) => Promise<Tokens | null>;

/**
 * Replaces a token that the service refused. A lock across tabs lets one caller refresh; the others wait, and find
 * the new token. The browser releases the lock of a tab that closes.
 * @param exchange resolves with null when the service refuses the refresh token; the session then ends.
 * @returns the token to retry with, or null.
 */
export async function renewSession(refused: string, exchange: Exchange): Promise<string | null> {
  return navigator.locks.request('paydown.refresh', async () => {
    const session = readSession();
    if (session?.token !== refused) return session?.token ?? null;
    const tokens = await exchange(session);
    if (readSession()?.refreshToken !== session.refreshToken) return readSession()?.token ?? null;
    if (tokens) beginSession(tokens);
    else endSession(wasIdle(session) ? 'inactive' : 'expired');
    return tokens?.token ?? null;
  });
}

function wasIdle({ since }: Session): boolean {
  return Date.now() - since > IDLE_DAYS * 86_400_000;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  shown = identityOf(readSession());
  for (const listener of listeners) listener();
}

/** Follows the session of other tabs; another organisation or user starts this tab over. */
export function followOtherTabs(reload: () => void): void {
  startOver = reload;
  shown = identityOf(readSession());
  addEventListener('storage', ({ key }) => {
    if (key !== SESSION && key !== null) return;
    if (!startOverIfReplaced()) announce();
  });
}

/**
 * Starts this tab over when the stored session is of another user or organisation than the tab shows, so that no call
 * made for one organisation is sent to another. Returns whether it did.
 */
export function startOverIfReplaced(): boolean {
  const stored = identityOf(readSession());
  const isReplaced = shown !== null && stored !== null && stored !== shown;
  if (isReplaced) startOver();
  return isReplaced;
}
