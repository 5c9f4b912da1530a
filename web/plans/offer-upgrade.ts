import { navigate } from 'wouter/use-browser-location';
import { may } from '../../domain/roles.ts';
import { call } from '../data/api.ts';
import { plansPath } from '../data/paths.ts';
import { toast } from '../ui/toasts.tsx';

/** Reports that the plan doesn't allow an action. The Owner can go on to the plans and returns to this page after paying. */
export async function reportPlanLimit(text: string): Promise<void> {
  const here = location.pathname + location.search;
  const upgrade = {
    label: 'Upgrade',
    run: () => navigate(`${plansPath}&from=${encodeURIComponent(here)}`),
  };
  toast.error(text, (await mayUpgrade()) ? upgrade : undefined);
}

async function mayUpgrade(): Promise<boolean> {
  try {
    const { role } = await call('GET /v1/users');
    return role !== null && may(role, 'manage billing');
  } catch {
    return false;
  }
}
