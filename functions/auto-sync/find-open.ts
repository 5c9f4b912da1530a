import { timerJob } from '../access/job-handler.ts';
import { jobs } from '../api/jobs.ts';
import { queueOpen } from './open-postings.ts';

export const handler = timerJob(jobs, 'settle', async (run, { table, queue, clock }) => ({
  settle: await queueOpen(table, queue, run, clock.now()),
}));
