/** A browser on a slow machine behind a slow line, with `SLOW_BROWSER` set: nothing follows at once, and nothing at an even pace. */
import type { BrowserContext } from '@playwright/test';

const isSlow = process.env['SLOW_BROWSER'] !== undefined;

/** The longest wait of one answer or one file of code, in milliseconds. */
const LINE_MS = 800;

/**
 * React draws, and runs the effects of what it drew, in turns that it asks for by `postMessage(null)`: each waits up to
 * 400 ms, so a test sees what is drawn long before its effects. Timers are taken before a test stops the clock.
 */
const SLOW_PAGE = `{
  const later = setTimeout;
  const upTo = (milliseconds) => Math.random() < 0.5 ? 0 : Math.random() * milliseconds;
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...message) {
    if (message.length === 1 && message[0] === null) later(() => post.apply(this, message), upTo(400));
    else post.apply(this, message);
  };
  const send = fetch;
  const wait = () => new Promise((resolve) => later(resolve, upTo(${LINE_MS})));
  globalThis.fetch = (...call) =>
    wait().then(() => send(...call)).then((answer) => wait().then(() => answer));
}`;

/** Slows the pages of a context down, if the run asks for it. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (!isSlow) return;
  await context.addInitScript(SLOW_PAGE);
  await context.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LINE_MS));
    await route.fallback();
  });
}
