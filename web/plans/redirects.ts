/** The ways to the payment provider's own pages. */
import { call } from '../api.ts';
import { messageOf } from '../problem.ts';
import { toast } from '../ui/toasts.tsx';
import { planTexts } from './texts.ts';

/** Sends the browser to where a plan is bought or changed. Resolves to false, having told why, if it can't. */
export async function goToCheckout(planId: string, priceId: string): Promise<boolean> {
  try {
    const { redirectUrl } = await call('POST /v1/tenants/session/subscription', {
      body: { planId, priceId },
    });
    return follow(redirectUrl);
  } catch (error) {
    toast.error(messageOf(error, planTexts.noRedirect));
    return false;
  }
}

/** Sends the browser to where invoices, the card and the subscription are managed. */
export async function goToBilling(): Promise<boolean> {
  try {
    const { redirectUrl } = await call('POST /v1/tenants/Session/Billing');
    return follow(redirectUrl);
  } catch (error) {
    toast.error(messageOf(error, planTexts.billingRedirect));
    return false;
  }
}

function follow(address: string): boolean {
  if (address === '') {
    toast.error(planTexts.noRedirect);
    return false;
  }
  location.assign(address);
  return true;
}
