/** The kinds of documents in Xero. */

/**
 * The subject of a document: a payment, the correction of a transaction that stands for one, a reversal, a contract event,
 * a journal, an entry of a register or its reversal.
 */
export const DOCUMENT_KINDS = [
  'payment',
  'correction',
  'reversal',
  'event',
  'opening',
  'adjusting',
  'register',
  'register-reversal',
] as const;
