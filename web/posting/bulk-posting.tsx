/** The review before many schedules are posted, one line each; it stays with the result and the way back. */
import { Button, Dialog } from '@primer/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { change } from '../data/change.ts';
import { counted } from '../data/counted.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { sumCents, toCents, toDollars } from '../../domain/money.ts';
import { rangesOf } from '../../domain/number-ranges.ts';
import { checkRunPath, paths, pathTo } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { showDate, today } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { DateField } from '../ui/date-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import {
  type AnsweredPayments,
  answeredPayments,
  type CodedAnswers,
  CodedMatch,
  CodedSummary,
  documentKey,
  unanswered,
  Unsearched,
} from './coded-match.tsx';
import { cutText, GoOnButton } from './cut-line.tsx';
import type { Posting } from './postings.ts';
import { bankName, readPreview, ReviewedDocument } from './reviewed-document.tsx';
import { POSTING_FAILED } from './run-posting.ts';
import { outOfXero, UndoBatch } from './undo-batch.tsx';
import {
  type BulkPostingRun,
  type PostingChoice,
  type Result,
  type Review,
  type ReviewedSchedule,
  useBulkPosting,
} from './use-bulk-posting.ts';
import './bulk-posting.css';

interface BulkPostingProps {
  readonly choice: PostingChoice;
  /** The names of entities, where schedules of several are reviewed. */
  readonly entityNames?: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

export function BulkPosting({ choice, entityNames, onClose }: BulkPostingProps) {
  const [through, setThrough] = useState<string>(today);
  const [answers, setAnswers] = useState<CodedAnswers>(new Map());
  const posting = useBulkPosting(choice, isCalendarDate(through) ? through : null);
  const { review, failure, isSearching, phase, running, results, retry, repeat, start, stop, goOn } = posting;
  const [undone, setUndone] = useState<number | null>(null);
  const body = useRef<HTMLDivElement>(null);
  /** The first choice. */
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (phase !== 'review') body.current?.focus();
  }, [phase]);
  const close = phase === 'posting' ? stop : onClose;
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const coded = review?.inXero?.coded.filter(({ scheduleId }) => !excluded.has(scheduleId)) ?? [];
  const included = review?.schedules.filter(({ scheduleId }) => !excluded.has(scheduleId)) ?? [];
  const all = included.flatMap(({ payments }) => payments.map(({ id }) => id));
  const answered = answeredPayments(all, answers);
  const count = answered.ids.length;
  const hasSeveral = new Set(included.map(({ entityId }) => entityId)).size > 1;
  const [, navigate] = useLocation();
  const check = useAction(async () => {
    const { checkId } = await change('POST /v1/ledgerchecks', { body: { date: today() } });
    onClose();
    navigate(checkRunPath(checkId));
  }, toast.failure);
  return (
    <Dialog
      title={phase === 'done' ? outcomeOf(results, count, undone) : TITLES[phase]}
      subtitle={review ? summaryOf(review, answered) : 'Reading what is due…'}
      width="xlarge"
      position={{ narrow: 'fullscreen', regular: 'right' }}
      onClose={close}
      initialFocusRef={first}
      footerButtons={
        phase === 'review'
          ? [
              { content: 'Cancel', onClick: onClose },
              {
                content: count === 0 ? 'Nothing to post' : `Post ${counted(count, 'payment')}`,
                buttonType: 'primary',
                disabled:
                  count === 0 || failure !== null || isSearching || unanswered(coded, answers).length > 0,
                onClick: () => start(answers, excluded),
              },
            ]
          : [
              ...(phase === 'done' && hasSeveral && undone === null
                ? [{ content: 'Check all ledgers', loading: check.isBusy, onClick: check.start }]
                : []),
              phase === 'posting'
                ? { content: 'Stop', onClick: stop }
                : { content: 'Close', buttonType: 'primary', onClick: onClose },
            ]
      }
    >
      <div
        className="bulk-posting"
        tabIndex={-1}
        ref={(element) => {
          body.current = element;
          first.current ??= element?.querySelector('input') ?? null;
        }}
      >
        {failure !== null && (
          <Notice tone="error" action={<Button onClick={retry}>Retry</Button>}>
            {failure}
          </Notice>
        )}
        {phase === 'review' && (
          <>
            <DateField
              label="Payments up to"
              value={through}
              onChange={(value) => {
                setThrough(value);
                setAnswers(new Map());
              }}
            />
            {isSearching && <p role="status">Looking in Xero for payments that are coded already…</p>}
            <Unsearched ranges={review?.inXero?.unsearched ?? []} onRepeat={repeat} />
            <CodedSummary documents={coded} answers={answers} onAnswer={setAnswers} />
          </>
        )}
        {phase === 'posting' && running && <Progress posting={running} onGoOn={goOn} />}
        {phase === 'done' && <Outcome results={results} count={count} onUndone={setUndone} />}
        {review ? (
          <ScheduleList
            review={review}
            results={results}
            entityNames={entityNames}
            answers={answers}
            excluded={excluded}
            onAnswer={phase === 'review' ? setAnswers : null}
            onExclude={(scheduleId) => setExcluded(excluded.symmetricDifference(new Set([scheduleId])))}
            onOpen={onClose}
          />
        ) : (
          failure === null && <Bar width={20} />
        )}
      </div>
    </Dialog>
  );
}

