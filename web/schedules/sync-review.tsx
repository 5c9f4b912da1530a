import { Button, Dialog as PrimerDialog } from '@primer/react';
import { useMemo, useRef, useState } from 'react';
import { sumDollars } from '../../domain/money.ts';
import {
  answeredPayments,
  type CodedAnswers,
  CodedMatch,
  CodedSummary,
  documentKey,
  type PaymentsPreview,
  unanswered,
  Unsearched,
  useRepeats,
} from '../posting/coded-match.tsx';
import type { Decision } from '../posting/post-payments.ts';
import { bankName, readPreview, ReviewedDocument } from '../posting/reviewed-document.tsx';
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { ReconnectButton } from '../xero/reconnect-button.tsx';
import { xeroTexts } from '../xero/texts.ts';
import { bankAmountOf } from '../posting/bank-amount.ts';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import './sync-review.css';

interface SyncReviewProps {
  readonly params: ScheduleParams;
  readonly payments: readonly SchedulePayment[];
  readonly ids: ReadonlySet<string>;
  /** The bank account's id in Xero. */
  readonly bankAccountId: string | null | undefined;
  readonly onConfirm: (ids: readonly string[], decisions: readonly Decision[]) => void;
  readonly onClose: () => void;
}

/** The documents that are about to be posted, with warnings. Confirm posts them. */
export function SyncReview({ params, payments, ids, bankAccountId, onConfirm, onClose }: SyncReviewProps) {
  const [answers, setAnswers] = useState<CodedAnswers>(new Map());
  const chosen = useMemo(() => payments.filter(({ id }) => ids.has(id)), [payments, ids]);
  const read = usePreview(
    { params, selected: chosen.map(({ id, number }) => ({ id, number })) },
    readPreview,
  );
  const body = useRef<HTMLDivElement>(null);
  const repeat = useRepeats(read.reload);
  const preview = read.isCurrent ? read.preview : undefined;
  const warnings = preview?.warnings ?? [];
  const bank = bankName(preview, bankAccountId);
  const posted = answeredPayments(ids, answers);
  const documents = preview?.documents ?? [];
  // What is left out stays in the bank, and what is corrected has left it already.
  const isCorrected = (id: string): boolean =>
    posted.decisions.some(({ paymentId, decision }) => paymentId === id && decision === 'correct');
  const leaving = chosen.filter(({ id }) => posted.ids.includes(id) && !isCorrected(id));
  const fees = sumDollars(leaving.map(({ administrationFee }) => administrationFee));
  return (
    <PrimerDialog
      title="Review before posting"
      subtitle={subtitleOf(preview, read.error)}
      width="large"
      position={{ narrow: 'fullscreen', regular: 'right' }}
      onClose={onClose}
      initialFocusRef={body}
      footerButtons={[
        { content: 'Cancel', onClick: onClose },
        {
          content:
            posted.ids.length === 1 ? 'Confirm and post' : `Confirm and post ${posted.ids.length} payments`,
          buttonType: 'primary',
          disabled: !preview || unanswered(documents, answers).length > 0 || posted.ids.length === 0,
          onClick: () => onConfirm(posted.ids, posted.decisions),
        },
      ]}
    >
      <div className="review" tabIndex={-1} ref={body}>
        {read.error && (
          <Notice tone="error" action={<Button onClick={read.reload}>Retry</Button>}>
            {messageOf(read.error, xeroTexts.syncFailed)}
          </Notice>
        )}
        {warnings.length > 0 && (
          <Notice tone="warning">
            <ul className="review-warnings">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Notice>
        )}
        {preview && (
          <Unsearched
            ranges={preview.unsearched}
            onRepeat={repeat}
            reconnect={<ReconnectButton {...params} />}
          />
        )}
        <CodedSummary documents={documents} answers={answers} onAnswer={setAnswers} />
        <p className="review-total">
          <strong>{formatDollars(bankAmountOf(leaving))}</strong>
          <span>from {bank}</span>
          {fees > 0 && <span className="muted">including fees of {formatDollars(fees)}</span>}
        </p>
        {preview
          ? documents.map((document) => (
              <ReviewedDocument key={documentKey(document)} document={document} accounts={preview.accounts}>
                <CodedMatch document={document} bank={bank} answers={answers} onAnswer={setAnswers} />
              </ReviewedDocument>
            ))
          : !read.error && (
              <div className="review-document">
                <Bar width={20} />
              </div>
            )}
      </div>
    </PrimerDialog>
  );
}

function subtitleOf(preview: PaymentsPreview | undefined, error: Error | undefined): string {
  if (preview) return `To ${preview.contact} in Xero`;
  return error ? 'The documents could not be read.' : 'Reading from Xero…';
}
