/** An invitation is kept through log in or sign up, and accepted once somebody is signed in. */
import { useEffect } from 'react';
import { call } from '../api.ts';
import { beginSession, claimsOf, readSession } from '../session.ts';
import { toast } from '../ui/toasts.tsx';
import { joined, userTexts } from './texts.ts';

const STORED = 'paydown.invite';

export interface Invite {
  readonly token: string;
  readonly email: string;
  readonly tenantName: string;
  readonly registered: boolean;
}

/** What an invitation's token says of itself, null if it isn't one. */
export function readInvite(token: string | null): Invite | null {
  if (token === null) return null;
  const { email, tenantName, registered } = claimsOf(token);
  if (typeof email !== 'string' || typeof tenantName !== 'string') return null;
  return { token, email, tenantName, registered: registered === true };
}

export function storeInvite(token: string): void {
  sessionStorage.setItem(STORED, token);
}

export function storedInvite(): Invite | null {
  return readInvite(sessionStorage.getItem(STORED));
}

export function forgetInvite(): void {
  sessionStorage.removeItem(STORED);
}

/** Joins the organisation that invites and goes on there. */
export async function acceptInvite(token: string): Promise<void> {
  forgetInvite();
  try {
    const { id, name } = await call('POST /v1/users/invite/accept', { body: { inviteToken: token } });
    beginSession(await call('POST /v1/users/authenticate/tenant', { body: { tenant: id } }));
    sessionStorage.setItem(JOINED, name);
    location.assign('/');
  } catch (error) {
    toast.failure(error, userTexts.inviteInvalid);
  }
}

const JOINED = 'paydown.joined';

/** Accepts an invitation that waited for a session; tells of one that was just accepted. */
export function useStoredInvite(): void {
  useEffect(() => {
    const name = sessionStorage.getItem(JOINED);
    sessionStorage.removeItem(JOINED);
    if (name !== null) toast.success(joined(name));
    const invite = storedInvite();
    if (invite && readSession()) void acceptInvite(invite.token);
  }, []);
}