const TITLES: Readonly<Record<Exclude<BulkPostingRun['phase'], 'done'>, string>> = {
  review: 'Review before posting',
  posting: 'Posting to Xero',
};

/** The outcome of the payments that were asked for. */
function outcomeOf(results: BulkPostingRun['results'], count: number, undone: number | null): string {
  if (undone !== null) return outOfXero(undone);
  const posted = [...results.values()].reduce((sum, result) => sum + result.posted.length, 0);
  if (posted === 0) return 'Nothing was posted';
  return posted < count ? `${posted} of ${counted(count, 'payment')} posted` : 'Posted to Xero';
}

/** The results so far, and the payments that are asked for. */
interface Answered {
  readonly results: BulkPostingRun['results'];
  readonly count: number;
}

function Progress({
  posting: { done, total, isCut },
  onGoOn,
}: {
  readonly posting: Posting;
  readonly onGoOn: () => void;
}) {
  if (isCut) {
    const left = total - done;
    return (
      <div role="status">
        <Notice tone="warning" action={<GoOnButton left={left} onGoOn={onGoOn} />}>
          {cutText(left)}
        </Notice>
      </div>
    );
  }
  return (
    <div className="bulk-posting-progress" role="status">
      <p className="card-text">
        {done} of {counted(total, 'payment')}. Xero allows 60 calls a minute, so many loans take some minutes.
      </p>
      <progress value={done} max={total} aria-label="Progress" />
    </div>
  );
}

/** The payments to post, without those that are left out, and how many of them are only corrected in Xero. */
function summaryOf({ schedules, count }: Review, { ids, decisions }: AnsweredPayments): string {
  if (count === 0) return 'Everything up to this date is in Xero.';
  const asked = new Set(ids);
  const open = schedules.map(({ payments }) => payments.filter(({ id }) => asked.has(id)));
  const payments = open.flat();
  const dates = payments.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 'All payments are left out.';
  const loans = open.filter(({ length }) => length > 0).length;
  const total = toDollars(sumCents(payments.map(({ amount }) => toCents(amount))));
  const period = first === last ? showDate(first) : `${showDate(first)} – ${showDate(last)}`;
  const corrected = decisions.filter(({ decision }) => decision === 'correct').length;
  const posted = `${counted(payments.length, 'payment')} of ${counted(loans, 'loan')}, ${period}, ${formatDollars(total)}`;
  return corrected > 0 ? `${posted}, ${corrected} of them by correcting what is in Xero` : posted;
}

function Outcome({ results, count, onUndone }: Answered & { readonly onUndone: (undone: number) => void }) {
  const posted = [...results.values()].flatMap((result) => result.posted);
  const left = count - posted.length;
  return (
    <>
      {posted.length > 0 && <UndoBatch posted={posted} onUndone={onUndone} />}
      {left > 0 && (
        <Notice tone="warning">{counted(left, 'payment')} not posted. The reasons are below.</Notice>
      )}
    </>
  );
}

interface ScheduleListProps {
  readonly review: Review;
  readonly results: BulkPostingRun['results'];
  readonly entityNames: BulkPostingProps['entityNames'];
  readonly answers: CodedAnswers;
  /** The ids of schedules that are left out. */
  readonly excluded: ReadonlySet<string>;
  readonly onExclude: (scheduleId: string) => void;
  /** Null once posting has begun. */
  readonly onAnswer: ((answers: CodedAnswers) => void) | null;
  readonly onOpen: () => void;
}

