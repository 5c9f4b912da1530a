/** Documents in Xero that members are asked about, and the texts about them. */
import { type DocumentReference, parseReference } from '../../domain/posting/document-reference.ts';
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
    'Paydown was restored from a backup, and these documents were posted since. Nothing of this entity is posted until each one is deleted or voided in Xero, or kept here.',
  unconfirmed:
    'Xero has not confirmed some documents, and has these, which look like them. Paydown posts nothing in their place until you say whether they are the same.',
  lost: 'Some documents are of schedules that are missing in Paydown. If you enter such a schedule again, delete its documents in Xero first: its payments would be there twice.',
  answered: 'Your answer was saved',
  unreadable: 'Paydown can’t read it',
  failed: 'Something went wrong saving the answer. Please try again later.',
} as const;

export const foreignTexts = {
  title: 'Is this document not from Paydown?',
  subtitle: 'It stays in Xero. What Paydown asked about can be posted once Xero shows no other trace of it.',
  submit: 'It is not from Paydown',
} as const;

const KINDS = {
  payment: 'payment',
  correction: 'the correction for payment',
  reversal: 'the reversal of payment',
  event: 'change',
  opening: 'the opening balances',
  adjusting: 'an adjusting journal',
  register: 'entry',
  'register-reversal': 'the reversal of entry',
  'dishonour-fee': 'the dishonour fee of payment',
} as const;

/** `payment 5`. */
function candidateName({ kind, number }: NonNullable<Unknown['candidateFor']>): string {
  return kind === 'opening' || kind === 'adjusting' ? KINDS[kind] : `${KINDS[kind]} ${number}`;
}

/** `Payment 5`, or `Is it payment 5?` for a document without a reference. */
export function documentName({ token, candidateFor }: Pick<Unknown, 'token' | 'candidateFor'>): string {
  const parts = token === null ? null : parseReference(token);
  if (parts) return nameOf(parts);
  return candidateFor ? `Is it ${candidateName(candidateFor)}?` : 'A document without a reference';
}

const SUBJECTS = { payment: 'payment', event: 'change', entry: 'entry' } as const;
const NO_PART = { part: 0, isFee: false, isCorrection: false } as const;

function nameOf(parts: DocumentReference): string {
  if (parts.of === 'opening') return 'Opening balances';
  if (parts.of === 'adjusting')
    return parts.isReversal ? 'Reversal of an adjusting journal' : 'Adjusting journal';
  const { number, attempt, isReversal } = parts;
  const { part, isFee, isCorrection } = parts.of === 'entry' ? NO_PART : parts;
  const subject = `${SUBJECTS[parts.of]} ${number}${part > 0 ? `, part ${part}` : ''}`;
  if (isReversal) return `Reversal of ${subject}`;
  if (isFee) return `Dishonour fee of ${subject}`;
  if (isCorrection) return `Journal that corrects ${subject}`;
  const name = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
  return attempt > 1 ? `${name}, posted again` : name;
}

/** The question about a document that is kept, its consequence, and the words of the answer. */
export function adoptTexts({ token, candidateFor }: Pick<Unknown, 'token' | 'candidateFor'>) {
  const keeping = { title: 'Keep this document?', submit: 'Keep it' };
  if (!candidateFor) return { ...keeping, subtitle: 'It stays in Xero as it is, with your note.' };
  const name = candidateName(candidateFor);
  const asked = token === null ? { title: `Is it ${name}?`, submit: 'It is' } : keeping;
  return { ...asked, subtitle: `It stays in Xero, and ${name} counts as synced.` };
}
