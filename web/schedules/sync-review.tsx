import { Dialog as PrimerDialog } from '@primer/react';
import { useEffect, useMemo, useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { reviewWarnings } from '../../domain/ledger/review.ts';
import { call, type Answer } from '../api.ts';
import { messageOf } from '../problem.ts';
import { showDate, today } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { xeroTexts } from '../xero/texts.ts';
import { bankAmountOf } from './bank-amount.ts';
import type { SchedulePayment } from './selection.ts';
import './sync-review.css';

const PREVIEW = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview';
type Preview = Answer<typeof PREVIEW>;
type PlannedDocument = Preview['documents'][number];

/** The most payments that one call previews. */
const AT_ONCE = 500;

interface SyncReviewProps {
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly payments: readonly SchedulePayment[];
  readonly ids: ReadonlySet<string>;
  readonly lockDate: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** The documents that are about to be posted, with warnings. Confirm posts them. */
export function SyncReview({ params, payments, ids, lockDate, onConfirm, onClose }: SyncReviewProps) {
  const chosen = useMemo(() => payments.filter(({ id }) => ids.has(id)), [payments, ids]);
  const { preview, failure } = usePreview(params, chosen);
  const warnings = useMemo(() => warningsOf(payments, chosen, lockDate), [payments, chosen, lockDate]);
  const fees = chosen.reduce((sum, { administrationFee }) => sum + administrationFee, 0);
  return (
    <PrimerDialog
      title="Review before posting"
      subtitle={preview ? `To ${preview.contact} in Xero` : 'Reading from Xero…'}
      width="large"
      position={{ narrow: 'fullscreen', regular: 'right' }}
      onClose={onClose}
      footerButtons={[
        { content: 'Cancel', onClick: onClose },
        {
          content: chosen.length === 1 ? 'Confirm and post' : `Confirm and post ${chosen.length} payments`,
          buttonType: 'primary',
          disabled: !preview,
          onClick: onConfirm,
        },
      ]}
    >
      <div className="review">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {warnings.length > 0 && (
          <Notice tone="warning">
            <ul className="review-warnings">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Notice>
        )}
        <p className="review-total">
          <span>Leaves the bank</span>
          <strong>{formatDollars(bankAmountOf(chosen))}</strong>
          {fees > 0 && (
            <span className="muted">including fees of {formatDollars(Math.round(fees * 100) / 100)}</span>
          )}
        </p>
        {preview ? (
          preview.documents.map((document) => (
            <ReviewedDocument
              key={`${document.paymentId} ${document.part}`}
              document={document}
              accounts={preview.accounts}
            />
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
}: {
  readonly document: PlannedDocument;
  readonly accounts: Preview['accounts'];
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
      <ul className="review-lines">
        {lines.map((line) => (
          <li key={`${line.role} ${line.description} ${line.amount}`} className="review-line">
            <span className="review-account">
              {nameOf(line.accountId)}
              <span className="muted review-description">{line.description}</span>
            </span>
            <span className="review-amount">{formatDollars(line.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Loaded {
  readonly preview: Preview | null;
  readonly failure: string | null;
}

function usePreview(params: SyncReviewProps['params'], chosen: readonly SchedulePayment[]): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ preview: null, failure: null });
  const key = JSON.stringify([params, chosen.map(({ id }) => id)]);
  useEffect(() => {
    let isCurrent = true;
    const [where, ids] = JSON.parse(key) as [SyncReviewProps['params'], string[]];
    void read(where, ids).then(
      (preview) => isCurrent && setLoaded({ preview, failure: null }),
      (error: unknown) =>
        isCurrent && setLoaded({ preview: null, failure: messageOf(error, xeroTexts.syncFailed) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return loaded;
}

async function read(params: SyncReviewProps['params'], ids: readonly string[]): Promise<Preview> {
  const pages: Preview[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const body = { SyncSchedulePayments: ids.slice(from, from + AT_ONCE) };
    pages.push(await call(PREVIEW, { params, body }));
  }
  const accounts = new Map(pages.flatMap((page) => page.accounts).map((account) => [account.id, account]));
  return {
    contact: pages[0]?.contact ?? '',
    accounts: [...accounts.values()],
    documents: pages.flatMap(({ documents }) => documents),
    warnings: [],
  };
}

function warningsOf(
  payments: readonly SchedulePayment[],
  chosen: readonly SchedulePayment[],
  lockDate: string | undefined,
): string[] {
  const reviewed = payments.flatMap(
    ({ number, paymentDate, paidOn, parts, xeroSynchronized, inOpeningBalances }) => {
      const date = paidOn ?? parts.at(-1)?.date ?? paymentDate;
      const isSettled = xeroSynchronized || inOpeningBalances;
      return isCalendarDate(date) ? [{ number, date, isSettled }] : [];
    },
  );
  return reviewWarnings(
    reviewed,
    chosen.map(({ number }) => number),
    { today: today(), lockDate: lockDate !== undefined && isCalendarDate(lockDate) ? lockDate : null },
  );
}
