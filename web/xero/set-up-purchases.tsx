import type { ScheduleSummary } from '../data/answers.ts';
import { PurchaseLink } from './purchase-link.tsx';

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
  return (
    <div className="field">
      <span className="field-label">A new asset</span>
      <ul className="set-up-list">
        {opened.map(({ id, description }) => (
          <li key={id}>
            <PurchaseLink
              params={{ entityId, scheduleId: id }}
              setUp={setUp}
              {...(loans.length > 1 && { name: description })}
            />
          </li>
        ))}
      </ul>
      <p className="field-hint">
        Price, GST, charges, trade-in and deposit as on the dealer’s invoice. They replace the account to
        balance against.
      </p>
    </div>
  );
}
