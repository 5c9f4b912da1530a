/** The ways to the payment provider's own pages. */
import { call } from '../api.ts';
import { messageOf } from '../problem.ts';
import { toast } from '../ui/toasts.tsx';
import { rememberPlan } from './plan-before.ts';
import { planTexts } from './texts.ts';

/** Sends the browser to where a plan is bought or changed. Resolves to false, having told why, if it can't. */
export async function goToCheckout(planId: string, priceId: string): Promise<boolean> {
  try {
    const [{ redirectUrl }] = await Promise.all([
      call('POST /v1/tenants/session/subscription', { body: { planId, priceId } }),
      rememberPlan(),
    ]);
    return follow(redirectUrl);
  } catch (error) {
    toast.error(messageOf(error, planTexts.noRedirect));
    return false;
  }
}

/**
 * Sends the browser to where invoices, the card and the subscription are managed.
 * `replace` leaves no entry behind that Back would lead straight out of again.
 */
export async function goToBilling({ replace = false } = {}): Promise<boolean> {
  try {
    const [{ redirectUrl }] = await Promise.all([call('POST /v1/tenants/Session/Billing'), rememberPlan()]);
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
