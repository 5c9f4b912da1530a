import { type LedgerAccount, nameOfAccount } from '../xero/account-fields.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';
import type { PreviewedEntry } from './types.ts';

const COLUMNS: readonly Column[] = [
  { label: 'Account' },
  { label: 'Debit', kind: 'number' },
  { label: 'Credit', kind: 'number' },
];

interface JournalLinesProps {
  readonly entry: PreviewedEntry;
  /** Undefined without a link to Xero, or until loaded. */
  readonly accounts: readonly LedgerAccount[] | undefined;
  /** By role: what stands in place of an account that is not chosen. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The journal of an entry, with both sides. */
export function JournalLines({ entry: { number, date, text, lines }, accounts, labels }: JournalLinesProps) {
  const nameOf = (id: string | null, role: string): string => {
    return nameOfAccount(accounts, id) ?? `${labels[role] ?? role} account`;
  };
  return (
    <figure className="register-journal">
      <figcaption>
        {text}, {showDate(date)}
      </figcaption>
      <Table label={`Journal of entry ${number}`} columns={COLUMNS} className="table-dense">
        <tbody>
          {lines.map(({ role, accountId, amount }) => (
            <tr key={role}>
              <td>{nameOf(accountId, role)}</td>
              <td className="number">{amount > 0 && formatDollars(amount)}</td>
              <td className="number">{amount < 0 && formatDollars(-amount)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </figure>
  );
}
