import { Dialog } from '@primer/react';
import { useRef } from 'react';
import { sumDollars } from '../../domain/money.ts';
import { counted } from '../data/counted.ts';
import { showPeriod, today } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { JournalLines } from './journal-lines.tsx';
import type { RegisterEntry } from './types.ts';
import './registers.css';

interface EntryReviewProps {
  readonly entries: readonly RegisterEntry[];
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const NO_LABELS = {};

/** The journals that are about to be posted. Confirm posts them. */
export function EntryReview({ entries, accounts, onConfirm, onClose }: EntryReviewProps) {
  const body = useRef<HTMLDivElement>(null);
  const [first, last] = [entries[0], entries.at(-1)];
  const period = first && last && showPeriod(first.date, last.date);
  return (
    <Dialog
      title="Review before posting"
      subtitle={`${counted(entries.length, 'journal')}, ${period ?? ''}`}
      width="large"
      position={{ narrow: 'fullscreen', regular: 'right' }}
      onClose={onClose}
      initialFocusRef={body}
      footerButtons={[
        { content: 'Cancel', onClick: onClose },
        {
          content: entries.length === 1 ? 'Confirm and post' : `Confirm and post ${entries.length} entries`,
          buttonType: 'primary',
          onClick: onConfirm,
        },
      ]}
    >
      <div className="entry-review" tabIndex={-1} ref={body}>
        <p className="card-text">
          <strong>{formatDollars(sumDollars(entries.map(({ amount }) => amount)))}</strong> in all. A journal
          dated on or before the lock date is dated the day after it.
        </p>
        {entries.some(isEarly) && (
          <Notice tone="warning">
            The period of some entries isn’t over. What is recorded before then can put them out of date.
          </Notice>
        )}
        {entries.map((entry) => (
          <JournalLines key={entry.number} entry={entry} accounts={accounts} labels={NO_LABELS} />
        ))}
      </div>
    </Dialog>
  );
}

/** Whether the period of an entry isn't over. Interest of a Division 7A loan counts repayments of its last day too. */
function isEarly({ date, lines }: RegisterEntry): boolean {
  const isInterest = lines.some(({ role }) => role === 'interestIncome');
  return isInterest ? date >= today() : date > today();
}
