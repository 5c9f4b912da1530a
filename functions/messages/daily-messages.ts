import { timerJob } from '../access/job-handler.ts';
import { jobs } from '../api/jobs.ts';
import { checkLinks } from './check-links.ts';
import { remindOfPayments } from './remind-of-payments.ts';

export const handler = timerJob(jobs, 'messages', async (run, services) => ({
  today: run.today,
  ...(await remindOfPayments(services, run)),
  ...(await checkLinks(services, run)),
}));
