import { CheckCircleFillIcon, LinkExternalIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Link } from 'wouter';
import { paths, pathTo, setUpPath } from '../data/paths.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import type { LedgerCheck } from './ledger-check.ts';

type AccountRow = LedgerCheck['accounts'][number];
type Cause = AccountRow['causes'][number];

interface AccountResultsProps {
  readonly check: LedgerCheck;
  readonly entityId: string;
}

/** One card per account: what Xero, our documents and the contracts say, and a sentence with a button per cause. */
export function AccountResults({ check, entityId }: AccountResultsProps) {
  return (
    <ul className="check-accounts">
      {check.accounts.map((account) => (
        <li key={account.accountId ?? account.role} className="card check-account">
          <AccountHead account={account} />
          <Columns account={account} />
          {account.causes.length > 0 && (
            <ul className="check-causes">
              {account.causes.map((cause) => (
                <CauseRow key={`${cause.kind} ${cause.text}`} cause={cause} entityId={entityId} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function AccountHead({ account: { code, name, text, difference } }: { readonly account: AccountRow }) {
  return (
    <h2 className="check-name">
      <span>
        {name}
        {code !== '' && <span className="muted"> {code}</span>}
      </span>
      {difference !== null &&
        (text === '' ? (
          <span className="check-agrees">
            <CheckCircleFillIcon size={16} aria-hidden="true" /> Agrees
          </span>
        ) : (
          <span className="check-differs">{text}</span>
        ))}
    </h2>
  );
}

function Columns({ account: { xero, posted, contract } }: { readonly account: AccountRow }) {
  const columns = [
    ['Xero', xero],
    ['Posted', posted],
    ['Contract', contract],
  ] as const;
  return (
    <dl className="check-columns">
      {columns.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount === null ? '–' : sided(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `12,000.00 Cr`, as ledgers write it. */
function sided(dollars: number): string {
  if (dollars === 0) return formatDollars(0);
  return `${formatDollars(Math.abs(dollars))} ${dollars > 0 ? 'Dr' : 'Cr'}`;
}

function CauseRow({ cause, entityId }: { readonly cause: Cause; readonly entityId: string }) {
  const action = actionOf(cause, entityId);
  return (
    <li className="check-cause">
      <span className="check-cause-text">{cause.text}</span>
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
              <span>{sided(amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface CauseAction {
  readonly label: string;
  readonly href: string;
}

/** The page on which a cause is resolved. */
function actionOf(
  { kind, scheduleId, paymentIds, paymentNumbers }: Cause,
  entityId: string,
): CauseAction | null {
  if (scheduleId === undefined) {
    const isJournal =
      kind === 'adjusting-journal' || kind === 'document-changed' || kind === 'document-missing';
    return isJournal
      ? { label: 'Adjusting journals', href: `${paths.reports}?entityId=${entityId}&view=journal` }
      : null;
  }
  const params = { entityId, scheduleId };
  const schedule = pathTo(paths.schedule, params);
  const [paymentId] = paymentIds ?? [];
  const [number] = paymentNumbers ?? [];
  const isOne = paymentIds?.length === 1;
  switch (kind) {
    case 'unsynced':
      if (paymentId === undefined) return { label: 'Post the change', href: pathTo(paths.history, params) };
      return isOne
        ? { label: `Sync payment ${number}`, href: `${schedule}?paymentId=${paymentId}&review=1` }
        : { label: 'Show unsynced payments', href: `${schedule}?show=unsynced` };
    case 'opening-missing':
    case 'opening-out-of-date':
    case 'opening-voided':
      return { label: 'Open opening balances', href: pathTo(paths.openingJournal, params) };
    case 'not-linked':
      return { label: 'Set up in Xero', href: setUpPath(params.entityId, [params.scheduleId]) };
    case 'remapped':
      return { label: 'Account settings', href: pathTo(paths.accountSettings, params) };
    case 'document-changed':
    case 'document-missing':
    case 'posted-early':
    case 'posted-late':
      if (paymentId !== undefined) {
        return {
          label: isOne ? `Show payment ${number}` : 'Show payments',
          href: `${schedule}?paymentId=${paymentId}`,
        };
      }
      return { label: 'Show history', href: pathTo(paths.history, params) };
    case 'scope-missing':
    case 'adjusting-journal':
    case 'reconciling-item':
    case 'other':
      break;
  }
  return null;
}
