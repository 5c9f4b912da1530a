import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { paths, plansPath } from '../data/paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { goToCheckout } from './redirects.ts';
import { planTexts } from './texts.ts';

/** The target of a link to a plan: opens its checkout, or the list of plans if the link names none. */
export function ChangePlan() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const planId = parameters.get('planId');
  const priceId = parameters.get('priceId');
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    if (!planId || !priceId) return navigate(paths.billing, { replace: true });
    void goToCheckout(planId, priceId).then(
      (failure) => failure === null || navigate(plansPath, { replace: true, state: { failure } }),
    );
  }, [planId, priceId, navigate]);
  return <LoadingOverlay text={planTexts.wait} />;
}
