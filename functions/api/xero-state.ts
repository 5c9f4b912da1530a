import * as z from 'zod';
import { XERO_STATUSES } from '../../domain/ledger/document-state.ts';
import { text } from './wire.ts';

export const XeroState = {
  /** Null for what has no document in the Xero organisation linked now. */
  xeroStatus: z.enum(XERO_STATUSES).nullable(),
  /** A sentence per difference of a changed document. */
  xeroDifferences: z.array(z.string()),
  /** The acceptance of the present state of a changed or missing document. */
  xeroAcceptance: z.object({ note: z.string(), by: z.string(), at: z.string() }).nullable(),
};

export const Acceptance = z.object({ note: text('Please say why the document stays as it is.') });
