import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { paths } from '../paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { goToCheckout } from './redirects.ts';
import { planTexts } from './texts.ts';

const BILLING = paths.billing;

/** A link straight to a plan: to the payment provider, or to all plans when it names none. */
export function ChangePlan() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const planId = parameters.get('planId');
  const priceId = parameters.get('priceId');
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const chooseThere = (): void => navigate(BILLING, { replace: true });
    if (!planId || !priceId) return chooseThere();
    void goToCheckout(planId, priceId).then((isGone) => isGone || chooseThere());
  }, [planId, priceId, navigate]);
  return <LoadingOverlay text={planTexts.wait} />;
}
