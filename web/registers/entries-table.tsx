import { CheckIcon, ClockIcon, LinkExternalIcon, SyncIcon, UndoIcon } from '@primer/octicons-react';
import { Label } from '@primer/react';
import { useMay } from '../data/account.ts';
import { isDeviating } from '../posting/accept-document.ts';
import { XeroMark } from '../posting/xero-mark.tsx';
import { showDate, today } from '../ui/dates.ts';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { MoneyCell } from '../ui/money.tsx';
import { Pick } from '../ui/pick.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { leftAfter } from './register-preview.tsx';
import { registerTexts } from './texts.ts';
import type { Register, RegisterEntry } from './types.ts';

interface EntriesTableProps {
  readonly register: Register;
  /** The numbers of the entries to post. */
  readonly chosen: ReadonlySet<number>;
  readonly maySync: boolean;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
  readonly onReverse: (entry: RegisterEntry) => void;
  /** For an entry that is out of date, or changed or deleted in Xero. */
  readonly onPostAgain: (entry: RegisterEntry) => void;
  /** For an entry that was changed or deleted in Xero. */
  readonly onAccept: (entry: RegisterEntry) => void;
}

/** The entries in the order of their dates. The box at the left chooses one for the next posting. */
export function EntriesTable({
  register,
  chosen,
  maySync,
  onChoose,
  onReverse,
  onPostAgain,
  onAccept,
}: EntriesTableProps) {
  const { entries } = register;
  const mayReverse = useMay('reverse postings');
  const left = leftAfter(entries);
  const hasLeft = register.kind === 'spread';
  const drawn = useDrawnRows(entries.length);
  const due = entries.filter(({ state, date }) => state === 'open' && date <= today());
  const hasAll = due.length > 0 && due.every(({ number }) => chosen.has(number));
  const hasOptions = entries.some(({ state, xeroUrl }) => state === 'posted' || xeroUrl !== null);
  const dueNumbers = new Set(due.map(({ number }) => number));
  const columns: readonly (Column | false)[] = [
    {
      label: (
        <Pick
          label="Select all entries to post"
          checked={hasAll}
          disabled={due.length === 0}
          onToggle={maySync ? () => onChoose(hasAll ? new Set() : chosen.union(dueNumbers)) : null}
        >
          Date
        </Pick>
      ),
    },
    { label: 'Text' },
    { label: 'Amount', kind: 'number' },
    hasLeft && { label: 'Left', kind: 'number' },
    { label: 'In Xero' },
    hasOptions && { label: 'Options', kind: 'options' },
  ];
  return (
    <Table
      label="Entries"
      columns={columns}
      className="table-sticky table-stack entries"
      rowCount={entries.length}
    >
      <tbody>
        {entries.slice(0, drawn).map((entry, index) => (
          <tr
            key={entry.number}
            data-selected={(entry.state === 'open' && chosen.has(entry.number)) || undefined}
          >
            <td className="date">
              <Pick
                label={`Post entry ${entry.number}`}
                checked={entry.state === 'posted' || (entry.state === 'open' && chosen.has(entry.number))}
                disabled={entry.state !== 'open'}
                onToggle={
                  maySync ? () => onChoose(chosen.symmetricDifference(new Set([entry.number]))) : null
                }
              >
                {showDate(entry.date)}
              </Pick>
            </td>
            <td data-label="Text">{entry.text}</td>
            <MoneyCell label="Amount" dollars={entry.amount} />
            {hasLeft && <MoneyCell label="Left" dollars={left[index] ?? 0} />}
            <td data-label="In Xero">
              <EntryState entry={entry} />
            </td>
            {hasOptions && (
              <td className="options">
                <EntryOptions
                  entry={entry}
                  maySync={maySync}
                  mayReverse={mayReverse && register.status !== 'archived'}
                  onReverse={() => onReverse(entry)}
                  onPostAgain={() => onPostAgain(entry)}
                  onAccept={() => onAccept(entry)}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const WORDS: Readonly<Partial<Record<RegisterEntry['state'], string>>> = {
  empty: 'Nothing to post',
  before: 'In the accounts already',
};

function EntryState({ entry }: { readonly entry: RegisterEntry }) {
  const { number, state, date, postedOn, outOfDate } = entry;
  if (state === 'posting') {
    return (
      <span className="xero-mark xero-mark-checking" title={registerTexts.checking(number)}>
        <ClockIcon size={12} aria-hidden="true" />
        Checking with Xero
      </span>
    );
  }
  if (state === 'posted') {
    return (
      <>
        <XeroMark state={entry} /> {outOfDate && <Label variant="danger">Out of date</Label>}
        {postedOn !== null && postedOn !== date && (
          <span className="cell-detail">dated {showDate(postedOn)}</span>
        )}
      </>
    );
  }
  if (state === 'open') {
    return date <= today() ? <span className="xero-mark xero-mark-late">To post</span> : '–';
  }
  return <span className="muted">{WORDS[state]}</span>;
}

interface EntryOptionsProps {
  readonly entry: RegisterEntry;
  readonly maySync: boolean;
  readonly mayReverse: boolean;
  readonly onReverse: () => void;
  readonly onPostAgain: () => void;
  readonly onAccept: () => void;
}

function EntryOptions({ entry, maySync, mayReverse, onReverse, onPostAgain, onAccept }: EntryOptionsProps) {
  const { number, state, xeroUrl, xeroStatus, outOfDate } = entry;
  const isPosted = state === 'posted';
  const deviates = isPosted && isDeviating(entry);
  const again = xeroStatus === 'missing' ? 'Post again' : 'Void and post again';
  const items = [
    xeroUrl !== null && { label: 'View in Xero', icon: LinkExternalIcon, href: xeroUrl, isExternal: true },
    mayReverse &&
      maySync &&
      (deviates || (isPosted && outOfDate)) && { label: again, icon: SyncIcon, run: onPostAgain },
    deviates && maySync && { label: 'Accept as is', icon: CheckIcon, run: onAccept },
    mayReverse && isPosted && { label: 'Reverse', icon: UndoIcon, run: onReverse },
  ].filter((item) => item !== false);
  if (items.length === 0) return null;
  return <MenuButton label={`Options of entry ${number}`} items={items} size="small" />;
}
