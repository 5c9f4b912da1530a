import { call, type Body } from '../api.ts';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

/** Sends the browser to Xero, where somebody consents; it comes back by way of /xero/authorise. */
export async function beginAuthorisation(body: Body<'POST /v1/connections/xero'>): Promise<void> {
  try {
    const { url } = await call('POST /v1/connections/xero', { body });
    location.assign(url);
  } catch (error) {
    toast.failure(error, xeroTexts.redirectFailed);
  }
}
