import { queueJob } from '../lib/job-handler.ts';
import { userJobs } from './jobs.ts';

export const handler = queueJob(userJobs, 'mail-worker', async (mail, _delivery, services) => {
  await services.mail.send(mail);
  return { mails: 1 };
});
