/** A sign-in and a read through the portal's own address, which notices an outage while no user is there. */
import type { ServicesFor } from '../services/context.ts';
import { type JobResult, timerJob } from '../access/job-handler.ts';
import { commit } from '../store/table.ts';
import { takeAddressWrite } from '../records/users/addresses.ts';
import { jobs } from '../api/jobs.ts';
import { hashPassword } from './password-hash.ts';
import { findUser, newUser, newUserWrite, passwordWrite } from '../records/users/user.ts';

const USER_ID = '00000000-0000-4000-8000-000000000001';

/** Amazon's simulator accepts mail to this address, so none comes back. */
const EMAIL = 'success+portal-check@simulator.amazonses.com';

/** The time limit of one request. A browser's user waits no longer. */
const REQUEST_MS = 20_000;

/** As much of `fetch` as is used. */
export type Call = (url: string, request: RequestInit) => Promise<Response>;

export const handler = timerJob(jobs, 'portal-check', (_run, services) => checkPortal(services));

/**
 * Signs in as a user without an organisation, with a password that only this run knows, and reads the user.
 * @throws Error that names the request and its answer.
 */
export async function checkPortal(
  services: ServicesFor<'table:write'>,
  call: Call = fetch,
): Promise<JobResult> {
  const { origin, clock, ids } = services;
  const began = clock.now();
  const password = ids.secret();
  await setPassword(services, password);
  const request = async (what: string, url: string, how: RequestInit): Promise<Record<string, unknown>> => {
    const answer = await call(`${origin}${url}`, { ...how, signal: AbortSignal.timeout(REQUEST_MS) });
    if (answer.status !== 200) throw new Error(`${what} was answered with ${answer.status}.`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const headers = { 'content-type': 'application/json', 'user-agent': 'paydown-portal-check' };
  const body = JSON.stringify({ email: EMAIL, password });
  const { token } = await request('The sign-in', '/v1/users/authenticate', { method: 'POST', headers, body });
  const user = await request('The read', '/v1/users', {
    headers: { ...headers, authorization: `Bearer ${String(token)}` },
  });
  if (user['email'] !== EMAIL) throw new Error('The read was answered with another user.');
  return { answeredInMilliseconds: clock.now() - began };
}

/** Gives the user a new password, which ends the sessions of earlier runs. Creates the user for the first run. */
async function setPassword(
  { table, clock, ids }: ServicesFor<'table:write'>,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password, ids);
  const known = await findUser(table, USER_ID);
  if (known) {
    await commit(table, [passwordWrite(known, passwordHash)]);
    return;
  }
  const user = newUser({
    userId: USER_ID,
    email: EMAIL,
    givenName: 'Portal',
    surname: 'check',
    isVerified: true,
    passwordHash,
    lastTenantId: null,
    leadAttribution: {},
    createdAt: new Date(clock.now()).toISOString(),
  });
  await commit(table, [takeAddressWrite(EMAIL, USER_ID, clock.now()), newUserWrite(user)]);
}
