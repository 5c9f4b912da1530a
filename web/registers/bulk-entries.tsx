/** The review before the entries of many registers are posted, one line each; it stays with the result. */
import { Button, Dialog } from '@primer/react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isCalendarDate } from '../../domain/calendar.ts';
import { sumDollars } from '../../domain/money.ts';
import { counted } from '../data/counted.ts';
import { paths, pathTo } from '../data/paths.ts';
import { cutText, GoOnButton } from '../posting/cut-line.tsx';
import type { PostedDocument } from '../posting/posted.ts';
import { outOfXero, UndoBatch } from '../posting/undo-batch.tsx';
import { DateField } from '../ui/date-field.tsx';
import { showDate, today } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bar } from '../ui/skeleton.tsx';
import type { RegisterSummary } from './types.ts';
import { type ReviewedRegister, useBulkEntries } from './use-bulk-entries.ts';
import '../posting/bulk-posting.css';

interface BulkEntriesProps {
  readonly entityId: string;
  readonly registers: readonly RegisterSummary[];
  /** A word for one of them. */
  readonly noun: string;
  readonly onClose: () => void;
}

export function BulkEntries({ entityId, registers, noun, onClose }: BulkEntriesProps) {
  const [through, setThrough] = useState<string>(today);
  const [undone, setUndone] = useState<number | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const run = useBulkEntries(entityId, registers, isCalendarDate(through) ? through : null);
  const { review, failure, phase, running, retry, start, stop, goOn } = run;
  const body = useRef<HTMLDivElement>(null);
  /** The first choice. */
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (phase !== 'review') body.current?.focus();
  }, [phase]);
  const ready = review?.filter(({ id, entries }) => entries.length > 0 && !left.has(id)) ?? [];
  const count = ready.reduce((sum, { entries }) => sum + entries.length, 0);
  const posted = running?.posted ?? [];
  return (
    <Dialog
      title={phase === 'done' ? outcomeOf(posted.length, count, undone) : TITLES[phase]}
      subtitle={review ? summaryOf(ready, noun) : 'Reading what is due…'}
      width="xlarge"
      position={{ narrow: 'fullscreen', regular: 'right' }}
      onClose={phase === 'posting' ? stop : onClose}
      initialFocusRef={first}
      footerButtons={
        phase === 'review'
          ? [
              { content: 'Cancel', onClick: onClose },
              {
                content: count === 0 ? 'Nothing to post' : `Post ${counted(count, 'entry', 'entries')}`,
                buttonType: 'primary',
                disabled: count === 0 || failure !== null,
                onClick: () => start(ready),
              },
            ]
          : [
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
        {phase === 'review' && <DateField label="Entries up to" value={through} onChange={setThrough} />}
        {phase === 'posting' && running && (
          <Progress done={running.done} total={running.total} isCut={running.isCut} onGoOn={goOn} />
        )}
        {phase === 'done' && (
          <>
            {posted.length > 0 && <UndoBatch what="entry" posted={posted} onUndone={setUndone} />}
            {posted.length < count && (
              <Notice tone="warning">
                {counted(count - posted.length, 'entry', 'entries')} not posted.{' '}
                {running?.stoppedBy ?? 'The reasons are below.'}
              </Notice>
            )}
          </>
        )}
        {review ? (
          <ul className="bulk-posting-list">
            {review
              .filter(({ entries }) => entries.length > 0)
              .map((register) => (
                <RegisterLine
                  key={register.id}
                  entityId={entityId}
                  register={register}
                  isLeft={left.has(register.id)}
                  onToggle={
                    phase === 'review'
                      ? () => setLeft(left.symmetricDifference(new Set([register.id])))
                      : null
                  }
                  result={phase === 'review' ? null : resultOf(register, posted, running?.failures ?? [])}
                  onOpen={onClose}
                />
              ))}
          </ul>
        ) : (
          failure === null && <Bar width={20} />
        )}
      </div>
    </Dialog>
  );
}

const TITLES = { review: 'Review before posting', posting: 'Posting to Xero' } as const;

function outcomeOf(posted: number, count: number, undone: number | null): string {
  if (undone !== null) return outOfXero(undone, 'entry');
  if (posted === 0) return 'Nothing was posted';
  return posted < count ? `${posted} of ${counted(count, 'entry', 'entries')} posted` : 'Posted to Xero';
}

function summaryOf(ready: readonly ReviewedRegister[], noun: string): string {
  const entries = ready.flatMap((register) => register.entries);
  const dates = entries.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 'Everything up to this date is in Xero.';
  const period = first === last ? showDate(first) : `${showDate(first)} – ${showDate(last)}`;
  const total = formatDollars(sumDollars(entries.map(({ amount }) => amount)));
  return `${counted(entries.length, 'entry', 'entries')} of ${counted(ready.length, noun)}, ${period}, ${total}`;
}

function Progress({
  done,
  total,
  isCut,
  onGoOn,
}: {
  readonly done: number;
  readonly total: number;
  readonly isCut: boolean;
  readonly onGoOn: () => void;
}) {
  const left = total - done;
  if (isCut) {
    return (
      <div role="status">
        <Notice tone="warning" action={<GoOnButton left={left} onGoOn={onGoOn} />}>
          {cutText(left, 'entry')}
        </Notice>
      </div>
    );
  }
  return (
    <div className="bulk-posting-progress" role="status">
      <p className="card-text">
        {done} of {counted(total, 'entry', 'entries')}. Xero allows 60 calls a minute, so many entries take
        some minutes.
      </p>
      <progress value={done} max={total} aria-label="Progress" />
    </div>
  );
}

interface LineResult {
  readonly posted: number;
  readonly reasons: readonly string[];
}

const resultOf = (
  { id }: ReviewedRegister,
  posted: readonly PostedDocument[],
  failures: readonly { readonly id: string; readonly message: string }[],
): LineResult => ({
  posted: posted.filter((one) => one.id.startsWith(`${id} `)).length,
  reasons: [...new Set(failures.flatMap((one) => (one.id.startsWith(`${id} `) ? [one.message] : [])))],
});

interface RegisterLineProps {
  readonly entityId: string;
  readonly register: ReviewedRegister;
  readonly isLeft: boolean;
  /** Null once posting has begun. */
  readonly onToggle: (() => void) | null;
  readonly result: LineResult | null;
  readonly onOpen: () => void;
}

function RegisterLine({ entityId, register, isLeft, onToggle, result, onOpen }: RegisterLineProps) {
  const { id, name, entries, warning } = register;
  const [first, last] = [entries[0], entries.at(-1)];
  return (
    <li className="bulk-posting-line">
      <div className="bulk-posting-head">
        <span className="pick">
          {onToggle && (
            <input type="checkbox" aria-label={`Include ${name}`} checked={!isLeft} onChange={onToggle} />
          )}
          <Link href={pathTo(paths.registerPage, { entityId, registerId: id })} onClick={onOpen}>
            {name}
          </Link>
        </span>
        <strong className="bulk-posting-total">
          {formatDollars(sumDollars(entries.map(({ amount }) => amount)))}
        </strong>
      </div>
      <div className="muted">
        {counted(entries.length, 'entry', 'entries')}
        {first && last && ` · ${showDate(first.date)}${first === last ? '' : ` – ${showDate(last.date)}`}`}
      </div>
      {result === null
        ? warning !== null && <div className="bulk-posting-warnings">{warning}</div>
        : !isLeft && (
            <ul className="bulk-posting-results">
              <li>
                {result.posted} of {entries.length} posted
              </li>
              {result.reasons.map((reason) => (
                <li key={reason} className="bulk-posting-problem">
                  {reason}
                </li>
              ))}
            </ul>
          )}
    </li>
  );
}
