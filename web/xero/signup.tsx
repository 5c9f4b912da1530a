import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { paths } from '../data/paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { keepAttribution } from '../data/lead-attribution.ts';
import { beginAuthorisation } from './begin-authorisation.ts';
import { XeroCallback } from './callback.tsx';

/** Attribution of a registration from Xero's marketplace. */
const MARKETPLACE = { utm_medium: 'affiliate', utm_source: 'xero_app_marketplace' };

/** Registration with Xero: reads the user's details from Xero, then opens the registration form with them. */
export function XeroSignup() {
  const [parameters] = useSearchParams();
  const isReturning = parameters.has('code') || parameters.has('error');
  return isReturning ? <XeroCallback /> : <AskXero search={parameters.toString()} />;
}

function AskXero({ search }: { readonly search: string }) {
  useEffect(() => {
    keepAttribution(search, MARKETPLACE);
    void beginAuthorisation({ connectionType: 'signup', redirectPath: paths.register });
  }, [search]);
  return <LoadingOverlay text="Please wait..." />;
}
