/** Every job of the product: a row for each timer and each queue. Adding one takes a row and a handler file. */
import * as z from 'zod';
import { defineJobs } from './job.ts';
import { DateText } from './wire.ts';

/** Schedules per message: they share the reads of Xero, and what time does not reach goes on in another message. */
export const SCHEDULES_TOGETHER = 500;

const Ids = z.array(z.string()).min(1).max(SCHEDULES_TOGETHER);

const run = {
  /** Payments and entries dated on or before this day are due. */
  today: DateText,
  /** True for a run by hand, which does not wait for the backoff after a failure. */
  isManual: z.boolean(),
};

/**
 * `sync` posts the due payments of schedules, `journals` the due entries of registers. `settle` reads the outcome of
 * unconfirmed postings from Xero; its ids are those of the documents' owners.
 */
export const PostingMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['sync', 'settle']), scheduleIds: Ids, ...run }),
  z.object({ kind: z.literal('journals'), registerIds: Ids, ...run }),
]);

export const ReportMessage = z.object({ tenantId: z.string(), reportId: z.string() });

/** A mail to send. Its links are secrets. */
export const MailMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Ends such mails by a POST. */
  unsubscribe: z.string().optional(),
});

export const ExportMessage = z.object({ tenantId: z.string(), exportId: z.string() });

/** An import to undo, and the user who asked for it. */
export const UndoMessage = z.object({ tenantId: z.string(), userId: z.string(), importId: z.string() });

/** An entity to check as at the end of a day: every night, or in a check of all entities. */
export const CheckMessage = z.object({
  tenantId: z.string(),
  entityId: z.string(),
  today: DateText,
  /** The run of a check of all entities; null at night. */
  checkId: z.string().nullable(),
});

