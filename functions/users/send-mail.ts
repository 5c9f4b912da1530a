import { queueJob } from '../access/job-handler.ts';
import { jobs } from '../api/jobs.ts';

export const handler = queueJob(jobs, 'mail-worker', async (mail, _delivery, services) => {
  await services.mailer.send(mail);
  return { mails: 1 };
});
