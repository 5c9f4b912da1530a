import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { reportPlanLimit } from '../plans/offer-upgrade.ts';
import { ApiError, messageOf } from '../data/problem.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Plan } from '../data/account.ts';
import { xeroTexts } from './texts.ts';

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

/** Connects a schedule after confirmation, since it takes one of the plan's connections. */
export async function enableSync(params: Params, plan: Plan | undefined): Promise<boolean> {
  if (plan && plan.maxConnections === 0) {
    await reportPlanLimit(xeroTexts.planTooSmall);
    return false;
  }
  if (plan && plan.usageCountConnections >= plan.maxConnections) {
    await reportPlanLimit(xeroTexts.limitExceeded);
    return false;
  }
  const isSure = await confirm({
    title: 'Connect this schedule to Xero?',
    body: plan
      ? `This uses one of your plan’s ${plan.maxConnections} connections. ${plan.usageCountConnections} ${plan.usageCountConnections === 1 ? 'is' : 'are'} in use.`
      : 'This uses one of your plan’s connections.',
    action: 'Enable',
  });
  if (!isSure) return false;
  try {
    const schedule = await change(
      'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero',
      {
        params,
      },
    );
    await store('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }, schedule);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'plan/limit-reached') {
      await reportPlanLimit(messageOf(error));
    } else toast.failure(error, xeroTexts.connectFailed);
    return false;
  }
}
