import { queueJob } from '../access/job-handler.ts';
import { userJobs } from '../api/users-jobs.ts';

export const handler = queueJob(userJobs, 'mail-worker', async (mail, _delivery, services) => {
  await services.mail.send(mail);
  return { mails: 1 };
});
