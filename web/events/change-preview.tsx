import type { Terms } from '../../domain/amortisation/terms.ts';
import { Notice } from '../ui/notice.tsx';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { BalanceChart } from './balance-chart.tsx';
import { DocumentTable } from './document-table.tsx';
import { FiguresComparison } from './figures-comparison.tsx';
import { NewLoan } from './new-loan.tsx';
import { PaymentsComparison } from './payments-comparison.tsx';
import { eventTexts } from './texts.ts';
import type { Schedule } from '../data/answers.ts';
import type { ChangeBody, ChangePreview } from './types.ts';

interface ChangeEffectProps {
  readonly schedule: Schedule;
  readonly body: ChangeBody | undefined;
  /** The terms of the contract that a refinance begins. */
  readonly newTerms: Terms | undefined;
  readonly preview: ChangePreview | undefined;
  readonly isCurrent: boolean;
  /** Why the service refuses the change. */
  readonly refusal: string | undefined;
  readonly accounts: readonly LedgerAccount[] | undefined;
}

/** The effect of a change as the service will record and post it. */
export function ChangeEffect({
  schedule,
  body,
  newTerms,
  preview,
  isCurrent,
  refusal,
  accounts,
}: ChangeEffectProps) {
  const message = refusal ?? (preview && body ? undefined : eventTexts.incomplete);
  if (message !== undefined || !preview || !body) {
    return (
      <section className="card preview" aria-label="Preview">
        <p className="preview-message" role="status">
          {message}
        </p>
      </section>
    );
  }
  const endsContract = body.kind === 'payout' || body.kind === 'refinance';
  return (
    <section
      className="change-preview"
      aria-label="Preview"
      aria-busy={!isCurrent}
      data-stale={!isCurrent || undefined}
    >
      {preview.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <div className="card">
        <FiguresComparison before={preview.before} after={preview.after} />
      </div>
      {newTerms && <NewLoan terms={newTerms} />}
      <div className="card">
        <h2 className="change-heading">{headingOf(preview.documents.length)}</h2>
        {preview.documents.length === 0 && <p className="document-empty">{eventTexts.nothingToPost}</p>}
        {preview.documents.map((document, index) => (
          <DocumentTable
            // oxlint-disable-next-line react/no-array-index-key -- documents don't move
            key={index}
            {...(index === 1 && { title: 'Opening balances of the new schedule' })}
            document={document}
            accounts={accounts}
            schedule={schedule}
          />
        ))}
      </div>
      <div className="card">
        <BalanceChart
          schedule={schedule}
          after={preview.after.schedulePayments}
          date={body.date}
          endsContract={endsContract}
        />
        <PaymentsComparison
          before={schedule.schedulePayments}
          after={preview.after.schedulePayments}
          k={preview.k}
        />
      </div>
    </section>
  );
}

function headingOf(documents: number): string {
  if (documents === 0) return 'Nothing to post';
  return documents > 1 ? 'Documents to post' : 'Document to post';
}
