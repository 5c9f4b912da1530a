/**
 * Who is signed in: two tokens in localStorage, shared by all tabs. Whoever renders by it subscribes to it;
 * another tab's sign-in, sign-out or switch of organisation arrives as a storage event.
 */
import { useSyncExternalStore } from 'react';
import { SESSION } from './session-key.ts';

const REFRESHING = 'paydown.refreshing';
/** A tab that was closed in the middle of refreshing holds the others up no longer than this. */
const REFRESH_PATIENCE_MS = 10_000;
const POLL_MS = 100;
const IDLE_DAYS = 30;

export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  /** When the tokens were given, milliseconds since the epoch. */
  readonly since: number;
}

/** Why nobody is signed in any more; `null` while it is deliberate or has never been otherwise. */
export type SessionEnd = 'expired' | 'inactive';

let ending: SessionEnd | null = null;
/** The user and organisation that this tab shows; null while nobody is signed in. */
let shown: string | null = null;
let startOver: () => void = () => undefined;
const listeners = new Set<() => void>();

/** The session, the same object until it changes. */
export const readSession = cached(SESSION, (text): Session | null => {
  const { token, refreshToken, since } = JSON.parse(text) as Partial<Session>;
  return token && refreshToken ? { token, refreshToken, since: since ?? 0 } : null;
});

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession);
}

export function beginSession(tokens: { token: string; refreshToken: string }): void {
  const session: Session = { ...tokens, since: Date.now() };
  localStorage.setItem(SESSION, JSON.stringify(session));
  ending = null;
  announce();
}

/** Calls back whenever the session is over, in whichever tab it ended. */
export function onSessionEnd(callback: () => void): void {
  listeners.add(() => {
    if (readSession() === null) callback();
  });
}

/** Signs out this browser. With a reason, the login page tells it. */
export function endSession(reason: SessionEnd | null = null): void {
  localStorage.removeItem(SESSION);
  ending = reason;
  announce();
}

/** Why the last session ended, told once it was asked for. */
export function takeSessionEnd(): SessionEnd | null {
  const reason = ending;
  ending = null;
  return reason;
}

/** The organisation of a session, from its token; null without one. */
export function tenantOf(session: Session | null): string | null {
  const tenant = claimsOf(session?.token)['tid'];
  return typeof tenant === 'string' ? tenant : null;
}

/** The user and organisation of a session, in one text; null without a session. */
export function identityOf(session: Session | null): string | null {
  return session && `${String(claimsOf(session.token)['sub'])} ${tenantOf(session)}`;
}

/** The payload of a signed token, unverified: for showing, never for deciding. */
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

type Exchange = (session: Session) => Promise<{ token: string; refreshToken: string } | null>;

/**
 * Replaces a token that was refused. One caller does it, in whichever tab; the others look every 100 ms
 * whether it is done. `exchange` answers null when the service won't: then the session has ended.
 * @returns the token to try again with, or null.
 */
export async function renewSession(refused: string, exchange: Exchange): Promise<string | null> {
  while (isRefreshing()) await pause(POLL_MS);
  const session = readSession();
  if (session?.token !== refused) return session?.token ?? null;
  localStorage.setItem(REFRESHING, String(Date.now()));
  try {
    const tokens = await exchange(session);
    if (readSession()?.refreshToken !== session.refreshToken) return readSession()?.token ?? null;
    if (tokens) beginSession(tokens);
    else endSession(wasIdle(session) ? 'inactive' : 'expired');
    return tokens?.token ?? null;
  } finally {
    localStorage.removeItem(REFRESHING);
  }
}

function isRefreshing(): boolean {
  const since = Number(localStorage.getItem(REFRESHING) ?? 0);
  return Date.now() - since < REFRESH_PATIENCE_MS;
}

function wasIdle({ since }: Session): boolean {
  return Date.now() - since > IDLE_DAYS * 86_400_000;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  shown = identityOf(readSession());
  for (const listener of listeners) listener();
}

/** Follows other tabs: another organisation or user in one of them makes this one start over. */
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
 * made for one organisation is sent to another.
 * @returns whether it did.
 */
export function startOverIfReplaced(): boolean {
  const stored = identityOf(readSession());
  const isReplaced = shown !== null && stored !== null && stored !== shown;
  if (isReplaced) startOver();
  return isReplaced;
}

/** Reads an item of localStorage, parsing it only when its text has changed. */
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
