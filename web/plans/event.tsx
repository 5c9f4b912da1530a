import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths } from '../data/paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { takePlanChange, takePlanReturn } from './plan-before.ts';
import { planTexts } from './texts.ts';

/** The page that the payment provider redirects to: reads the plan again, then redirects to the page that led to the plans. */
export function Event() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const code = parameters.get('code');
  const sessionId = parameters.get('session_id');
  useEffect(() => {
    void handle(code, sessionId).then((path) => navigate(path, { replace: true }));
  }, [code, sessionId, navigate]);
  return <LoadingOverlay text={planTexts.wait} />;
}

/** Returns the page to continue with. */
async function handle(code: string | null, sessionId: string | null): Promise<string> {
  if (code === 'BILLING_SESSION_COMPLETE') {
    await readPlanAgain();
    return takePlanReturn();
  }
  if (code !== 'SUBSCRIPTION_SESSION_SUCCESS') return paths.home;
  if (!sessionId) {
    // oxlint-disable-next-line no-console -- the specification wants it logged and nothing shown
    console.error('The payment session has no id');
    return paths.home;
  }
  await readPlanAgain(sessionId);
  return takePlanReturn();
}

/** Confirms a paid checkout always, and a visit to the billing pages only if the plan has changed. */
async function readPlanAgain(sessionId?: string): Promise<void> {
  try {
    const query = sessionId === undefined ? {} : { StripeSessionId: sessionId };
    const plan = await change('GET /v1/tenants/subscription/anticipate', { query });
    await store('GET /v1/tenants/subscription', {}, plan);
    const hasChanged = takePlanChange(plan);
    if (hasChanged || sessionId !== undefined) toast.success(planTexts.updated);
  } catch {
    toast.error(planTexts.refresh);
  }
}
