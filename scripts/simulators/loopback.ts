import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * Protects a local server from pages of other sites in the same machine's browser: it answers only to loopback names,
 * since another site's name may be made to lead here, and refuses requests of other sites. Links from them open.
 */
export const onLoopback =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const isOwn = isLoopback(`http://${request.headers.host ?? ''}`);
    if (isOwn && !isCrossSite(request)) return listener(request, response);
    const text = isOwn ? 'Requests of other sites are refused.' : 'This server answers to localhost only.';
    response.writeHead(isOwn ? 403 : 421, { 'content-type': 'text/plain', connection: 'close' }).end(text);
  };

function isLoopback(origin: string): boolean {
  const host = URL.parse(origin)?.hostname ?? '';
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}

function isCrossSite({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  // A browser from before these headers.
  if (site === undefined) return headers.origin !== undefined && !isLoopback(headers.origin);
  const isLink =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return site === 'cross-site' && !isLink;
}
