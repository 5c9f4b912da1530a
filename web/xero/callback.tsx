import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { storeAccountingTenants } from './accounting-tenants.ts';
import { takeBegunOn } from './begin-authorisation.ts';
import { storeSignupData } from '../data/signup-data.ts';
import { xeroTexts } from './texts.ts';

/** The page that Xero redirects to: finishes the authorisation and continues where it began. */
export function XeroCallback() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const address = parameters.toString();
  useEffect(() => {
    void finish(new URLSearchParams(address)).then((path) => navigate(path, { replace: true }));
  }, [address, navigate]);
  return <LoadingOverlay text="Please wait..." />;
}

/** Returns the path to continue with: after a reported failure the home page, after a cancellation where it began. */
async function finish(parameters: URLSearchParams): Promise<string> {
  const code = parameters.get('code');
  const state = parameters.get('state');
  const begunOn = takeBegunOn();
  if (parameters.get('error') === 'access_denied') {
    toast.error(xeroTexts.authorisationCancelled);
    return begunOn;
  }
  if (!code || !state) {
    toast.error(xeroTexts.authorisationFailed);
    return paths.home;
  }
  try {
    const { redirectPath, data } = await call('GET /v1/connections/xero', { query: { code, state } });
    if (Array.isArray(data)) storeAccountingTenants(data);
    else storeSignupData(data);
    if (redirectPath) return redirectPath;
    toast.error(xeroTexts.authorisationFailed);
  } catch (error) {
    toast.failure(error, xeroTexts.authorisationFailed);
  }
  return paths.home;
}
