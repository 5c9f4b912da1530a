/** The columns of the summary, with a field for the balance of each lender's statement. */
import { CheckIcon } from '@primer/octicons-react';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars } from '../../domain/money.ts';
import { showDate } from '../ui/dates.ts';
import { MoneyInput } from '../ui/money-input.tsx';
import { formatRate, Money } from '../ui/money.tsx';
import type { Loan, SectionColumn } from './section-table.tsx';
import { STATEMENT } from './statement-keys.ts';

/** The input of the user about a loan; an absent field is as stored. */
export interface Typed {
  readonly balance?: string;
  readonly reason?: string;
}

/** A statement as it stands on the page, its balance as text. A statement that agrees has no reason. */
export function statementOf(loan: Loan, typed: Typed = {}): Required<Typed> {
  const { statement } = loan;
  const balance = typed.balance ?? statement?.balance.toFixed(2) ?? '';
  const difference = differenceOf(loan, balance);
  const reason = typed.reason ?? statement?.reason ?? '';
  return { balance, reason: difference === null || difference === 0 ? '' : reason };
}

/** Dollars, or null where nothing is typed. */
export function balanceOf(text: string): number | null {
  const amount = parseMoneyInput(text);
  return amount === undefined ? null : toDollars(amount);
}

/** The statement's balance less what the contract owes, in dollars. */
function differenceOf({ owed }: Loan, text: string): number | null {
  const balance = balanceOf(text);
  return balance === null ? null : Math.round((balance - owed) * 100) / 100;
}

interface Context {
  readonly loans: readonly Loan[];
  readonly typed: ReadonlyMap<string, Typed>;
  readonly type: (scheduleId: string, next: Typed) => void;
  readonly mayEdit: (loan: Loan) => boolean;
}

export function statementColumns({ loans, typed, type, mayEdit }: Context): readonly SectionColumn[] {
  const stated = (loan: Loan): Required<Typed> => statementOf(loan, typed.get(loan.scheduleId));
  const difference = (loan: Loan): number | null => differenceOf(loan, stated(loan).balance);
  const hasLedger = loans.some(({ ledger }) => ledger !== null);
  return [
    {
      label: 'Rate',
      show: ({ interestRate }) => formatRate(interestRate),
      sortBy: (loan) => loan.interestRate,
    },
    {
      label: 'Ends',
      show: ({ endDate }) => <span className="date">{showDate(endDate)}</span>,
      sortBy: ({ endDate }) => endDate,
    },
    { label: 'Closing balance', amount: ({ movement }) => movement.closing },
    { label: 'Current', amount: ({ split }) => split.current.net },
    { label: 'Non-current', amount: ({ split }) => split.nonCurrent.net },
    { label: 'Accrued interest', amount: ({ accruedInterest }) => accruedInterest },
    {
      label: 'Statement balance',
      // Rows keep their places while a balance is typed.
      sortBy: ({ statement }) => statement?.balance ?? null,
      amount: (loan) => balanceOf(stated(loan).balance),
      show: (loan) =>
        mayEdit(loan) ? (
          <MoneyInput
            {...{ [STATEMENT]: loan.scheduleId }}
            aria-label={`Statement balance of ${loan.description}`}
            className="report-statement"
            value={stated(loan).balance}
            onChange={(balance) => type(loan.scheduleId, { balance })}
          />
        ) : loan.statement ? (
          <Money dollars={loan.statement.balance} />
        ) : (
          <span className="muted">not entered</span>
        ),
    },
    {
      label: 'Difference',
      sortBy: ({ statement }) => statement?.difference ?? null,
      amount: difference,
      show: (loan) => (
        <Agreement
          loan={loan}
          difference={difference(loan)}
          reason={stated(loan).reason}
          onType={mayEdit(loan) ? (reason) => type(loan.scheduleId, { reason }) : undefined}
        />
      ),
    },
    ...(hasLedger
      ? [
          { label: 'Xero', amount: (loan: Loan) => loan.ledger?.xero ?? null },
          { label: 'Xero difference', amount: (loan: Loan) => loan.ledger?.difference ?? null },
        ]
      : []),
  ];
}

interface AgreementProps {
  readonly loan: Loan;
  readonly difference: number | null;
  readonly reason: string;
  /** Absent where the reason can't be changed. */
  readonly onType: ((reason: string) => void) | undefined;
}

/** A tick, or the difference and why it is accepted. */
function Agreement({ loan: { description }, difference, reason, onType }: AgreementProps) {
  if (difference === null) return <span className="muted">–</span>;
  if (difference === 0) {
    return (
      <span className="report-tick">
        <CheckIcon aria-label="Agrees with the statement" />
      </span>
    );
  }
  return (
    <>
      <Money dollars={difference} />
      {onType ? (
        <input
          className="input report-reason"
          aria-label={`Why the difference of ${description} is accepted`}
          placeholder="Reason"
          maxLength={255}
          value={reason}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      ) : (
        <span className="cell-detail report-accepted">{reason}</span>
      )}
    </>
  );
}
