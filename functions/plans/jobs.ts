import { defineJobs } from '../lib/job.ts';

export const planJobs = defineJobs({
  healing: {
    summary: 'Reads subscriptions again, and counts the connections in use',
    handler: 'plans/heal-plans',
    trigger: { kind: 'timer', hour: 4, minute: 30 },
    uses: ['table:write', 'stripe'],
    timeoutSeconds: 900,
    impact: 'Who has paid may not have their plan, and who has stopped paying may keep it.',
  },
});
