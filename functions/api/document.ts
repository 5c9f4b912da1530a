/** Wire schema of documents. A file of its own, since the many schemas of events take time at a function's start. */
import * as z from 'zod';
import { LineTracking } from './tracking.ts';
import { LINE_ROLES } from '../../domain/journal/document.ts';

export const DOCUMENT_TYPES = ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'] as const;

export const DocumentLine = z.object({
  role: z.enum(LINE_ROLES),
  accountId: z.string().nullable(),
  description: z.string(),
  amount: z.number(),
  /** Where a document is shown before it is posted. */
  tracking: LineTracking.optional(),
});

/** A document as it posts: dollars, debit positive, so that the lines and `bankAmount` add up to 0.00. */
export const LedgerDocument = z.object({
  type: z.enum(DOCUMENT_TYPES),
  date: z.string(),
  /** Negative when money leaves the bank account; 0 for a journal. */
  bankAmount: z.number(),
  lines: z.array(DocumentLine),
});
