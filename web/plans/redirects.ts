/** Redirects to the payment provider's pages, unless the page that asked was left. */
import { reauthenticatingCall } from '../data/reauthenticating-call.ts';
import { messageOf } from '../data/problem.ts';
import { rememberPlan } from './plan-before.ts';
import { planTexts } from './texts.ts';

/** Redirects to the checkout of a plan. Resolves to the reason if that fails, else to null. */
export function goToCheckout(planId: string, priceId: string): Promise<string | null> {
  return go(
    () => reauthenticatingCall('POST /v1/tenants/session/subscription', { body: { planId, priceId } }),
    planTexts.noRedirect,
  );
}

/**
 * Redirects to the provider's billing pages. Resolves to the reason if that fails, else to null. With `replace` the
 * current page leaves no history entry, since Back would redirect again at once.
 */
export function goToBilling({ replace = false } = {}): Promise<string | null> {
  return go(
    () => reauthenticatingCall('POST /v1/tenants/Session/Billing'),
    planTexts.billingRedirect,
    replace,
  );
}

async function go(
  begin: () => Promise<{ readonly redirectUrl: string }>,
  failure: string,
  replace = false,
): Promise<string | null> {
  const page = location.pathname;
  try {
    const [{ redirectUrl }] = await Promise.all([begin(), rememberPlan()]);
    if (redirectUrl === '') return planTexts.noRedirect;
    if (location.pathname !== page) return null;
    if (replace) location.replace(redirectUrl);
    else location.assign(redirectUrl);
    return null;
  } catch (error) {
    return messageOf(error, failure);
  }
}
