/** The kinds of documents in Xero. */

/**
 * The subject of a document: a payment, the correction of a transaction that stands for one, a reversal, the fee of a
 * dishonour, a contract event, a journal, an entry of a register or its reversal.
 */
export const DOCUMENT_KINDS = [
  'payment',
  'correction',
  'reversal',
  'dishonour-fee',
  'event',
  'opening',
  'adjusting',
  'register',
  'register-reversal',
] as const;
