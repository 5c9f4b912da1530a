/** Every job of the product. Adding one takes a row in its feature's jobs and a handler file, nothing else. */
import { connectionJobs } from './connections-jobs.ts';
import { ledgerJobs } from './ledger-jobs.ts';
import { messageJobs } from './messages-jobs.ts';
import { planJobs } from './plans-jobs.ts';
import { reportJobs } from './reports-jobs.ts';
import { exportJobs } from './exports-jobs.ts';
import { syncJobs } from './sync-jobs.ts';
import { tenantJobs } from './tenants-jobs.ts';
import { userJobs } from './users-jobs.ts';

export const jobs = {
  ...syncJobs,
  ...messageJobs,
  ...planJobs,
  ...connectionJobs,
  ...reportJobs,
  ...userJobs,
  ...exportJobs,
  ...tenantJobs,
  ...ledgerJobs,
};
