/** An invitation, stored through log in or sign up and accepted once its user is signed in. */
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { ApiError } from '../data/problem.ts';
import { beginSession } from '../data/session.ts';
import { claimsOf, readSession } from '../data/stored-session.ts';
import { toast } from '../ui/toasts.tsx';
import { userTexts } from './texts.ts';

/** Keys of sessionStorage: the invitation that waits for a session, and the organisation that was just joined. */
const INVITED = 'paydown.invite';
const JOINED = 'paydown.joined';

export interface Invite {
  readonly token: string;
  readonly email: string;
  readonly tenantName: string;
  readonly registered: boolean;
}

/** Returns the content of an invitation's token; null for any other text. */
export function readInvite(token: string | null): Invite | null {
  if (token === null) return null;
  const { email, tenantName, registered } = claimsOf(token);
  if (typeof email !== 'string' || typeof tenantName !== 'string') return null;
  return { token, email, tenantName, registered: registered === true };
}

/** Stores an invitation unless the service refuses it; reports the refusal and returns false then. */
export async function storeIfOpen(token: string): Promise<boolean> {
  try {
    await call('GET /v1/users/invite', { query: { token } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      toast.failure(error, userTexts.inviteInvalid);
      return false;
    }
    // Without an answer, the form reports what is wrong.
  }
  sessionStorage.setItem(INVITED, token);
  return true;
}

export function storedInvite(): Invite | null {
  return readInvite(sessionStorage.getItem(INVITED));
}

export function deleteInvite(): void {
  sessionStorage.removeItem(INVITED);
}

/** Joins the inviting organisation and switches to it. */
export async function acceptInvite(token: string): Promise<void> {
  deleteInvite();
  try {
    const { id, name } = await call('POST /v1/users/invite/accept', { body: { inviteToken: token } });
    beginSession(await call('POST /v1/users/authenticate/tenant', { body: { tenant: id } }));
    sessionStorage.setItem(JOINED, name);
    location.assign(paths.home);
  } catch (error) {
    toast.failure(error, userTexts.inviteInvalid);
  }
}

/** Accepts the stored invitation of a user who is signed in; confirms one that was accepted before the page loaded. */
export function settleInvite(): void {
  const name = sessionStorage.getItem(JOINED);
  sessionStorage.removeItem(JOINED);
  if (name !== null) toast.success(userTexts.joined(name));
  const invite = storedInvite();
  if (invite && readSession()) void acceptInvite(invite.token);
}
