/** The sections of the year-end report that only show figures. */
import { Switch } from '../ui/switch.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { SectionTable, type Loan, type SectionColumn } from './section-table.tsx';

interface SectionProps {
  readonly loans: readonly Loan[];
}

const MOVEMENT: readonly SectionColumn[] = [
  { label: 'Opening', amount: ({ movement }) => movement.opening },
  { label: 'New loans', amount: ({ movement }) => movement.newLoans },
  { label: 'Interest', amount: ({ movement }) => movement.interest },
  { label: 'Payments', amount: ({ movement }) => 0 - movement.payments },
  { label: 'Extra repayments', amount: ({ movement }) => 0 - movement.extraRepayments },
  { label: 'Payouts', amount: ({ movement }) => 0 - movement.payouts },
  { label: 'Adjustments', amount: ({ movement }) => movement.adjustments },
  { label: 'Closing', amount: ({ movement }) => movement.closing },
  { label: 'Check', amount: checkOf },
];

/** The part of the closing balance that the movement does not explain, in dollars. */
function checkOf({ movement }: Loan): number {
  const { opening, newLoans, interest, payments, extraRepayments, payouts, adjustments, closing } = movement;
  const unexplained =
    opening + newLoans + interest - payments - extraRepayments - payouts + adjustments - closing;
  return Math.round(unexplained * 100) / 100;
}

export function MovementSection({ loans }: SectionProps) {
  return <SectionTable label="Movement" loans={loans} columns={MOVEMENT} />;
}

/** A breached covenant makes all of a loan current: a choice that stands in the page's address. */
export function SplitSection({ loans }: SectionProps) {
  const [parameters, set] = useParameters({ replace: true });
  const chosen = new Set((parameters.get('allCurrent') ?? '').split(',').filter((id) => id !== ''));
  const toggle = (scheduleId: string): void => {
    const after = chosen.symmetricDifference(new Set([scheduleId]));
    set({ allCurrent: after.size === 0 ? null : [...after].join(',') });
  };
  const columns: readonly SectionColumn[] = [
    { label: 'Current gross', amount: ({ split }) => split.current.gross },
    { label: 'Current unexpired', amount: ({ split }) => split.current.unexpired },
    { label: 'Current net', amount: ({ split }) => split.current.net },
    { label: 'Non-current gross', amount: ({ split }) => split.nonCurrent.gross },
    { label: 'Non-current unexpired', amount: ({ split }) => split.nonCurrent.unexpired },
    { label: 'Non-current net', amount: ({ split }) => split.nonCurrent.net },
    { label: 'All current', show: (loan) => switchOf(loan, chosen, toggle) },
  ];
  return <SectionTable label="Current and non-current" loans={loans} columns={columns} />;
}

function switchOf(
  { scheduleId, description }: Loan,
  chosen: ReadonlySet<string>,
  toggle: (scheduleId: string) => void,
) {
  return (
    <Switch
      aria-label={`All of ${description} is current: a covenant is breached`}
      checked={chosen.has(scheduleId)}
      onChange={() => toggle(scheduleId)}
    />
  );
}

const MATURITY: readonly SectionColumn[] = [
  { label: 'Overdue', amount: ({ overdue }) => overdue },
  { label: 'Up to 1 year', amount: ({ maturity }) => maturity.upTo1Year },
  { label: '1 to 5 years', amount: ({ maturity }) => maturity.from1To5Years },
  { label: 'Over 5 years', amount: ({ maturity }) => maturity.over5Years },
  { label: 'Undiscounted', amount: ({ split }) => split.current.gross + split.nonCurrent.gross },
  { label: 'Carrying up to 1 year', amount: ({ carrying }) => carrying.upTo1Year },
  { label: 'Carrying 1 to 5 years', amount: ({ carrying }) => carrying.from1To5Years },
  { label: 'Carrying over 5 years', amount: ({ carrying }) => carrying.over5Years },
  { label: 'Carrying', amount: ({ movement }) => movement.closing },
];

export function MaturitySection({ loans }: SectionProps) {
  const columns = MATURITY.map((column) => ({ ...column, amount: rounded(column.amount) }));
  return <SectionTable label="Maturity" loans={loans} columns={columns} />;
}

/** Sums of dollars keep two decimals. */
const rounded =
  (amount: SectionColumn['amount']) =>
  (loan: Loan): number =>
    Math.round((amount?.(loan) ?? 0) * 100) / 100;

export function InterestSection({ loans }: SectionProps) {
  return <YearsSection label="Interest by financial year" loans={loans} which="interestByYear" />;
}

export function FeesSection({ loans }: SectionProps) {
  return <YearsSection label="Fees by financial year" loans={loans} which="feesByYear" />;
}

interface YearsSectionProps extends SectionProps {
  readonly label: string;
  readonly which: 'interestByYear' | 'feesByYear';
}

function YearsSection({ label, loans, which }: YearsSectionProps) {
  const years = [...new Set(loans.flatMap((loan) => loan[which].map(({ year }) => year)))].toSorted(
    (a, b) => a - b,
  );
  const columns = years.map((year): SectionColumn => ({
    label: `FY${year}`,
    amount: (loan) => loan[which].find((each) => each.year === year)?.amount ?? 0,
  }));
  return <SectionTable label={label} loans={loans} columns={columns} />;
}
