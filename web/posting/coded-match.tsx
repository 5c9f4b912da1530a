/** A transaction in Xero that may be a payment already, and what a person wants to happen. */
import { Button } from '@primer/react';
import { type ReactNode, useEffect, useState } from 'react';
import { calendarDate } from '../../domain/calendar.ts';
import { toCents } from '../../domain/money.ts';
import { moneyOutText } from '../../domain/posting/money-out.ts';
import type { Answer } from '../data/api.ts';
import { HelpLink } from '../help/help-link.tsx';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useStable } from '../ui/use-stable.ts';
import type { Decision } from './post-payments.ts';
import './coded-match.css';

export type PaymentsPreview =
  Answer<'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview'>;
export type CodedDocument = Pick<
  PaymentsPreview['documents'][number],
  'paymentId' | 'number' | 'part' | 'matches'
>;

/** The decision about a payment, or `leave` for one that is not posted now. */
export type CodedAnswer = Decision | { readonly paymentId: string; readonly decision: 'leave' };

/** Answers by document: a payment made in parts has several. */
export type CodedAnswers = ReadonlyMap<string, CodedAnswer>;

export const documentKey = ({ paymentId, part }: Pick<CodedDocument, 'paymentId' | 'part'>): string =>
  `${paymentId} ${part}`;

/** The documents with a match and no answer yet. */
export const unanswered = (documents: readonly CodedDocument[], answers: CodedAnswers): CodedDocument[] =>
  documents.filter((one) => one.matches.length > 0 && !answers.has(documentKey(one)));

export interface AnsweredPayments {
  readonly ids: readonly string[];
  readonly decisions: readonly Decision[];
}

/** The payments that are not left out, and the decisions about them. */
export function answeredPayments(ids: Iterable<string>, answers: CodedAnswers): AnsweredPayments {
  const all = [...answers.values()];
  const left = new Set(all.flatMap(({ paymentId, decision }) => (decision === 'leave' ? [paymentId] : [])));
  const asked = new Set(ids).difference(left);
  return {
    ids: [...asked],
    decisions: all.filter((one): one is Decision => one.decision !== 'leave' && asked.has(one.paymentId)),
  };
}

interface CodedSummaryProps {
  readonly documents: readonly CodedDocument[];
  readonly answers: CodedAnswers;
  readonly onAnswer: (answers: CodedAnswers) => void;
}

/** The documents that still need an answer, and one answer for all of them. */
export function CodedSummary({ documents, answers, onAnswer }: CodedSummaryProps) {
  const open = unanswered(documents, answers);
  if (open.length === 0) return null;
  const correctable = open.flatMap((document) => {
    const match = document.matches.find(({ canCorrect }) => canCorrect);
    return match ? [[documentKey(document), correctionOf(document, match.transactionId)] as const] : [];
  });
  const left = open.map(
    (document) => [documentKey(document), { paymentId: document.paymentId, decision: 'leave' }] as const,
  );
  return (
    <Notice tone="warning">
      {open.length === 1 ? '1 payment is' : `${open.length} payments are`} in Xero already. Please choose what
      happens below.
      {open.length > 1 && (
        <div className="coded-all">
          {correctable.length > 0 && (
            <Button size="small" onClick={() => onAnswer(new Map([...answers, ...correctable]))}>
              Move the coding of {correctable.length === open.length ? 'all' : correctable.length}
            </Button>
          )}
          <Button size="small" onClick={() => onAnswer(new Map([...answers, ...left]))}>
            Leave all out
          </Button>
        </div>
      )}
    </Notice>
  );
}

const correctionOf = ({ paymentId }: CodedDocument, transactionId: string): CodedAnswer => ({
  paymentId,
  decision: 'correct',
  transactionId,
});

interface CodedMatchProps {
  readonly document: CodedDocument;
  /** The name of the bank account. */
  readonly bank: string;
  readonly answers: CodedAnswers;
  readonly onAnswer: (answers: CodedAnswers) => void;
}

