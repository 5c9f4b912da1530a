import { CheckCircleFillIcon, LinkExternalIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Link } from 'wouter';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { actionOf } from './cause-action.ts';
import { type AccountGroup, differs, groupsOf } from './groups.ts';
import type { AccountRow, LedgerCheck } from './ledger-check.ts';

interface AccountResultsProps {
  readonly check: LedgerCheck;
  readonly entityId: string;
  /** The name of a loan or register by its id. */
  readonly nameOf: (id: string) => string;
}

const COLUMNS: readonly Column[] = [
  { label: 'Account' },
  { label: 'Xero', kind: 'number' },
  { label: 'Posted', kind: 'number' },
  { label: 'Contract', kind: 'number' },
  { label: 'Difference', kind: 'number' },
];

/** One table of all accounts by loan: the balances of Xero, of our documents and of the contracts, and each cause once. */
export function AccountResults({ check, entityId, nameOf }: AccountResultsProps) {
  return (
    <div className="card">
      <Table label="Accounts" columns={COLUMNS} className="table-stack check-table">
        {groupsOf(check, nameOf).map((group) => (
          <Group key={group.id} group={group} entityId={entityId} />
        ))}
      </Table>
    </div>
  );
}

function Group({ group, entityId }: { readonly group: AccountGroup; readonly entityId: string }) {
  const { names, accounts, causes } = group;
  return (
    <tbody>
      {names.length > 0 && (
        <tr className="check-group">
          <th scope="rowgroup" colSpan={COLUMNS.length}>
            {headingOf(group)}
          </th>
        </tr>
      )}
      {accounts.map((account) => (
        <AccountLine key={account.accountId ?? account.role} account={account} />
      ))}
      {causes.map((shared) => (
        <tr key={JSON.stringify([shared.cause.kind, shared.cause.summary, shared.effects[0]?.account.code])}>
          <td colSpan={COLUMNS.length} className="whole">
            <CauseLine {...shared} entityId={entityId} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** The most names of a heading. */
const MOST_NAMES = 5;

function headingOf({ of, names }: AccountGroup): string {
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return only;
  const listed = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return of === 'loans' ? `${names.length} loans: ${listed}${more}` : `${listed}${more}`;
}

function AccountLine({ account }: { readonly account: AccountRow }) {
  const { code, name, xero, posted, contract, difference, text } = account;
  return (
    <tr>
      <td className="check-name">
        {name}
        {code !== '' && <span className="muted"> {code}</span>}
      </td>
      <td className="number" data-label="Xero">
        {xero === null ? '–' : sided(xero)}
      </td>
      <td className="number" data-label="Posted">
        {sided(posted)}
      </td>
      <td className="number" data-label="Contract">
        {sided(contract)}
      </td>
      <td className="number" data-label={differs(account) ? 'Difference' : undefined}>
        {difference === null ? (
          '–'
        ) : differs(account) ? (
          <span className="check-differs">{text}</span>
        ) : (
          <span className="check-agrees">
            <CheckCircleFillIcon size={16} aria-hidden="true" /> Agrees
          </span>
        )}
      </td>
    </tr>
  );
}

/** `12,000.00 Cr`, as ledgers write it. */
function sided(dollars: number): string {
  if (dollars === 0) return formatDollars(0);
  return `${formatDollars(Math.abs(dollars))} ${dollars > 0 ? 'Dr' : 'Cr'}`;
}

type CauseLineProps = AccountGroup['causes'][number] & { readonly entityId: string };

function CauseLine({ cause, effects, entityId }: CauseLineProps) {
  const action = actionOf(cause, entityId);
  const shown = effects.filter(({ effect }) => effect !== '');
  return (
    <div className="check-cause">
      <span className="check-cause-text">
        {cause.summary}
        {shown.length > 0 && (
          <span className="cell-detail">
            {shown
              .map(({ account: { code, name }, effect }) => `${code === '' ? name : code} ${effect}`)
              .join(' · ')}
          </span>
        )}
      </span>
      {action && (
        <Button as={Link} href={action.href} size="small">
          {action.label}
        </Button>
      )}
      {cause.transactions && cause.transactions.length > 0 && (
        <ul className="check-transactions">
          {cause.transactions.map(({ url, date, text, amount }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {showDate(date)} {text === '' ? 'Transaction' : text} <LinkExternalIcon size={12} />
              </a>
              {amount !== null && <span>{sided(amount)}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
