import { CheckIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { moneyInputProblem, parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars } from '../../domain/money.ts';
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { MoneyInput } from '../ui/money-input.tsx';
import { formatRate } from '../ui/money.tsx';
import { showDate } from '../ui/dates.ts';
import { toast } from '../ui/toasts.tsx';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useMay } from '../data/account.ts';
import { SectionTable, type Loan, type SectionColumn } from './section-table.tsx';
import { reportTexts } from './texts.ts';

const SAVE = 'PUT /v1/reports/loans/{date}/statements';

interface SummarySectionProps {
  readonly loans: readonly Loan[];
  readonly date: string;
}

/** The loans with their closing balances, beside which the balances of lenders' statements are typed in. */
export function SummarySection({ loans, date }: SummarySectionProps) {
  const mayEdit = useMay('edit schedules');
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const changed = loans.filter(({ scheduleId, statement }) => {
    const text = typed.get(scheduleId);
    return text !== undefined && balanceOf(text) !== (statement?.balance ?? null);
  });
  const hasLedger = loans.some(({ ledger }) => ledger !== null);
  const hasProblem = [...typed.values()].some((text) => moneyInputProblem(text) !== undefined);
  useUnsavedChanges(changed.length > 0);
  const { isBusy, form } = useSubmit({
    send: async () => {
      const body = changed.map(({ scheduleId }) => ({
        scheduleId,
        balance: balanceOf(typed.get(scheduleId) ?? ''),
      }));
      for (const part of partsOf(changed, body)) await call(SAVE, { params: { date }, body: part });
      // The typed balances stay until the report shows the stored ones.
      await refreshAfter(SAVE);
      setTyped(new Map());
      toast.success(reportTexts.saved(body.length));
    },
    onFailure: (error) => toast.failure(error, reportTexts.save),
  });
  return (
    <form {...form}>
      <SectionTable
        label="Summary"
        loans={loans}
        columns={columnsOf(mayEdit, hasLedger, typed, (scheduleId, text) =>
          setTyped((before) => new Map(before).set(scheduleId, text)),
        )}
      />
      {mayEdit && (
        <div className="report-save">
          <span className="card-text">Type in the balance of each lender’s statement to tick it off.</span>
          <Button
            type="submit"
            variant="primary"
            disabled={changed.length === 0 || hasProblem}
            loading={isBusy}
          >
            Save statements
          </Button>
        </div>
      )}
    </form>
  );
}

/** Entities and statements that one call saves. */
const MOST_ENTITIES = 32;
const MOST_STATEMENTS = 150;

type Body = readonly { readonly scheduleId: string; readonly balance: number | null }[];

/** Splits statements into calls, each of which saves all of its own or none. */
function partsOf(loans: readonly Loan[], statements: Body): Body[] {
  const parts: { entities: Set<string>; body: Body[number][] }[] = [];
  for (const [index, statement] of statements.entries()) {
    const entityId = loans[index]?.entityId ?? '';
    const last = parts.at(-1);
    const isFull =
      !last ||
      last.body.length === MOST_STATEMENTS ||
      (last.entities.size === MOST_ENTITIES && !last.entities.has(entityId));
    const part = isFull ? { entities: new Set<string>(), body: [] } : last;
    if (isFull) parts.push(part);
    part.entities.add(entityId);
    part.body.push(statement);
  }
  return parts.map(({ body }) => body);
}

/** Dollars, or null where nothing is typed. */
function balanceOf(text: string): number | null {
  const amount = parseMoneyInput(text);
  return amount === undefined ? null : toDollars(amount);
}

function columnsOf(
  mayEdit: boolean,
  hasLedger: boolean,
  typed: ReadonlyMap<string, string>,
  onType: (scheduleId: string, text: string) => void,
): readonly SectionColumn[] {
  const statement: SectionColumn = mayEdit
    ? {
        label: 'Statement balance',
        show: (loan) => (
          <MoneyInput
            aria-label={`Statement balance of ${loan.description}`}
            className="report-statement"
            value={typed.get(loan.scheduleId) ?? loan.statement?.balance.toFixed(2) ?? ''}
            onChange={(text) => onType(loan.scheduleId, text)}
          />
        ),
      }
    : { label: 'Statement balance', amount: (loan) => loan.statement?.balance ?? null };
  return [
    { label: 'Rate', show: ({ interestRate }) => formatRate(interestRate) },
    { label: 'Ends', show: ({ endDate }) => <span className="date">{showDate(endDate)}</span> },
    { label: 'Closing balance', amount: ({ movement }) => movement.closing },
    { label: 'Current', amount: ({ split }) => split.current.net },
    { label: 'Non-current', amount: ({ split }) => split.nonCurrent.net },
    { label: 'Accrued interest', amount: ({ accruedInterest }) => accruedInterest },
    statement,
    { label: 'Difference', amount: (loan) => loan.statement?.difference ?? null },
    ...(hasLedger
      ? [
          { label: 'Xero', amount: (loan: Loan) => loan.ledger?.xero ?? null },
          { label: 'Xero difference', amount: (loan: Loan) => loan.ledger?.difference ?? null },
        ]
      : []),
    {
      label: 'Agrees',
      show: (loan) =>
        loan.statement?.difference === 0 && (
          <span className="report-tick">
            <CheckIcon aria-label="Agrees with the statement" />
          </span>
        ),
    },
  ];
}
