import { control } from './core/control.ts';
import { handle, settle, type Effect, type XeroCore } from './core/core.ts';
import type { CoreRequest } from './core/http.ts';
import { answerPage } from './pages/answer-page.ts';
import { answerConsent, CONSENT_PATH } from './pages/consent-page.ts';

/** Paths that the app calls; every other path is a page for a browser. */
const MACHINE_ROOTS = ['/api.xro/', '/connections', '/connect/', '/.well-known/'];

/**
 * Routes one request to the control interface, the app's endpoints or the pages. Both transports use it: the HTTP
 * server and the in-process client.
 */
export function respond(core: XeroCore, request: CoreRequest, now: number): Effect {
  if (request.path.startsWith('/_control/')) {
    return { kind: 'answer', at: now, response: control(core, request, now) };
  }
  if (isMachineCall(request.path)) return handle(core, request, now);
  settle(core.state, now);
  const page = request.path === CONSENT_PATH ? answerConsent : answerPage;
  return { kind: 'answer', at: now, response: page(core, request, now) };
}

function isMachineCall(path: string): boolean {
  const lower = path.toLowerCase();
  return MACHINE_ROOTS.some((root) => lower.startsWith(root));
}
