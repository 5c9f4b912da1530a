import {
  CheckIcon,
  ClockIcon,
  LinkExternalIcon,
  LockIcon,
  MultiSelectIcon,
  UndoIcon,
  ListUnorderedIcon,
  type Icon,
} from '@primer/octicons-react';
import { memo, useEffect, useRef, type CSSProperties } from 'react';
import type { PaymentStanding } from '../../domain/schedule/selection.ts';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { MenuButton, type MenuItem } from '../ui/menu-button.tsx';
import { MoneyCell } from '../ui/money.tsx';
import { Switch } from '../ui/switch.tsx';
import { useStable } from '../ui/use-stable.ts';
import { LongBodies, longestAmount } from './long-table.tsx';
import type { SchedulePayment, Selection } from './selection.ts';
import type { TimelineRow } from './timeline.ts';
import { Table, type Column } from '../ui/table.tsx';
import './payments-table.css';

/** A dialog that the user opens for a payment. */
export interface PaymentAction {
  readonly action: 'paid-late' | 'parts' | 'reverse';
  readonly payment: SchedulePayment;
}

const EventRow = deferred(
  async () => (await import('../events/event-row.tsx')).EventRow,
  <tr className="event-row" aria-hidden="true" />,
);

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
  readonly rows: readonly TimelineRow[];
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly payments: readonly SchedulePayment[];
  readonly selection: Selection;
  /** A payment to scroll to and mark. */
  readonly marked: string | null;
  readonly isConnected: boolean;
  readonly maySync: boolean;
  readonly maySelectUpTo: boolean;
  readonly mayReverse: boolean;
  readonly onToggle: (payment: SchedulePayment) => void;
  readonly onSelectUpTo: (payment: SchedulePayment) => void;
  readonly onAction: (action: PaymentAction) => void;
}

export function PaymentsTable(props: PaymentsTableProps) {
  const { rows, payments, selection, marked, isConnected, params, maySync, mayReverse } = props;
  const onToggle = useStable(props.onToggle);
  const onSelectUpTo = useStable(props.onSelectUpTo);
  const onAction = useStable(props.onAction);
  const longest = longestAmount(payments.flatMap((payment) => [payment.payments, payment.endingBalance]));
  return (
    <Table
      label="Payments"
      columns={[...COLUMNS, isConnected && OPTIONS]}
      className={`table-dense table-sticky table-long payments ${longest > LONG_AMOUNT ? 'table-wide' : ''}`}
      rowCount={rows.length}
      style={{ '--longest-amount': longest } as CSSProperties}
    >
      <LongBodies rows={rows} rowHeight={ROW_HEIGHT}>
        {({ number, payment, event }) =>
          event ? (
            <EventRow
              key={event.id}
              event={event}
              params={params}
              index={number + 1}
              isConnected={isConnected}
              maySync={maySync}
              mayReverse={mayReverse}
            />
          ) : (
            <PaymentRow
              key={payment.id}
              payment={payment}
              index={number + 1}
              standing={selection.standingOf(payment)}
              isSelected={selection.ids.has(payment.id)}
              isMarked={payment.id === marked}
              isConnected={isConnected}
              maySync={maySync}
              maySelectUpTo={props.maySelectUpTo}
              mayReverse={mayReverse}
              onToggle={onToggle}
              onSelectUpTo={onSelectUpTo}
              onAction={onAction}
            />
          )
        }
      </LongBodies>
    </Table>
  );
}

interface PaymentRowProps {
  readonly payment: SchedulePayment;
  /** The row's place in the table, its head included. */
  readonly index: number;
  readonly standing: PaymentStanding;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly isConnected: boolean;
  readonly maySync: boolean;
  readonly maySelectUpTo: boolean;
  readonly mayReverse: boolean;
  readonly onToggle: (payment: SchedulePayment) => void;
  readonly onSelectUpTo: (payment: SchedulePayment) => void;
  readonly onAction: (action: PaymentAction) => void;
}

/** Memoised, so choosing one payment renders one row. */
const PaymentRow = memo(function PaymentRow(props: PaymentRowProps) {
  const { payment, index, standing, isSelected, isMarked, isConnected } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  return (
    <tr
      ref={row}
      aria-rowindex={index}
      aria-current={isMarked || undefined}
      data-selected={isSelected || undefined}
      data-marked={isMarked || undefined}
    >
      <td className="number">{payment.number}</td>
      <td className="date">
        {showDate(payment.paymentDate)}
        {payment.paidOn !== null && <PaidOn date={payment.paidOn} />}
      </td>
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

function PaidOn({ date }: { readonly date: string }) {
  const text = `Paid on ${showDate(date)}`;
  return (
    <span className="paid-on" title={text}>
      <ClockIcon size={12} aria-label={text} />
    </span>
  );
}

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
      {!isSynced && payment.parts.length > 0 && (
        <span className="covered">
          {payment.parts.filter(({ xeroSynchronized }) => xeroSynchronized).length} of {payment.parts.length}{' '}
          parts
        </span>
      )}
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

function RowOptions(props: PaymentRowProps) {
  const { payment, standing, maySync, maySelectUpTo, mayReverse, onSelectUpTo, onAction } = props;
  const isSynced = standing === 'synced';
  const parts = payment.parts.flatMap(({ xeroUrl }) => xeroUrl ?? []);
  const links = parts.length > 0 ? parts : [payment.xeroUrl].filter((url) => url !== null);
  const item = (label: string, icon: Icon, action: PaymentAction['action']): MenuItem => ({
    label,
    icon,
    run: () => onAction({ action, payment }),
  });
  // A payment with a part in Xero counts as posted.
  const isBegun = isSynced || payment.parts.some(({ xeroSynchronized }) => xeroSynchronized);
  const canPlan = maySync && !isBegun && standing !== 'covered';
  const items: (MenuItem | false)[] = [
    ...links.map((href, index) => ({
      label: links.length > 1 ? `View part ${index + 1} in accounting` : 'View in accounting',
      icon: LinkExternalIcon,
      href,
      isExternal: true,
    })),
    !isSynced &&
      maySelectUpTo && {
        label: 'Select up to this payment',
        icon: MultiSelectIcon,
        run: () => onSelectUpTo(payment),
      },
    canPlan && item('Paid late', ClockIcon, 'paid-late'),
    canPlan && item('Paid in parts', ListUnorderedIcon, 'parts'),
    isBegun && mayReverse && item('Reverse', UndoIcon, 'reverse'),
  ].filter((each) => each !== false);
  if (items.length === 0) return null;
  return <MenuButton label={`Options of payment ${payment.number}`} items={items} size="small" />;
}
