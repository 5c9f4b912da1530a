import { Dialog as PrimerDialog } from '@primer/react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { AU_TAX_RATES, NO_GST } from '../../domain/gst/tax-types.ts';
import { call } from '../data/api.ts';
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
import { messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { showDate } from '../ui/dates.ts';
import { optionsText } from '../xero/line-tracking.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { ReconnectButton } from '../xero/reconnect-button.tsx';
import { xeroTexts } from '../xero/texts.ts';
import { bankAmountOf } from '../posting/bank-amount.ts';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import './sync-review.css';

const PREVIEW = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview';
type PlannedDocument = PaymentsPreview['documents'][number];

/** The most payments that one call previews. */
const AT_ONCE = 500;

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
  const account = preview?.accounts.find(({ id }) => id === bankAccountId);
  const bank = account ? `${account.code} ${account.name}`.trim() : 'the bank account';
  const posted = answeredPayments(ids, answers);
  const documents = preview?.documents ?? [];
  // What is left out stays in the bank, and what is corrected has left it already.
  const isCorrected = (id: string): boolean =>
    posted.decisions.some(({ paymentId, decision }) => paymentId === id && decision === 'correct');
  const leaving = chosen.filter(({ id }) => posted.ids.includes(id) && !isCorrected(id));
  const fees = leaving.reduce((sum, { administrationFee }) => sum + administrationFee, 0);
  return (
    <PrimerDialog
      title="Review before posting"
      subtitle={preview ? `To ${preview.contact} in Xero` : 'Reading from Xero…'}
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
        {read.error && <Notice tone="error">{messageOf(read.error, xeroTexts.syncFailed)}</Notice>}
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
          {fees > 0 && (
            <span className="muted">including fees of {formatDollars(Math.round(fees * 100) / 100)}</span>
          )}
        </p>
        {preview ? (
          documents.map((document) => (
            <ReviewedDocument key={documentKey(document)} document={document} accounts={preview.accounts}>
              <CodedMatch document={document} bank={bank} answers={answers} onAnswer={setAnswers} />
            </ReviewedDocument>
          ))
        ) : (
          <div className="review-document">
            <Bar width={20} />
          </div>
        )}
      </div>
    </PrimerDialog>
  );
}

function ReviewedDocument({
  document: { number, part, date, bankAmount, lines },
  accounts,
  children,
}: {
  readonly document: PlannedDocument;
  readonly accounts: PaymentsPreview['accounts'];
  readonly children: ReactNode;
}) {
  const nameOf = (id: string | null): string => {
    const account = accounts.find((each) => each.id === id);
    return account ? `${account.name}${account.code === '' ? '' : ` (${account.code})`}` : '–';
  };
  return (
    <section className="review-document" aria-label={`Document of payment ${number}`}>
      <header className="review-head">
        <strong>
          Payment {number}
          {part > 0 && `, part ${part}`}
        </strong>
        <span className="muted">{showDate(date)}</span>
        <strong className="review-amount">
          {bankAmount === 0 ? 'Journal' : formatDollars(Math.abs(bankAmount))}
        </strong>
      </header>
      {children}
      <ul className="review-lines">
        {lines.map((line) => (
          <li key={`${line.role} ${line.description} ${line.amount}`} className="review-line">
            <span className="review-account">
              {nameOf(line.accountId)}
              <span className="muted review-description">
                {line.description}
                {line.taxType !== NO_GST && `, ${TAX_NAMES[line.taxType]}`}
                {line.tracking.length > 0 && `, ${optionsText(line.tracking)}`}
              </span>
            </span>
            <span className="review-amount">{formatDollars(line.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TAX_NAMES: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
  AU_TAX_RATES.map(({ taxType, name }) => [taxType, name]),
);

type SelectedPayment = Pick<SchedulePayment, 'id' | 'number'>;

interface Selected {
  readonly params: SyncReviewProps['params'];
  readonly selected: readonly SelectedPayment[];
}

async function readPreview({ params, selected }: Selected): Promise<PaymentsPreview> {
  const pages: PaymentsPreview[] = [];
  const selectedNumbers = selected.map(({ number }) => number);
  for (let from = 0; from < selected.length; from += AT_ONCE) {
    const ids = selected.slice(from, from + AT_ONCE).map(({ id }) => id);
    pages.push(await call(PREVIEW, { params, body: { SyncSchedulePayments: ids, selectedNumbers } }));
  }
  const accounts = new Map(pages.flatMap((page) => page.accounts).map((account) => [account.id, account]));
  return {
    contact: pages[0]?.contact ?? '',
    accounts: [...accounts.values()],
    documents: pages.flatMap(({ documents }) => documents),
    unsearched: pages.flatMap(({ unsearched }) => unsearched),
    warnings: pages[0]?.warnings ?? [],
  };
}
