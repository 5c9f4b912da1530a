/** Whether a deployed portal answers as it should, seen from outside. */
import { setTimeout as delay } from 'node:timers/promises';
import { securityHeaders } from '../../infra/security-headers.ts';

interface Look {
  readonly what: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: RegExp;
  readonly body: RegExp;
}

/** As much of `fetch` as is used. */
export type Call = (url: string, options: { readonly redirect: 'manual' }) => Promise<Response>;

function looksAt(origin: string): Look[] {
  const page = { status: 200, contentType: /^text\/html/, body: /<!doctype html>/i };
  return [
    { what: 'the portal', url: `${origin}/`, ...page },
    { what: 'a page of it by its own address', url: `${origin}/organisations/users`, ...page },
    {
      what: 'the API',
      url: `${origin}/v1/openapi.json`,
      status: 200,
      contentType: /json/,
      body: /"openapi":\s*"3\.1/,
    },
    {
      what: 'a call without a session',
      url: `${origin}/v1/entities`,
      status: 401,
      contentType: /problem\+json/,
      body: /"status":401/,
    },
    {
      what: 'a call that there is none of',
      url: `${origin}/v1/nothing`,
      status: 404,
      contentType: /json/,
      body: /"message"/,
    },
  ];
}

/** The API without the portal's origin before it, which must be closed. */
function sideDoor(apiHost: string): Look {
  return {
    what: 'the way around the portal',
    url: `https://${apiHost}/v1/openapi.json`,
    status: 403,
    contentType: /json/,
    body: /"status":403/,
  };
}

/** The API's own address: it asks for a certificate, or answers calls without the secret with a refusal. */
export interface SideDoor {
  readonly host: string;
  readonly asksForCertificate: boolean;
}

/** Returns the problems of a deployed portal, one sentence each. Without `door`, direct access to the API is not checked. */
export async function smoke(
  origin: string,
  door: SideDoor | null,
  call: Call = fetch,
  wait: (milliseconds: number) => Promise<unknown> = delay,
): Promise<string[]> {
  const looks = [...looksAt(origin), ...(door && !door.asksForCertificate ? [sideDoor(door.host)] : [])];
  const findings = await Promise.all(
    looks.map(async (look) => {
      try {
        const response = await reached(() => call(look.url, { redirect: 'manual' }), wait);
        const isOfTheSite = look.url.startsWith(origin);
        return [
          ...(await problemsOf(look, response)),
          ...(isOfTheSite ? missingHeaders(look, response) : []),
        ];
      } catch (error) {
        return [`${look.what}: ${String(error)}`];
      }
    }),
  );
  return [...findings.flat(), ...(door?.asksForCertificate ? await withoutCertificate(door.host, call) : [])];
}

async function withoutCertificate(host: string, call: Call): Promise<string[]> {
  const answer = await call(sideDoor(host).url, { redirect: 'manual' }).catch(() => null);
  return answer ? [`the way around the portal: ${answer.status} although it asks for a certificate`] : [];
}

/** A new name takes minutes until every resolver knows it. */
const TRIES = 20;
const TRY_AGAIN_MS = 15_000;

/** Repeats a call that reaches no server. Any answer counts as reached. */
async function reached(
  call: () => Promise<Response>,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await wait(TRY_AGAIN_MS);
    }
  }
}

async function problemsOf({ what, status, contentType, body }: Look, response: Response): Promise<string[]> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  if (response.status !== status) return [`${what}: ${response.status} instead of ${status}`];
  if (!contentType.test(type)) return [`${what}: came as “${type}”`];
  return body.test(text) ? [] : [`${what}: says something else`];
}

function missingHeaders({ what }: Look, { headers }: Response): string[] {
  return Object.entries(securityHeaders)
    .filter(([name, value]) => withoutUploads(headers.get(name)) !== value)
    .map(([name]) => `${what}: ${name} is not as agreed`);
}

/** The stage's own bucket is the one address that its policy has besides the local one's. */
const withoutUploads = (value: string | null): string | undefined =>
  value?.replace(/(connect-src 'self') https:\/\/[a-z0-9.-]+\.s3\.[a-z0-9-]+\.amazonaws\.com/, '$1');
