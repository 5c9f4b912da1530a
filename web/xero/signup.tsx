import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { paths } from '../paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { keepAttribution } from '../users/lead-attribution.ts';
import { beginAuthorisation } from './begin-authorisation.ts';
import { XeroCallback } from './callback.tsx';

/** Whoever signs up from Xero's marketplace came through its affiliate link. */
const MARKETPLACE = { utm_medium: 'affiliate', utm_source: 'xero_app_marketplace' };

/** Signing up with Xero: asks Xero who this is; when Xero leads back here, goes on to the sign-up form filled in. */
export function XeroSignup() {
  const [parameters] = useSearchParams();
  const isBack = parameters.has('code') || parameters.has('error');
  return isBack ? <XeroCallback /> : <AskXero search={parameters.toString()} />;
}

function AskXero({ search }: { readonly search: string }) {
  useEffect(() => {
    keepAttribution(search, MARKETPLACE);
    void beginAuthorisation({ connectionType: 'signup', redirectPath: paths.register });
  }, [search]);
  return <LoadingOverlay text="Please wait..." />;
}
