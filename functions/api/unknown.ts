/** Documents in Xero that Paydown asks about: after a restore, and where Xero has not confirmed one. */
import * as z from 'zod';
import { DOCUMENT_KINDS } from '../../domain/posting/document-kinds.ts';
import { DOCUMENT_TYPES } from './document.ts';
import { defineRoutes } from './route.ts';
import { Id, listOf, Text } from './wire.ts';

/** The possible subject of the document: `id` is that of the payment, the change, the schedule, the entity or the register. */
const Candidate = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  id: Id,
  number: z.number(),
});

const UnknownDocument = z.object({
  documentId: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  /** Null, as the total may be, for a document that Paydown can't read. */
  date: z.string().nullable(),
  contact: z.string(),
  /** Dollars. */
  total: z.number().nullable(),
  /** The document reference of Paydown that it carries. */
  token: z.string().nullable(),
  /**
   * `unconfirmed`: Xero has not confirmed a document that looks like it. `unknown`: posted after the backup that Paydown was
   * restored from. `lost-schedule`: of a schedule that is not in Paydown any more.
   */
  reason: z.enum(['unconfirmed', 'unknown', 'lost-schedule']),
  scheduleId: Id.optional(),
  /** A document that may be one of several is listed once for each. */
  candidateFor: Candidate.optional(),
  xeroUrl: z.string(),
});

export const unknownRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/xero/unknown': {
    summary: 'The documents in Xero that members are asked about, read anew while nothing may be posted',
    handler: 'unknown/list-unknown',
    allow: 'Guest',
    response: z.object({
      /** Whether nothing is posted until every document is deleted in Xero or answered for. */
      frozen: z.boolean(),
      documents: z.array(UnknownDocument),
    }),
    refuses: [],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/xero/unknown/{documentId}': {
    summary: 'Say whose a document in Xero is',
    handler: 'unknown/answer-unknown',
    allow: 'Member',
    body: z.object({
      /** `adopt`: it is ours. `foreign`: it is not, which one with a reference of Paydown can’t be. */
      decision: z.enum(['adopt', 'foreign'], 'Please choose whose document it is.'),
      candidateFor: Candidate.optional(),
      note: Text,
    }),
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/xero/unknown/seen': {
    summary: 'Say that the documents of lost schedules were seen',
    handler: 'unknown/mark-unknown-seen',
    allow: 'Member',
    body: z.object({
      documentIds: listOf(z.string().min(1).max(100), {
        missing: 'Please name the documents.',
        most: 10_000,
        tooMany: 'Please name at most 10,000 documents.',
      }),
    }),
    refuses: ['conflict'],
    uses: ['xero'],
  },
});
