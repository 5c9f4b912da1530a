/** The dialog of a review that posts many documents: it stays with the progress, the result and the way back. */
import { Button, Dialog, type DialogButtonProps } from '@primer/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { DateField } from '../ui/date-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { awaitingText, titleOf } from './bulk-texts.ts';
import { cutText, GoOnButton } from './cut-line.tsx';
import { countedDocuments, type PostedDocument, type PostedWhat } from './posted.ts';
import type { Posting } from './postings.ts';
import { UndoNotice } from './undo-batch.tsx';
import type { ReviewedPosting } from './use-reviewed-posting.ts';
import { type Undo, useUndo } from './use-undo.ts';
import './bulk-posting.css';

const FIELDS = { payment: 'Payments up to', entry: 'Entries up to' } as const;

interface BulkDialogProps {
  readonly what: PostedWhat;
  /** The last day of documents to post, as typed. */
  readonly through: string;
  readonly onThrough: (through: string) => void;
  readonly posting: Pick<ReviewedPosting<unknown>, 'phase' | 'running' | 'stop' | 'goOn'>;
  /** Why the review can't be read; null if it can. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  /** The documents that are posted, in one line; null until they are read. */
  readonly summary: string | null;
  /** How many documents are posted: those that are not left out. */
  readonly count: number;
  /** Whether they can be posted now. */
  readonly isReady: boolean;
  readonly onPost: () => void;
  /** The documents that are in Xero by now. */
  readonly posted: readonly PostedDocument[];
  /** Why the rest was not posted, where the lines below do not say it. */
  readonly stoppedBy?: string | null;
  /** A further button beside the result. */
  readonly next?: DialogButtonProps | undefined;
  /** Questions of the review below its date. */
  readonly questions?: ReactNode;
  readonly onClose: () => void;
  /** A line for each schedule or register; null until they are read. */
  readonly children: ReactNode;
}

/** It stays while an undo runs, so that it shows what Xero keeps. */
export function BulkDialog(props: BulkDialogProps) {
  const { what, through, posting, failure, summary, count, posted, onClose } = props;
  const { phase, running, stop, goOn } = posting;
  const undo = useUndo(what, posted);
  const undone = undo.kept && posted.length - undo.kept.length;
  const close = phase === 'posting' ? stop : onClose;
  const body = useRef<HTMLDivElement>(null);
  /** The first choice. */
  const first = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (phase !== 'review') body.current?.focus();
  }, [phase]);
  return (
    <Dialog
      title={titleOf(phase, { what, asked: count, posted: posted.length, undone })}
      subtitle={summary ?? awaitingText(isCalendarDate(through), failure !== null)}
      width="xlarge"
      position={{ narrow: 'fullscreen', regular: 'right' }}
      onClose={() => undo.isUndoing || close()}
      initialFocusRef={first}
      footerButtons={buttonsOf(props, undo)}
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
          <Notice tone="error" action={<Button onClick={props.onRetry}>Retry</Button>}>
            {failure}
          </Notice>
        )}
        {phase === 'review' && (
          <>
            <DateField label={FIELDS[what]} value={through} onChange={props.onThrough} />
            {props.questions}
          </>
        )}
        {phase === 'posting' && running && <Progress posting={running} onGoOn={goOn} />}
        {phase === 'done' && posted.length > 0 && <UndoNotice what={what} posted={posted} undo={undo} />}
        {phase === 'done' && posted.length < count && (
          <Notice tone="warning">
            {countedDocuments(count - posted.length, what)} not posted.{' '}
            {props.stoppedBy ?? 'The reasons are below.'}
          </Notice>
        )}
        {props.children ?? (failure === null && isCalendarDate(through) && <Bar width={20} />)}
      </div>
    </Dialog>
  );
}

function buttonsOf(
  { what, posting: { phase, stop }, count, isReady, next, onPost, onClose }: BulkDialogProps,
  { isUndoing: disabled, kept }: Undo,
): DialogButtonProps[] {
  if (phase === 'posting') return [{ content: 'Stop', onClick: stop }];
  if (phase === 'done') {
    const close: DialogButtonProps = {
      content: 'Close',
      buttonType: 'primary',
      onClick: onClose,
      disabled,
    };
    return next && kept === null ? [{ ...next, disabled }, close] : [close];
  }
  return [
    { content: 'Cancel', onClick: onClose },
    {
      content: count === 0 ? 'Nothing to post' : `Post ${countedDocuments(count, what)}`,
      buttonType: 'primary',
      disabled: count === 0 || !isReady,
      onClick: onPost,
    },
  ];
}

interface ProgressProps {
  readonly posting: Posting;
  readonly onGoOn: () => void;
}

function Progress({ posting: { what, done, total, isCut }, onGoOn }: ProgressProps) {
  if (isCut) {
    const left = total - done;
    return (
      <div role="status">
        <Notice tone="warning" action={<GoOnButton left={left} onGoOn={onGoOn} />}>
          {cutText(left, what)}
        </Notice>
      </div>
    );
  }
  return (
    <div className="bulk-posting-progress" role="status">
      <p className="card-text">
        {done} of {countedDocuments(total, what)}. Xero allows 60 calls a minute, so many{' '}
        {what === 'payment' ? 'loans' : 'entries'} take some minutes.
      </p>
      <progress value={done} max={total} aria-label="Progress" />
    </div>
  );
}
