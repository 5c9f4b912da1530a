import { CheckIcon, LinkExternalIcon, LockIcon, MultiSelectIcon } from '@primer/octicons-react';
import { memo, useEffect, useRef } from 'react';
import type { PaymentStanding } from '../../domain/schedule/selection.ts';
import { showDate } from '../ui/dates.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { MoneyCell } from '../ui/money.tsx';
import { Switch } from '../ui/switch.tsx';
import type { SchedulePayment } from './selection.ts';

interface PaymentRowProps {
  readonly payment: SchedulePayment;
  readonly fee: number;
  readonly standing: PaymentStanding;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  /** The number of jumps to this payment. */
  readonly jumps: number;
  readonly isConnected: boolean;
  readonly maySync: boolean;
  readonly maySelectUpTo: boolean;
  readonly onToggle: (payment: SchedulePayment) => void;
  readonly onSelectUpTo: (payment: SchedulePayment) => void;
}

/** Memoised, so choosing one payment renders one row. */
export const PaymentRow = memo(function PaymentRow(props: PaymentRowProps) {
  const { payment, fee, standing, isSelected, isMarked, jumps, isConnected } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isMarked || jumps > 0) row.current?.scrollIntoView({ block: 'center' });
  }, [isMarked, jumps]);
  return (
    <tr
      ref={row}
      aria-rowindex={payment.number + 1}
      aria-current={isMarked || undefined}
      data-jumped={jumps > 0 || undefined}
      data-selected={isSelected || undefined}
      data-marked={isMarked || undefined}
    >
      <td className="number">{payment.number}</td>
      <td className="date">{showDate(payment.paymentDate)}</td>
      <MoneyCell dollars={payment.payments} />
      {fee > 0 && <MoneyCell dollars={fee} />}
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
