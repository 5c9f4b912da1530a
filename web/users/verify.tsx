import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { change } from '../data/change.ts';
import { paths } from '../data/paths.ts';
import { ApiError } from '../data/problem.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { linkTexts } from './link-texts.ts';

/** Confirms the first email address by its mailed link, then redirects home. A new one is confirmed on its own page. */
export function Verify() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const token = parameters.get('token') ?? '';
  useEffect(() => {
    const goOn = async () => navigate(await verify(token), { replace: true });
    void goOn();
  }, [token, navigate]);
  return <LoadingOverlay text="Confirming your email address…" />;
}

/** Returns the page to go on to. */
async function verify(token: string): Promise<string> {
  try {
    await change('GET /v1/users/verify', { query: { token } });
    toast.success(linkTexts.verified);
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'user/confirm-on-page')
      return `${paths.confirmAddress}?token=${encodeURIComponent(token)}`;
    toast.failure(error, linkTexts.verifyFailed);
  }
  return paths.home;
}
