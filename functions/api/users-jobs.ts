/** The jobs of users. */
import * as z from 'zod';
import { defineJobs } from './job.ts';

/** A mail that was not sent with the action that it is about. Its links are secrets. */
export const MailMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

export const userJobs = defineJobs({
  'mail-worker': {
    summary: 'Sends a mail again that the provider did not accept',
    handler: 'users/send-mail',
    trigger: {
      kind: 'queue',
      queue: 'mails',
      message: MailMessage,
      isSecret: true,
      batch: 1,
      concurrency: 2,
      // Every six minutes for four hours.
      deliveries: 40,
    },
    uses: ['mail', 'queue'],
    timeoutSeconds: 60,
    impact: 'Users do not learn by mail that their password, address or second factor was changed.',
  },
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
