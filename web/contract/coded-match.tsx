/** A transaction in Xero that may be a payment already, and what a person wants to happen. */
import type { Answer } from '../data/api.ts';
import { HelpLink } from '../help/help-link.tsx';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import type { Decision } from './post-payments.ts';

type Preview = Answer<'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview'>;
export type CodedDocument = Preview['documents'][number];

/** The decision about a payment, or `leave` for one that is not posted now. */
export type CodedAnswer = Decision | { readonly paymentId: string; readonly decision: 'leave' };

/** Answers by document: a payment made in parts has several. */
export type CodedAnswers = ReadonlyMap<string, CodedAnswer>;

export const documentKey = ({ paymentId, part }: Pick<CodedDocument, 'paymentId' | 'part'>): string =>
  `${paymentId} ${part}`;

/** The documents with a match that nobody has answered. */
export const unanswered = (documents: readonly CodedDocument[], answers: CodedAnswers): CodedDocument[] =>
  documents.filter((one) => one.matches.length > 0 && !answers.has(documentKey(one)));

/** The payments that are not left out, and the decisions about them. */
export function answeredPayments(
  ids: Iterable<string>,
  answers: CodedAnswers,
): { readonly ids: string[]; readonly decisions: Decision[] } {
  const all = [...answers.values()];
  const left = new Set(all.flatMap(({ paymentId, decision }) => (decision === 'leave' ? [paymentId] : [])));
  return {
    ids: [...ids].filter((id) => !left.has(id)),
    decisions: all.filter((one): one is Decision => one.decision !== 'leave' && !left.has(one.paymentId)),
  };
}

interface CodedMatchProps {
  readonly document: CodedDocument;
  /** The name of the bank account. */
  readonly bank: string;
  readonly answer: CodedAnswer | undefined;
  readonly onAnswer: (answer: CodedAnswer) => void;
}

export function CodedMatch({ document, bank, answer, onAnswer }: CodedMatchProps) {
  const { number, paymentId, matches } = document;
  const [match] = matches;
  if (!match) return null;
  const { transactionId, total, contact, date, hasGst, isReconciled, xeroUrl } = match;
  const hint = isReconciled
    ? 'It is reconciled: a journal moves its coding to the lines of this payment.'
    : 'It keeps its date and gets the contact, reference and lines of this payment.';
  return (
    <div className="review-match">
      <Notice tone="warning">
        {formatDollars(total)} from {bank} on {showDate(date)} to {contact || 'a contact without a name'} is
        in Xero already.{' '}
        <a href={xeroUrl} target="_blank" rel="noreferrer">
          View in Xero
        </a>{' '}
        · <HelpLink page="bank-rules">About bank rules</HelpLink>
      </Notice>
      <RadioField<CodedAnswer['decision'] | ''>
        label={`Payment ${number}`}
        choices={[
          {
            value: 'correct',
            label: 'Correct its coding',
            hint: hasGst ? 'It has GST on it. Please correct it in Xero first.' : hint,
          },
          { value: 'post', label: 'Post anyway', hint: 'For a transaction that is something else.' },
          { value: 'leave', label: 'Leave out', hint: 'The payment stays unsynced.' },
        ]}
        value={answer?.decision ?? ''}
        onChange={(decision) => {
          if (decision === 'correct') onAnswer({ paymentId, decision, transactionId });
          else if (decision !== '') onAnswer({ paymentId, decision });
        }}
      />
    </div>
  );
}

/** The days that could not be searched; their payments are checked again before they are posted. */
export function Unsearched({ ranges }: { readonly ranges: Preview['unsearched'] }) {
  if (ranges.length === 0) return null;
  const days = ranges.map(({ from, to }) => `${showDate(from)} – ${showDate(to)}`).join(', ');
  return (
    <Notice tone="warning">
      Xero could not be searched for transactions that are payments already: {days}. Paydown searches again
      before it posts, and leaves out payments that it can’t check.
    </Notice>
  );
}
