/** A document that is about to be posted, with its lines. */
import type { ReactNode } from 'react';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { call } from '../data/api.ts';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { taxName } from '../ui/tax-name.ts';
import type { PaymentsPreview } from './coded-match.tsx';
import { optionsText } from './line-tracking.ts';
import './reviewed-document.css';

const PREVIEW = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview';
type PlannedDocument = PaymentsPreview['documents'][number];

/** The most payments that one call previews. */
const AT_ONCE = 500;

/** Code and name of the bank account, as far as they are known. */
export function bankName(
  preview: PaymentsPreview | undefined,
  bankAccountId: string | null | undefined,
): string {
  const account = preview?.accounts.find(({ id }) => id === bankAccountId);
  return account ? `${account.code} ${account.name}`.trim() : 'the bank account';
}

export function ReviewedDocument({
  document: { number, part, date, bankAmount, lines },
  accounts,
  children,
}: {
  readonly document: PlannedDocument;
  readonly accounts: PaymentsPreview['accounts'];
  readonly children?: ReactNode;
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
                {line.taxType !== NO_GST && `, ${taxName(line.taxType)}`}
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

type SelectedPayment = Pick<SchedulePayment, 'id' | 'number'>;

interface Selected {
  readonly params: ScheduleParams;
  readonly selected: readonly SelectedPayment[];
}

/** Reads the documents of payments, in as many calls as it takes. */
export async function readPreview({ params, selected }: Selected): Promise<PaymentsPreview> {
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
