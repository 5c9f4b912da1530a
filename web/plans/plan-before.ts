/** Which plan was in force when this tab left for the payment provider, to tell on return whether it has changed. */
import { call } from '../api.ts';
import type { Plan } from '../users/account.ts';

const STORED = 'paydown.plan-before';

/** Asks for the plan, since the one on the screen may be older than what is left for. */
export async function rememberPlan(): Promise<void> {
  const { id } = await call('GET /v1/tenants/subscription');
  sessionStorage.setItem(STORED, id);
}

/** Whether the plan is another one than was remembered. No when nothing was; it is forgotten either way. */
export function takePlanChange({ id }: Plan): boolean {
  const before = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return before !== null && before !== id;
}
