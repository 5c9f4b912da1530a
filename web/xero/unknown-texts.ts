/** Documents in Xero that members are asked about, and the texts about them. */
import type { Answer } from '../data/api.ts';

export type Unknown = Answer<'GET /v1/entities/{entityId}/xero/unknown'>['documents'][number];

/** The answer that a member is about to give about a document. */
export interface Answering {
  readonly document: Unknown;
  readonly decision: 'adopt' | 'foreign';
}

export const unknownTexts = {
  title: 'Documents in Xero that Paydown does not know',
  comparing:
    'Paydown was restored from a backup and is compared with Xero. Nothing is posted until then; this takes ten minutes.',
  frozen:
    'Paydown was restored from a backup, and these documents were posted since. Nothing of this entity is posted until each one is deleted or voided in Xero, or answered for here.',
  unconfirmed:
    'Xero has not confirmed some documents, and has these, which look like them. Paydown posts nothing in their place until you say whether they are the same.',
  lost: 'Some documents are of schedules that are missing in Paydown. If you enter such a schedule again, delete its documents in Xero first: its payments would be there twice.',
  adoptTitle: 'Keep this document?',
  adoptSubtitle: 'It stays in Xero. Where it belongs to a payment or a change, that counts as synced.',
  foreignTitle: 'Is this document not from Paydown?',
  foreignSubtitle: 'The payment is posted as soon as Xero shows no other trace of it.',
  answered: 'Your answer was saved',
  failed: 'Something went wrong saving the answer. Please try again later.',
} as const;

const KINDS = {
  payment: 'Payment',
  correction: 'The correction for payment',
  reversal: 'The reversal of payment',
  event: 'Change',
  opening: 'The opening balances',
  adjusting: 'An adjusting journal',
} as const;

/** `Payment 5`. */
export function candidateName(candidate: Unknown['candidateFor']): string {
  if (!candidate) return 'None of Paydown’s documents';
  const { kind, number } = candidate;
  return kind === 'opening' || kind === 'adjusting' ? KINDS[kind] : `${KINDS[kind]} ${number}`;
}
