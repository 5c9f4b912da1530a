import { useApi } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { registerTexts } from './texts.ts';
import '../ui/radio-field.css';

/** A receipt or journal in the loan account. */
export interface Found {
  readonly documentId: string;
  readonly date: string;
  readonly amount: number;
  readonly text: string;
}

/**
 * Returns what lowered the loan in Xero and no repayment names yet; undefined until it is read.
 * @param year null where nothing is searched
 */
export function useFound(params: RegisterParams, year: number | null) {
  const { data, error } = useApi(
    'GET /v1/entities/{entityId}/registers/{registerId}/found',
    year === null ? null : { params, query: { year } },
  );
  const found = data?.filter(({ changeNumber, amount }) => changeNumber === null && amount > 0);
  return { found, error };
}

interface FoundRepaymentsProps {
  readonly year: number;
  readonly found: readonly Found[] | undefined;
  readonly error: Error | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (found: Found) => void;
}

/** The receipts and journals in the loan account in Xero; each ticked one becomes a repayment. */
export function FoundRepayments({ year, found, error, chosen, onToggle }: FoundRepaymentsProps) {
  return (
    <fieldset className="field radio-field" aria-busy={!found && !error}>
      <legend className="field-label">Found in Xero in the year to 30 June {year}</legend>
      {error && <p className="field-hint">{messageOf(error, registerTexts.found)}</p>}
      {!found && !error && <Bar width={20} />}
      {found?.length === 0 && <p className="field-hint">Nothing that is not recorded yet.</p>}
      {found?.map((one) => (
        <label key={one.documentId} className="radio-choice">
          <input type="checkbox" checked={chosen.has(one.documentId)} onChange={() => onToggle(one)} />
          <span>
            {showDate(one.date)}, {formatDollars(one.amount)}
            {one.text !== '' && <span className="field-hint radio-hint">{one.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
