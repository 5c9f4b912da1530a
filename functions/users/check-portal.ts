/** A load of the page and a sign-in through the portal's own address, which notice an outage while no user is there. */
import type { ServicesFor } from '../services/context.ts';
import { type JobResult, timerJob } from '../access/job-handler.ts';
import { commit } from '../store/table.ts';
import { takeAddressWrite } from '../records/users/addresses.ts';
import { jobs } from '../api/jobs.ts';
import { hashPassword } from './password-hash.ts';
import { findUser, newUser, newUserWrite, passwordWrite } from '../records/users/user.ts';

const USER_ID = '00000000-0000-4000-8000-000000000001';

/** Amazon's simulator accepts mail to this address, so none comes back. It is random, so that no one can block it. */
const emailOf = (random: string): string =>
  `success+${random.replaceAll('-', '').toLowerCase()}@simulator.amazonses.com`;

/** The time limit of one request. A browser's user waits no longer. */
const REQUEST_MS = 20_000;

/** As much of `fetch` as is used. */
export type Call = (url: string, request: RequestInit) => Promise<Response>;

export const handler = timerJob(jobs, 'portal-check', (_run, services) => checkPortal(services));

/**
 * Loads the page and its script, then signs in as a user without an organisation, with a password that only this run knows, and reads the user.
 * @throws Error that names the request and its answer.
 */
export async function checkPortal(
  services: ServicesFor<'table:write'>,
  call: Call = fetch,
): Promise<JobResult> {
  const { origin, clock, ids } = services;
  const began = clock.now();
  await loadPage((url) => call(`${origin}${url}`, { signal: AbortSignal.timeout(REQUEST_MS) }));
  const password = ids.secret();
  const email = await setPassword(services, password);
  const request = async (what: string, url: string, how: RequestInit): Promise<Record<string, unknown>> => {
    const answer = await call(`${origin}${url}`, { ...how, signal: AbortSignal.timeout(REQUEST_MS) });
    if (answer.status !== 200) throw new Error(`${what} was answered with ${answer.status}.`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const headers = { 'content-type': 'application/json', 'user-agent': 'paydown-portal-check' };
  const body = JSON.stringify({ email, password });
  const { token } = await request('The sign-in', '/v1/users/authenticate', { method: 'POST', headers, body });
  const user = await request('The read', '/v1/users', {
    headers: { ...headers, authorization: `Bearer ${String(token)}` },
  });
  if (user['email'] !== email) throw new Error('The read was answered with another user.');
  return { answeredInMilliseconds: clock.now() - began };
}

/** Loads the page and the first of its scripts, whose name changes with each release. */
async function loadPage(get: (url: string) => Promise<Response>): Promise<void> {
  const page = await get('/');
  const [, script] = /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  if (page.status !== 200 || script === undefined)
    throw new Error(`The page was answered with ${page.status}.`);
  const { status, headers } = await get(script);
  if (status === 200 && /javascript/.test(headers.get('content-type') ?? '')) return;
  throw new Error(`The script ${script} was answered with ${status}.`);
}

/** Gives the user a new password, which ends the sessions of earlier runs, and returns the address. Creates the user first. */
async function setPassword(services: ServicesFor<'table:write'>, password: string): Promise<string> {
  const { table, clock, ids } = services;
  const passwordHash = await hashPassword(password, services);
  const known = await findUser(table, USER_ID);
  if (known) {
    await commit(table, [passwordWrite(known, passwordHash)]);
    return known.email;
  }
  const email = emailOf(ids.uuid());
  const user = newUser({
    userId: USER_ID,
    email,
    givenName: 'Portal',
    surname: 'check',
    isVerified: true,
    passwordHash,
    lastTenantId: null,
    leadAttribution: {},
    createdAt: new Date(clock.now()).toISOString(),
  });
  await commit(table, [takeAddressWrite(email, USER_ID, clock.now()), newUserWrite(user)]);
  return email;
}