export function CodedMatch({ document, bank, answers, onAnswer }: CodedMatchProps) {
  const { number, part, paymentId, matches } = document;
  const answer = answers.get(documentKey(document));
  const chosen = answer?.decision === 'correct' ? answer.transactionId : undefined;
  const match =
    matches.find((one) => one.transactionId === chosen) ??
    matches.find(({ canCorrect }) => canCorrect) ??
    matches[0];
  if (!match) return null;
  const { total, contact, date, canCorrect, xeroUrl } = match;
  const give = (given: CodedAnswer): void => onAnswer(new Map(answers).set(documentKey(document), given));
  const correct = (transactionId: string): void => give(correctionOf(document, transactionId));
  return (
    <div className="coded-match">
      <Notice tone="warning">
        {canCorrect
          ? `${formatDollars(total)} from ${bank} on ${showDate(date)} to ${contact || NO_CONTACT} is in Xero already.`
          : moneyOutText({ ...match, date: calendarDate(date), total: toCents(total) })}{' '}
        <a href={xeroUrl} target="_blank" rel="noreferrer">
          View in Xero
        </a>{' '}
        · <HelpLink page="bank-rules">About bank rules</HelpLink>
      </Notice>
      <RadioField<CodedAnswer['decision'] | ''>
        label={part > 0 ? `Payment ${number}, part ${part}` : `Payment ${number}`}
        choices={[
          ...(canCorrect
            ? [
                {
                  value: 'correct' as const,
                  label: 'Move its coding by a journal',
                  hint: 'Paydown doesn’t change the transaction.',
                },
              ]
            : []),
          { value: 'post', label: 'Post anyway', hint: 'For a transaction that is something else.' },
          { value: 'leave', label: 'Leave out', hint: 'The payment stays unsynced.' },
        ]}
        value={answer?.decision ?? ''}
        onChange={(decision) => {
          if (decision === 'correct') correct(match.transactionId);
          else if (decision !== '') give({ paymentId, decision });
        }}
      />
      {matches.length > 1 && answer?.decision === 'correct' && (
        <SelectField
          label="Transaction"
          choices={matches
            .filter((one) => one.canCorrect)
            .map((one) => ({
              value: one.transactionId,
              label: `${showDate(one.date)}, ${one.contact || NO_CONTACT}${one.isReconciled ? ', reconciled' : ''}`,
            }))}
          value={match.transactionId}
          onChange={correct}
        />
      )}
    </div>
  );
}

const NO_CONTACT = 'a contact without a name';

/** The days that could not be searched; their payments are checked again before they are posted. */
export function Unsearched({
  ranges,
  onRepeat,
  reconnect,
}: {
  readonly ranges: PaymentsPreview['unsearched'];
  /** The button that asks for the missing permission, where one entity is concerned. */
  readonly reconnect?: ReactNode;
  /** Searches again; null when that was done often enough. */
  readonly onRepeat: (() => void) | null;
}) {
  const daysOf = (why: (typeof ranges)[number]['why']): string =>
    ranges
      .flatMap((range) => (range.why === why ? [`${showDate(range.from)} – ${showDate(range.to)}`] : []))
      .join(', ');
  const [unsearched, unscoped] = [daysOf('unanswered'), daysOf('scope-missing')];
  return (
    <>
      {unsearched !== '' && (
        <Notice tone="warning">
          Xero could not be searched for transactions that are payments already: {unsearched}. Paydown
          searches again before it posts, and leaves out payments that it can’t check.{' '}
          {onRepeat && <Countdown onEnd={onRepeat} />}
        </Notice>
      )}
      {unscoped !== '' && (
        <Notice tone="warning" action={reconnect}>
          Paydown may not read payments of bills in Xero: {unscoped}. Please reconnect to Xero
          {reconnect === undefined && ' on the page of the entity'}, or post these payments anyway.
        </Notice>
      )}
    </>
  );
}

/** Xero's minute is over by then, counted from the middle of a search. Seconds. */
const SEARCH_PAUSE = 35;

/** A review that stays open does not use up the calls of a day. */
const MOST_REPEATS = 5;

/** Returns the function that searches again, as often as that makes sense; then null. */
export function useRepeats(search: () => void): (() => void) | null {
  const [repeats, setRepeats] = useState(0);
  if (repeats >= MOST_REPEATS) return null;
  return () => {
    setRepeats(repeats + 1);
    search();
  };
}

/** Says when the search goes on, and lets it. */
function Countdown({ onEnd }: { readonly onEnd: () => void }) {
  const [left, setLeft] = useState(SEARCH_PAUSE);
  const end = useStable(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : end()), 1000);
    return () => clearTimeout(timer);
  }, [left, end]);
  return (
    // A screen reader hears it once, not every second.
    <span aria-live="off">Xero allows 60 calls a minute. The search goes on in {left} s.</span>
  );
}
