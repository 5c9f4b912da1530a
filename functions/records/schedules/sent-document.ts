/** A document as it was sent. */
import * as z from 'zod';
import { LINE_AMOUNT_TYPES } from '../../../domain/gst/tax-types.ts';
import { LINE_ROLES } from '../../../domain/journal/document.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';

/** A document as it was sent: what a later comparison with Xero starts from. */
export const SentDocument = z.object({
  reference: z.string(),
  type: z.enum(['SPEND', 'RECEIVE', 'MANUAL-JOURNAL']),
  date: StoredDate,
  bankAmount: StoredCents,
  /** Null for a journal. */
  bankAccountId: z.string().nullable(),
  /** Null for a journal, and where the document named its contact. */
  contactId: z.string().nullable().default(null),
  lineAmountTypes: z.enum(LINE_AMOUNT_TYPES),
  lines: z.array(
    z.object({
      role: z.enum(LINE_ROLES),
      account: z.string().nullable(),
      description: z.string(),
      amount: StoredCents,
      taxType: z.string(),
      tracking: z.array(z.object({ categoryId: z.string(), optionId: z.string() })).optional(),
    }),
  ),
  /** Of the bytes that were sent. */
  digest: z.string(),
});

export type SentDocument = Readonly<z.output<typeof SentDocument>>;
