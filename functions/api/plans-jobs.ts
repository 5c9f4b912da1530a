import { defineJobs } from './job.ts';

export const planJobs = defineJobs({
  'reconcile-plans': {
    summary: 'Reads subscriptions from Stripe and corrects the counts of connections',
    handler: 'plans/reconcile-plans',
    trigger: { kind: 'timer', hour: 4, minute: 30, slices: 8 },
    uses: ['table:write', 'stripe'],
    measures: ['left'],
    timeoutSeconds: 900,
    impact: 'Organisations may lack a plan that they paid for, or keep one that has ended.',
  },
});
