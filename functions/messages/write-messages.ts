import { timerJob } from '../access/job-handler.ts';
import { messageJobs } from '../api/messages-jobs.ts';
import { checkLinks } from './check-links.ts';
import { remindOfPayments } from './remind-of-payments.ts';

export const handler = timerJob(messageJobs, 'messages', async (run, services) => ({
  today: run.today,
  ...(await remindOfPayments(services, run)),
  ...(await checkLinks(services, run)),
}));
