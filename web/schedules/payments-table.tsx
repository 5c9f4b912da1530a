import { CheckIcon, LinkExternalIcon, LockIcon, MultiSelectIcon } from '@primer/octicons-react';
import { memo, useEffect, useRef, type CSSProperties } from 'react';
import type { PaymentStanding } from '../../domain/schedule/selection.ts';
import { showDate } from '../ui/dates.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { MoneyCell } from '../ui/money.tsx';
import { Switch } from '../ui/switch.tsx';
import { useStable } from '../ui/use-stable.ts';
import { LongBodies, longestAmount } from './long-table.tsx';
import type { SchedulePayment, Selection } from './selection.ts';
import { Table, type Column } from '../ui/table.tsx';
import './payments-table.css';

/** Pixels; must match the stylesheet. */
const ROW_HEIGHT = 34;
/** Length of `$1,000,000.00`. With longer amounts the table scrolls sideways on every screen. */
const LONG_AMOUNT = 13;

const COLUMNS: readonly Column[] = [
  { label: <PaymentNumber />, kind: 'number' },
  { label: 'Date' },
  { label: 'Payment Amount', kind: 'number' },
  { label: 'Interest', kind: 'number' },
  { label: 'Principal', kind: 'number' },
  { label: 'Balance', kind: 'number' },
  { label: 'Synced', className: 'synced' },
];

const OPTIONS: Column = { label: 'Options', kind: 'options', className: 'screen-only' };

function PaymentNumber() {
  return (
    <>
      <span className="wide-only">Payment </span>Number
    </>
  );
}

interface PaymentsTableProps {
  readonly payments: readonly SchedulePayment[];
  readonly selection: Selection;
  /** A payment to scroll to and mark. */
  readonly marked: string | null;
  readonly isConnected: boolean;
  readonly maySync: boolean;
  readonly maySelectUpTo: boolean;
  readonly onToggle: (payment: SchedulePayment) => void;
  readonly onSelectUpTo: (payment: SchedulePayment) => void;
}

export function PaymentsTable(props: PaymentsTableProps) {
  const { payments, selection, marked, isConnected } = props;
  const onToggle = useStable(props.onToggle);
  const onSelectUpTo = useStable(props.onSelectUpTo);
  const longest = longestAmount(payments.flatMap((payment) => [payment.payments, payment.endingBalance]));
  return (
    <Table
      label="Payments"
      columns={[...COLUMNS, isConnected && OPTIONS]}
      className={`table-dense table-sticky table-long payments ${longest > LONG_AMOUNT ? 'table-wide' : ''}`}
      rowCount={payments.length}
      style={{ '--longest-amount': longest } as CSSProperties}
    >
      <LongBodies rows={payments} rowHeight={ROW_HEIGHT}>
        {(payment) => (
          <PaymentRow
            key={payment.id}
            payment={payment}
            standing={selection.standingOf(payment)}
            isSelected={selection.ids.has(payment.id)}
            isMarked={payment.id === marked}
            isConnected={isConnected}
            maySync={props.maySync}
            maySelectUpTo={props.maySelectUpTo}
            onToggle={onToggle}
            onSelectUpTo={onSelectUpTo}
          />
        )}
      </LongBodies>
    </Table>
  );
}

interface PaymentRowProps {
  readonly payment: SchedulePayment;
  readonly standing: PaymentStanding;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly isConnected: boolean;
  readonly maySync: boolean;
  readonly maySelectUpTo: boolean;
  readonly onToggle: (payment: SchedulePayment) => void;
  readonly onSelectUpTo: (payment: SchedulePayment) => void;
}

/** Memoised, so choosing one payment renders one row. */
const PaymentRow = memo(function PaymentRow(props: PaymentRowProps) {
  const { payment, standing, isSelected, isMarked, isConnected } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  return (
    <tr
      ref={row}
      aria-rowindex={payment.number + 1}
      aria-current={isMarked || undefined}
      data-selected={isSelected || undefined}
      data-marked={isMarked || undefined}
    >
      <td className="number">{payment.number}</td>
      <td className="date">{showDate(payment.paymentDate)}</td>
      <MoneyCell dollars={payment.payments} />
      <MoneyCell dollars={payment.interest} />
      <MoneyCell dollars={payment.principal} />
      <MoneyCell dollars={payment.endingBalance} />
      <td className="synced">
        <SyncState {...props} />
      </td>
      {isConnected && (
        <td className="options screen-only">
          <RowOptions {...props} standing={standing} />
        </td>
      )}
    </tr>
  );
});

/** The switch chooses a payment for the next sync; synced and covered payments can't be chosen. */
function SyncState({ payment, standing, isSelected, maySync, onToggle }: PaymentRowProps) {
  if (standing === 'covered') return <span className="covered">In opening balances</span>;
  const isSynced = standing === 'synced';
  return (
    <span className="sync-state">
      <Switch
        aria-label={`Sync payment ${payment.number}`}
        checked={isSynced || isSelected}
        disabled={isSynced || !maySync}
        onChange={() => onToggle(payment)}
      />
      {isSynced && (
        <span className="sync-mark" title="In Xero">
          <CheckIcon size={12} aria-label="In Xero" />
        </span>
      )}
      {standing === 'locked' && (
        <span className="sync-mark" title="On or before the lock date">
          <LockIcon size={12} aria-label="On or before the lock date" />
        </span>
      )}
    </span>
  );
}

function RowOptions({ payment, standing, maySelectUpTo, onSelectUpTo }: PaymentRowProps) {
  const items: MenuItem[] = [];
  if (standing === 'synced' && payment.xeroUrl !== null) {
    items.push({
      label: 'View in accounting',
      icon: LinkExternalIcon,
      href: payment.xeroUrl,
      isExternal: true,
    });
  }
  if (standing !== 'synced' && maySelectUpTo) {
    items.push({
      label: 'Select up to this payment',
      icon: MultiSelectIcon,
      run: () => onSelectUpTo(payment),
    });
  }
  if (items.length === 0) return null;
  return <MenuButton label={`Options of payment ${payment.number}`} items={items} size="small" />;
}