export const jobs = defineJobs({
  'auto-sync': {
    summary: 'Finds due payments and unconfirmed postings, and queues them',
    handler: 'auto-sync/find-due',
    trigger: { kind: 'timer', minute: 0 },
    uses: ['table:write', 'queue'],
    timeoutSeconds: 900,
    impact: 'Payments on auto sync do not reach Xero, and people get no message about it.',
  },
  settle: {
    summary: 'Finds postings whose outcome can be known by now, and queues them',
    handler: 'auto-sync/find-open',
    trigger: { kind: 'timer', minute: 0, everyMinutes: 5 },
    uses: ['table:write', 'queue'],
    timeoutSeconds: 120,
    impact: 'Payments that Xero has not confirmed stay unconfirmed until the next hour.',
  },
  'sync-worker': {
    summary: 'Posts the due payments of some schedules of one Xero organisation',
    handler: 'auto-sync/sync-worker',
    trigger: {
      kind: 'queue',
      queue: 'postings',
      message: PostingMessage,
      batch: 1,
      // Each organisation's four calls take some two seconds, and the app may make 10,000 a minute.
      concurrency: 100,
      deliveries: 5,
    },
    uses: ['xero', 'queue'],
    isCritical: true,
    timeoutSeconds: 180,
    impact: 'Payments on auto sync do not reach Xero for at least some schedules.',
  },
  messages: {
    summary: 'Keeps connections to Xero alive; sends messages about them, due payments and last payments',
    handler: 'messages/daily-messages',
    trigger: { kind: 'timer', hour: 6, minute: 30, slices: 8 },
    uses: ['xero'],
    timeoutSeconds: 900,
    impact: 'Users get no messages about due payments. Unused connections to Xero expire.',
  },
  digest: {
    summary: 'Mails what needs them to the users who want a daily digest',
    handler: 'messages/send-digests',
    trigger: { kind: 'timer', hour: 7, minute: 30 },
    uses: ['table:write', 'queue', 'sign'],
    queue: 'mails',
    timeoutSeconds: 900,
    impact: 'Users who are rarely here do not learn by mail that auto sync stopped or a balloon is near.',
  },
  'reconcile-plans': {
    summary:
      'Reads subscriptions from Stripe, announces ends of trials and corrects the counts of connections',
    handler: 'plans/reconcile-plans',
    // One after the other, so that both together stay within Stripe's limit.
    trigger: { kind: 'timer', hour: 4, minute: 30, slices: 2, minutesApart: 20 },
    uses: ['table:write', 'stripe', 'mail'],
    measures: ['left'],
    timeoutSeconds: 900,
    impact:
      'Organisations may lack a plan that they paid for, or keep one that has ended, and lost announcements of a trial’s end are not repeated.',
  },
  'connection-sweep': {
    summary: 'Removes connections at Xero that were made here and link no entity',
    handler: 'connections/sweep-connections',
    trigger: { kind: 'timer', hour: 3, minute: 30 },
    uses: ['xero'],
    measures: ['xeroConnections', 'left', 'stopped', 'refused', 'unrecorded'],
    timeoutSeconds: 900,
    impact:
      'Unused connections use up the limit of our plan at Xero, and people can’t link new organisations.',
  },
  reports: {
    summary: 'Makes a report of many loans and says where it is',
    handler: 'reports/make-report',
    trigger: {
      kind: 'queue',
      queue: 'reports',
      message: ReportMessage,
      batch: 1,
      concurrency: 10,
      deliveries: 5,
    },
    uses: ['table:write', 'queue', 'files:write'],
    timeoutSeconds: 300,
    impact: 'Large year-end packs are not delivered to the people that asked for them.',
  },
  'mail-worker': {
    summary: 'Sends the mails',
    handler: 'users/send-mail',
    trigger: {
      kind: 'queue',
      queue: 'mails',
      message: MailMessage,
      isSecret: true,
      batch: 1,
      concurrency: 10,
      // Every six minutes for four hours.
      deliveries: 40,
    },
    uses: ['mailer', 'queue'],
    timeoutSeconds: 60,
    impact:
      'Mails do not arrive: new passwords, invitations, confirmations of addresses, notices about changes of accounts.',
  },
  'portal-check': {
    summary: 'Loads the portal’s page, signs in and reads, as a browser does',
    handler: 'users/check-portal',
    trigger: { kind: 'timer', minute: 0, everyMinutes: 5 },
    uses: ['table:write'],
    timeoutSeconds: 60,
    isCloudOnly: true,
    impact:
      'Users may be unable to use the portal: its page or a sign-in through its address failed twice in a row.',
  },
  exports: {
    summary: 'Makes a large export of an organisation and notifies its Owner',
    handler: 'exports/make-export',
    trigger: {
      kind: 'queue',
      queue: 'exports',
      message: ExportMessage,
      batch: 1,
      concurrency: 5,
      deliveries: 5,
    },
    uses: ['table:write', 'queue', 'files:write'],
    timeoutSeconds: 900,
    impact: 'Owners of organisations with more than 500 schedules do not receive the export of their data.',
  },
  imports: {
    summary: 'Undoes an import of many schedules',
    handler: 'imports/undo-worker',
    trigger: {
      kind: 'queue',
      queue: 'imports',
      message: UndoMessage,
      batch: 1,
      concurrency: 5,
      deliveries: 5,
    },
    uses: ['table:write', 'queue'],
    timeoutSeconds: 120,
    impact:
      'Imports of more than 500 schedules are not undone, or only in part, until their users ask again.',
  },
  'deletion-sweep': {
    summary:
      'Finishes deletions that were interrupted, and removes the items and files of schedules that went with an event',
    handler: 'tenants/sweep-deletions',
    trigger: { kind: 'timer', minute: 40 },
    uses: ['xero', 'files:delete'],
    measures: ['left'],
    timeoutSeconds: 900,
    impact:
      'Data of deleted entities and organisations stay stored, although people were told that they are gone.',
  },
  'ledger-check': {
    summary: 'Finds linked entities with auto sync, and queues the check of their ledgers and documents',
    handler: 'ledger/find-checks',
    trigger: { kind: 'timer', hour: 3, minute: 20 },
    uses: ['table:write', 'queue'],
    queue: 'checks',
    timeoutSeconds: 900,
    impact: 'People are not told when documents are changed in Xero or liability accounts are out.',
  },
  'ledger-worker': {
    summary: 'Checks the ledger and the documents of one entity',
    handler: 'ledger/check-worker',
    trigger: {
      kind: 'queue',
      queue: 'checks',
      message: CheckMessage,
      batch: 1,
      concurrency: 20,
      deliveries: 5,
    },
    uses: ['xero', 'queue'],
    timeoutSeconds: 120,
    impact: 'Some entities are not checked, so changes in Xero are noticed a day later or on their pages.',
  },
});
