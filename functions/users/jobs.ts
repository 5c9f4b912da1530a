/** The jobs of users. */
import { defineJobs } from '../lib/job.ts';

export const userJobs = defineJobs({
  'portal-check': {
    summary: 'Signs in to the portal and reads, as a browser does',
    handler: 'users/check-portal',
    trigger: { kind: 'timer', minute: 0, everyMinutes: 5 },
    uses: ['table:write'],
    timeoutSeconds: 60,
    isCloudOnly: true,
    impact: 'Users may be unable to use the portal: a sign-in through its address has failed twice in a row.',
  },
});