/** One line for each schedule that posts; those that can't come last, by reason. */
function ScheduleList({
  review,
  results,
  entityNames,
  answers,
  excluded,
  onAnswer,
  onExclude,
  onOpen,
}: ScheduleListProps) {
  const posting = review.schedules.filter(({ payments }) => payments.length > 0);
  const others = review.schedules.filter(
    ({ payments, warnings }) => payments.length === 0 && warnings.length > 0,
  );
  return (
    <>
      <ul className="bulk-posting-list">
        {posting.map((schedule) => (
          <ScheduleLine
            key={schedule.scheduleId}
            schedule={schedule}
            result={results.get(schedule.scheduleId)}
            entityName={entityNames?.get(schedule.entityId)}
            isExcluded={excluded.has(schedule.scheduleId)}
            onExclude={onAnswer === null ? null : () => onExclude(schedule.scheduleId)}
            onOpen={onOpen}
          >
            {onAnswer !== null &&
              !excluded.has(schedule.scheduleId) &&
              review.inXero?.coded
                .filter(({ scheduleId }) => scheduleId === schedule.scheduleId)
                .map((document) => (
                  <CodedMatch
                    key={documentKey(document)}
                    document={document}
                    bank={document.bankAccount || 'the bank account'}
                    answers={answers}
                    onAnswer={onAnswer}
                  />
                ))}
          </ScheduleLine>
        ))}
      </ul>
      {[...Map.groupBy(others, ({ warnings }) => warnings[0]?.message ?? '')].map(([reason, some]) => (
        <p key={reason} className="muted bulk-posting-left">
          Not included: {some.map(({ name }) => name).join(', ')}. {reason}
        </p>
      ))}
    </>
  );
}

interface LinesProps {
  readonly schedule: ReviewedSchedule;
}

interface ScheduleLineProps {
  readonly schedule: ReviewedSchedule;
  readonly result: Result | undefined;
  readonly entityName: string | undefined;
  readonly isExcluded: boolean;
  /** Leaves the schedule out, or takes it in again; null once posting has begun. */
  readonly onExclude: (() => void) | null;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

function ScheduleLine({
  schedule,
  result,
  entityName,
  isExcluded,
  onExclude,
  onOpen,
  children,
}: ScheduleLineProps) {
  const { entityId, scheduleId, name, payments, total, warnings } = schedule;
  const [first, last] = [payments[0], payments.at(-1)];
  const numbers = rangesOf(payments.map(({ number }) => number))
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
    .join(', ');
  return (
    <li className="bulk-posting-line">
      <div className="bulk-posting-head">
        {onExclude && (
          <input type="checkbox" aria-label={`Post ${name}`} checked={!isExcluded} onChange={onExclude} />
        )}
        <span>
          <Link href={pathTo(paths.schedule, { entityId, scheduleId })} onClick={onOpen}>
            {name}
          </Link>
          {entityName !== undefined && <span className="muted"> · {entityName}</span>}
        </span>
        <strong className="bulk-posting-total">{formatDollars(total)}</strong>
      </div>
      <div className="muted">
        {counted(payments.length, 'payment')} ({numbers})
        {first && last && ` · ${showDate(first.date)}${first === last ? '' : ` – ${showDate(last.date)}`}`}
      </div>
      {result === undefined ? (
        <ul className="bulk-posting-warnings">
          {warnings.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      ) : (
        <ResultLines result={result} payments={payments} />
      )}
      {result === undefined && <Lines schedule={schedule} />}
      {children}
    </li>
  );
}

/** The bank account and the lines of a schedule's documents, read from Xero once they are asked for. */
function Lines({ schedule: { entityId, scheduleId, name, payments, bankAccountId } }: LinesProps) {
  const [isOpen, setOpen] = useState(false);
  const { preview, error } = usePreview(
    isOpen ? { params: { entityId, scheduleId }, selected: payments } : null,
    readPreview,
  );
  return (
    <details className="bulk-posting-lines" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Bank account and lines of ${name}`}>Bank account and lines</summary>
      {isOpen && error !== undefined && <Notice tone="error">{messageOf(error, POSTING_FAILED)}</Notice>}
      {isOpen && !preview && error === undefined && <Bar width={20} />}
      {isOpen && preview && (
        <>
          <p className="card-text">
            From {bankName(preview, bankAccountId)} to {preview.contact}
          </p>
          {preview.documents.map((document) => (
            <ReviewedDocument key={documentKey(document)} document={document} accounts={preview.accounts} />
          ))}
        </>
      )}
    </details>
  );
}

function ResultLines({
  result: { asked, posted, failures, stoppedBy },
  payments,
}: {
  readonly result: Result;
  readonly payments: ReviewedSchedule['payments'];
}) {
  const numbers = new Map(payments.map(({ id, number }) => [id, number]));
  const reasons = failures.map(({ id, message }) => `Payment ${numbers.get(id) ?? '?'}: ${message}`);
  return (
    <ul className="bulk-posting-results">
      <li>
        {posted.length} of {asked} posted
        {asked < payments.length && `, ${payments.length - asked} left out`}
      </li>
      {[...reasons, ...(stoppedBy === null ? [] : [stoppedBy])].map((reason) => (
        <li key={reason} className="bulk-posting-problem">
          {reason}
        </li>
      ))}
    </ul>
  );
}
