import { CheckIcon } from '@primer/octicons-react';
import type { Answer } from '../data/api.ts';
import { showDate } from '../ui/dates.ts';
import { Money } from '../ui/money.tsx';
import { Table } from '../ui/table.tsx';
import { optionsText } from '../posting/line-tracking.ts';
import { type LedgerAccount, nameOfAccount } from '../xero/account-fields.ts';

type Journal = Answer<'POST /v1/entities/{entityId}/reports/journal'>['documents'][number];

interface JournalDocumentProps {
  readonly document: Journal;
  readonly accounts: readonly LedgerAccount[];
}

/** An adjusting journal as it will post, or as it stands in Xero. */
export function JournalDocument({ document, accounts }: JournalDocumentProps) {
  const { narration, date, lines, xeroSynchronized, xeroUrl } = document;
  const nameOf = (id: string | null): string => nameOfAccount(accounts, id) ?? id ?? 'Not chosen';
  return (
    <section>
      <h2 className="journal-title">
        {showDate(date)}: {narration}
        {xeroSynchronized && (
          <span className="report-tick">
            {' '}
            <CheckIcon aria-label="Posted" />{' '}
            {xeroUrl && (
              <a href={xeroUrl} target="_blank" rel="noreferrer">
                View in Xero
              </a>
            )}
          </span>
        )}
      </h2>
      <Table
        label={narration}
        columns={[
          { label: 'Account' },
          { label: 'Description' },
          { label: 'Debit', kind: 'number' },
          { label: 'Credit', kind: 'number' },
        ]}
        className="table-stack journal-lines"
      >
        <tbody>
          {lines.map(({ role, accountId, description, amount, tracking = [] }) => (
            <tr key={`${role} ${accountId} ${tracking.map(({ optionId }) => optionId).join(' ')}`}>
              <td className="name">{nameOf(accountId)}</td>
              <td data-label="Description" className="whole">
                {description}
                {tracking.length > 0 && <span className="cell-detail">{optionsText(tracking)}</span>}
              </td>
              <td className="number" data-label={amount > 0 ? 'Debit' : undefined}>
                {amount > 0 && <Money dollars={amount} />}
              </td>
              <td className="number" data-label={amount < 0 ? 'Credit' : undefined}>
                {amount < 0 && <Money dollars={-amount} />}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
