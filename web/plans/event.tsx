import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { store } from '../api.ts';
import { change } from '../change.ts';
import { paths } from '../paths.ts';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { takePlanChange } from './plan-before.ts';
import { planTexts } from './texts.ts';

/** The page that the payment provider redirects to: reads the plan again, then redirects to the home page. */
export function Event() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const code = parameters.get('code');
  const sessionId = parameters.get('session_id');
  useEffect(() => {
    void handle(code, sessionId).then(() => navigate(paths.home, { replace: true }));
  }, [code, sessionId, navigate]);
  return <LoadingOverlay text={planTexts.wait} />;
}

async function handle(code: string | null, sessionId: string | null): Promise<void> {
  if (code === 'BILLING_SESSION_COMPLETE') return readPlanAgain();
  if (code !== 'SUBSCRIPTION_SESSION_SUCCESS') return;
  if (!sessionId) {
    // oxlint-disable-next-line no-console -- the specification wants it logged and nothing shown
    console.error('The payment session has no id');
    return;
  }
  await readPlanAgain(sessionId);
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
