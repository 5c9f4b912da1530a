/** The changes of a register in words, and as they are sent. */
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import type { Register, RegisterChange } from './types.ts';

export type RecordedChange = Register['changes'][number];

/** The changes without what the record adds. */
export const sentChanges = ({ changes }: Register): readonly RegisterChange[] =>
  changes.map(({ number: _number, createdAt: _at, createdBy: _by, ...change }) => change);

export const CHANGE_LABELS: Readonly<Record<RegisterChange['kind'], string>> = {
  amount: 'New amount',
  end: 'New last day',
  'write-off': 'Write-off',
};

/** The day from which a change counts. */
export const dateOfChange = (change: RegisterChange): string =>
  change.kind === 'write-off' ? change.date : change.from;

export function describeChange(change: RegisterChange): string {
  if (change.kind === 'amount') return `Total ${formatDollars(change.total)}`;
  return change.kind === 'end' ? `Ends on ${showDate(change.to)}` : 'The rest is recognised on this day';
}
