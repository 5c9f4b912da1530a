/** The state that this tab leaves for the payment provider with: the plan in force, and the page to return to. */
import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import type { Plan } from '../data/account.ts';

const PLAN = 'paydown.plan-before';
const RETURN = 'paydown.plan-return';

/** Reads the plan again, since the one on the screen may be out of date. The address's `from` is the page to return to. */
export async function rememberPlan(): Promise<void> {
  const { id } = await call('GET /v1/tenants/subscription');
  sessionStorage.setItem(PLAN, id);
  const from = new URLSearchParams(location.search).get('from');
  if (from !== null && isPathHere(from)) sessionStorage.setItem(RETURN, from);
  else sessionStorage.removeItem(RETURN);
}

/** Whether the plan differs from the remembered one; false if none is remembered. Forgets it in any case. */
export function takePlanChange({ id }: Plan): boolean {
  const before = sessionStorage.getItem(PLAN);
  sessionStorage.removeItem(PLAN);
  return before !== null && before !== id;
}

/** Returns the page that led to the plans, once; the home page without one. */
export function takePlanReturn(): string {
  const path = sessionStorage.getItem(RETURN) ?? paths.home;
  sessionStorage.removeItem(RETURN);
  return path;
}

/** Whether an address stays on this site. */
function isPathHere(path: string): boolean {
  return /^\/(?![/\\])[^\\\s]*$/.test(path);
}
