/**
 * Sends requests with the session's token. Reads that `boot.ts` started while the scripts were loading are answered from
 * there, so a page that is opened first waits for its code and its data at the same time.
 */
import type { RouteRequest } from '../../functions/client/route-client.ts';

/** The age of the document at which an answer that no page has taken is out of date. */
const KEPT_MS = 30_000;

interface EarlyReads {
  /** The access token that they were sent with. Another session never takes their answers. */
  readonly token: string;
  /** By path and query. */
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  /** Handed from the script of `boot.ts` to the main script. */
  var earlyReads: EarlyReads | undefined;
}

/** Sends reads before any page asks for them. */
export function startReads(token: string, requests: readonly RouteRequest[]): void {
  const answers = new Map(requests.map((request) => [request.url, send(request, token)]));
  // The page that takes a failed answer reports it.
  for (const answer of answers.values()) answer.catch(() => undefined);
  globalThis.earlyReads = { token, answers };
}

/** Sends a request, or resolves with the answer of the same read that started early. */
export function fetchAnswer(request: RouteRequest, token?: string): Promise<Response> {
  return takeEarlyAnswer(request, token) ?? send(request, token);
}

/** Each answer is taken once, and none after a write, which may have changed it. */
function takeEarlyAnswer({ method, url }: RouteRequest, token?: string): Promise<Response> | undefined {
  if (method !== 'GET') globalThis.earlyReads = undefined;
  const reads = globalThis.earlyReads;
  if (reads?.token !== token || performance.now() > KEPT_MS) return undefined;
  const answer = reads?.answers.get(url);
  reads?.answers.delete(url);
  return answer;
}

function send({ url, headers, ...request }: RouteRequest, token?: string): Promise<Response> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  return fetch(url, { ...request, headers: { ...headers, ...authorization } });
}
