/** The plan in force when this tab left for the payment provider, to detect a change on return. */
import { call } from '../api.ts';
import type { Plan } from '../users/account.ts';

const STORED = 'paydown.plan-before';

/** Reads the plan again, since the one on the screen may be out of date. */
export async function rememberPlan(): Promise<void> {
  const { id } = await call('GET /v1/tenants/subscription');
  sessionStorage.setItem(STORED, id);
}

/** Whether the plan differs from the remembered one; false if none is remembered. Forgets it in any case. */
export function takePlanChange({ id }: Plan): boolean {
  const before = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return before !== null && before !== id;
}
