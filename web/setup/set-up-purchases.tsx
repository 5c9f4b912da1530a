import type { ScheduleSummary } from '../data/answers.ts';
import { counted } from '../data/counted.ts';
import { useApi } from '../data/api.ts';
import { formatDollars } from '../ui/money.tsx';
import { PurchaseLink } from './purchase-link.tsx';

/** The most links that are shown at once; more of them are folded. */
const AT_A_GLANCE = 5;

interface SetUpPurchasesProps {
  readonly entityId: string;
  readonly loans: readonly ScheduleSummary[];
  /** The day of the opening balances, as typed. */
  readonly date: string;
}

/** The purchases of the loans that are opened at their start, whose lines take the place of the opposite account. */
export function SetUpPurchases({ entityId, loans, date }: SetUpPurchasesProps) {
  const opened = loans.filter(({ startDate }) => date <= startDate);
  if (opened.length === 0) return null;
  const setUp = loans.map(({ id }) => id);
  const list = (
    <ul className="set-up-list">
      {opened.map(({ id, description, hasPurchase }) => (
        <li key={id}>
          <PurchaseLink
            params={{ entityId, scheduleId: id }}
            setUp={setUp}
            {...(loans.length > 1 && { name: description })}
          />
          {hasPurchase && <SavedPurchase entityId={entityId} scheduleId={id} />}
        </li>
      ))}
    </ul>
  );
  return (
    <div className="field">
      <span className="field-label">A new asset</span>
      {opened.length > AT_A_GLANCE ? (
        <details>
          <summary>From the invoices of {counted(opened.length, 'loan')}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      <p className="field-hint">
        Price, GST, charges, trade-in and deposit as on the dealer’s invoice. They replace the account to
        balance against.
      </p>
    </div>
  );
}

/** Says that a purchase is saved, and which of its lines still need an account. */
function SavedPurchase(params: { readonly entityId: string; readonly scheduleId: string }) {
  const { data: purchase } = useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/purchase',
    { params },
    { shouldRetryOnError: false },
  );
  if (!purchase) return null;
  const open = purchase.lines.filter(({ accountId }) => accountId === null);
  const names = [...new Set(open.map(({ description }) => description))];
  return (
    <span className="cell-detail">
      Saved: {formatDollars(purchase.financed)} financed.
      {names.length > 0 && ` Still needed in it: the account of ${names.join('; ')}.`}
    </span>
  );
}
