/** Redirects to the payment provider's pages. */
import { reauthenticatingCall } from '../data/reauthenticating-call.ts';
import { messageOf } from '../data/problem.ts';
import { toast } from '../ui/toasts.tsx';
import { rememberPlan } from './plan-before.ts';
import { planTexts } from './texts.ts';

/** Redirects to the checkout of a plan. Resolves to false, after reporting the failure, if that fails. */
export async function goToCheckout(planId: string, priceId: string): Promise<boolean> {
  try {
    const [{ redirectUrl }] = await Promise.all([
      reauthenticatingCall('POST /v1/tenants/session/subscription', { body: { planId, priceId } }),
      rememberPlan(),
    ]);
    return follow(redirectUrl);
  } catch (error) {
    toast.error(messageOf(error, planTexts.noRedirect));
    return false;
  }
}

/**
 * Redirects to the provider's billing pages. With `replace` the current page leaves no history entry, since Back would
 * redirect again at once.
 */
export async function goToBilling({ replace = false } = {}): Promise<boolean> {
  try {
    const [{ redirectUrl }] = await Promise.all([
      reauthenticatingCall('POST /v1/tenants/Session/Billing'),
      rememberPlan(),
    ]);
    return follow(redirectUrl, replace);
  } catch (error) {
    toast.error(messageOf(error, planTexts.billingRedirect));
    return false;
  }
}

function follow(address: string, replace = false): boolean {
  if (address === '') {
    toast.error(planTexts.noRedirect);
    return false;
  }
  if (replace) location.replace(address);
  else location.assign(address);
  return true;
}
