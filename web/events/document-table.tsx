import { sumDollars } from '../../domain/money.ts';
import type { Schedule } from '../data/answers.ts';
import { accountLabels, type LedgerAccount, nameOfAccount } from '../xero/account-fields.ts';
import { optionsText } from '../posting/line-tracking.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';
import type { EventDocument } from './types.ts';

/** The kind of a document with its contact: `Spend money to Westpac`. */
const TYPES: Readonly<Record<EventDocument['type'], (contact: string) => string>> = {
  SPEND: (contact) => `Spend money to ${contact}`,
  RECEIVE: (contact) => `Receive money from ${contact}`,
  'MANUAL-JOURNAL': () => 'Manual journal',
};

const FIELDS = {
  hirePurchaseCurrent: 'hirePurchaseCurrentId',
  hirePurchaseNonCurrent: 'hirePurchaseNonCurrentId',
  unexpiredChargesCurrent: 'unexpiredChargesCurrentId',
  unexpiredChargesNonCurrent: 'unexpiredChargesNonCurrentId',
  interestExpense: 'interestExpenseAccountId',
  administrationFee: 'administrationFeeId',
} as const;

const COLUMNS: readonly Column[] = [
  { label: 'Account' },
  { label: 'Description' },
  { label: 'Debit', kind: 'number' },
  { label: 'Credit', kind: 'number' },
];

interface DocumentTableProps {
  /** Names the document if there are several. */
  readonly title?: string;
  readonly document: EventDocument;
  /** Undefined until loaded, or without a link to Xero. */
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly schedule: Schedule;
}

/** A document as it posts to Xero, with both sides. */
export function DocumentTable({ title, document, accounts, schedule }: DocumentTableProps) {
  const { type, date, bankAmount, lines } = document;
  const labels = accountLabels(schedule);
  const nameOf = (id: string | null, role: string): string => nameOfAccount(accounts, id) ?? role;
  const labelOf = (role: keyof typeof FIELDS | 'other'): string =>
    role === 'other' ? 'Other account' : labels[FIELDS[role]];
  const amounts = [bankAmount, ...lines.map(({ amount }) => amount)];
  const debit = sumDollars(amounts.filter((amount) => amount > 0));
  const credit = sumDollars(amounts.filter((amount) => amount < 0));
  const missing = sumDollars(amounts);
  // A loan without a lender gives the contact its own name.
  const kind = `${TYPES[type](schedule.lender || schedule.description)}, ${showDate(date)}`;
  return (
    <figure className="document">
      <figcaption className="document-head">{title === undefined ? kind : `${title}: ${kind}`}</figcaption>
      <Table label={title ?? kind} columns={COLUMNS} className="document-table table-stack">
        <tbody>
          {lines.map(({ role, accountId, description, amount, tracking }, index) => (
            <Line
              // oxlint-disable-next-line react/no-array-index-key -- lines don't move
              key={index}
              account={nameOf(accountId, labelOf(role))}
              text={description}
              options={optionsText(tracking)}
              amount={amount}
            />
          ))}
          {bankAmount !== 0 && (
            <Line
              account={nameOf(schedule.xeroAccount.bankAccountId, labels.bankAccountId)}
              text=""
              amount={bankAmount}
            />
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td className="number" data-label="Debit">
              {formatDollars(debit)}
            </td>
            <td className="number" data-label="Credit">
              {formatDollars(-credit)}
            </td>
          </tr>
          {missing !== 0 && <Missing amount={missing} />}
        </tfoot>
      </Table>
    </figure>
  );
}

/** The other side of an opening journal, which the user adds before posting it. */
function Missing({ amount }: { readonly amount: number }) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        To be added before posting
      </th>
      <td className="number" data-label="Debit">
        {amount < 0 && formatDollars(-amount)}
      </td>
      <td className="number" data-label="Credit">
        {amount > 0 && formatDollars(amount)}
      </td>
    </tr>
  );
}

interface LineProps {
  readonly account: string;
  readonly text: string;
  /** Its tracking options; empty for none. */
  readonly options?: string;
  readonly amount: number;
}

function Line({ account, text, options = '', amount }: LineProps) {
  return (
    <tr>
      <td>{account}</td>
      <td className="muted whole" data-label="Description">
        {text}
        {options !== '' && <span className="cell-detail">{options}</span>}
      </td>
      <td className="number" data-label="Debit">
        {amount > 0 && formatDollars(amount)}
      </td>
      <td className="number" data-label="Credit">
        {amount < 0 && formatDollars(-amount)}
      </td>
    </tr>
  );
}
