/** The changes of a register in words, and as they are sent. */
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import type { Register, RegisterChange, Repayment } from './types.ts';

export type RecordedChange = Register['changes'][number];

/** The changes without what the record adds. */
export function sentChanges({ changes }: Register): readonly RegisterChange[] {
  return changes.map(({ number: _number, createdAt: _at, createdBy: _by, ...change }) => change);
}

export const CHANGE_LABELS: Readonly<Record<RegisterChange['kind'], string>> = {
  amount: 'New amount',
  end: 'New last day',
  'write-off': 'Write-off',
  repayment: 'Repayment',
};

/** The day from which a change counts. */
export const dateOfChange = (change: RegisterChange): string =>
  change.kind === 'write-off' || change.kind === 'repayment' ? change.date : change.from;

const WAYS: Readonly<Record<Repayment['by'], string>> = {
  cash: 'received in Xero',
  dividend: 'dividend',
  other: 'other',
};

export function describeChange(change: RegisterChange): string {
  if (change.kind === 'amount') return `Total ${formatDollars(change.total)}`;
  if (change.kind === 'end') return `Ends on ${showDate(change.to)}`;
  if (change.kind === 'write-off') return 'The rest is recognised on this day';
  const resolved = change.resolvedOn ? ` resolved on ${showDate(change.resolvedOn)}` : '';
  return `${formatDollars(change.amount)}, ${WAYS[change.by]}${resolved}`;
}
