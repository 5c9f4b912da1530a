import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { change } from '../data/change.ts';
import { paths } from '../data/paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { linkTexts } from './link-texts.ts';

/** Confirms an email address by its mailed link, then redirects home. */
export function Verify() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const token = parameters.get('token') ?? '';
  useEffect(() => {
    void verify(token).then(() => navigate(paths.home, { replace: true }));
  }, [token, navigate]);
  return <LoadingOverlay text="Confirming your email address…" />;
}

async function verify(token: string): Promise<void> {
  try {
    await change('GET /v1/users/verify', { query: { token } });
    toast.success(linkTexts.verified);
  } catch (error) {
    toast.failure(error, linkTexts.verifyFailed);
  }
}
