import {
  AlertIcon,
  CheckIcon,
  ClockIcon,
  LinkExternalIcon,
  ListUnorderedIcon,
  LockIcon,
  MultiSelectIcon,
  UndoIcon,
  UploadIcon,
  XCircleIcon,
  type Icon,
} from '@primer/octicons-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { toDollars } from '../../domain/money.ts';
import type { ContractRow } from '../../domain/reports/contract.ts';
import type { PaymentStatus } from '../../domain/contract/selection.ts';
import { showDate } from '../ui/dates.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { MoneyCell } from '../ui/money.tsx';
import { Switch } from '../ui/switch.tsx';
import { isDeviating } from '../posting/accept-document.ts';
import { isInterestOnly } from './payment-part.ts';
import { scrollToRow } from './scroll-to-row.ts';
import type { SchedulePayment } from '../data/answers.ts';
import { documentTexts } from '../posting/document-texts.ts';
import { XeroMark } from '../posting/xero-mark.tsx';

/** An action that the user chooses for a payment. */
export interface PaymentAction {
  readonly action: 'paid-late' | 'parts' | 'reverse' | 'accept' | 'post-again' | 'mark-unsynced';
  readonly payment: SchedulePayment;
}

interface PaymentRowProps {
  readonly payment: SchedulePayment;
  /** As reports read it. */
  readonly figures: ContractRow | undefined;
  /** The row's place in the table, its head included. */
  readonly index: number;
  readonly hasFees: boolean;
  readonly status: PaymentStatus;
  /** Whether it should be in Xero and is not. */
  readonly isLate: boolean;
  readonly isSelected: boolean;
  readonly isMarked: boolean;
  readonly isBalloon: boolean;
  /** Scrolls to the row as the page opens; null for all rows but one. */
  readonly onShown: ((row: HTMLElement | null) => void) | null;
  /** The number of jumps to this payment. */
  readonly jumps: number;
  readonly hasOptions: boolean;
  readonly maySync: boolean;
  readonly maySelectUpTo: boolean;
  readonly mayReverse: boolean;
  readonly onToggle: (payment: SchedulePayment, isRange: boolean) => void;
  readonly onSelectUpTo: (payment: SchedulePayment) => void;
  readonly onAction: (action: PaymentAction) => void;
}

/** Memoised, so choosing one payment renders one row. */
export const PaymentRow = memo(function PaymentRow(props: PaymentRowProps) {
  const { payment, figures, index, hasFees, status, isSelected, isMarked, jumps, hasOptions, onShown } =
    props;
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    if (isMarked || jumps > 0) scrollToRow(row.current);
  }, [isMarked, jumps]);
  useLayoutEffect(() => onShown?.(row.current), [onShown]);
  const toggle: PaymentRowProps['onToggle'] = (chosen, isRange) => {
    props.onToggle(chosen, isRange);
    // The bar of the selection may cover the row that was chosen.
    requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <tr
      ref={row}
      aria-rowindex={index}
      aria-current={isMarked || undefined}
      data-late={props.isLate || undefined}
      data-jumped={jumps > 0 || undefined}
      data-selected={isSelected || undefined}
      data-marked={isMarked || undefined}
    >
      <td className="number">
        {payment.number}
        {partOf(props) !== null && <span className="payment-part">{partOf(props)}</span>}
      </td>
      <td className="date">
        {showDate(payment.paymentDate)}
        {payment.paidOn !== null && <PaidOn date={payment.paidOn} />}
        {payment.dishonouredOn !== null && <DishonouredOn date={payment.dishonouredOn} />}
      </td>
      <MoneyCell dollars={payment.payments} />
      {hasFees && <MoneyCell dollars={payment.administrationFee} className="fee" />}
      <MoneyCell dollars={figures ? toDollars(figures.interest) : payment.interest} />
      <MoneyCell dollars={figures ? toDollars(figures.principal) : payment.principal} />
      <MoneyCell dollars={figures ? toDollars(figures.endingBalance) : payment.endingBalance} />
      <td className="synced">
        <StateWords {...props} />
      </td>
      {hasOptions && (
        <td className="options screen-only">
          <RowOptions {...props} status={status} />
        </td>
      )}
      <td className="box screen-only">
        <SyncBox {...props} onToggle={toggle} />
      </td>
    </tr>
  );
});

function partOf({ payment, isBalloon }: PaymentRowProps): string | null {
  if (isBalloon) return 'Balloon';
  return isInterestOnly(payment) ? 'Interest only' : null;
}

function PaidOn({ date }: { readonly date: string }) {
  const text = `Paid on ${showDate(date)}`;
  return (
    <span className="paid-on" title={text}>
      <ClockIcon size={12} aria-label={text} />
    </span>
  );
}

function DishonouredOn({ date }: { readonly date: string }) {
  const text = `Dishonoured on ${showDate(date)}`;
  return (
    <span className="paid-on" title={text}>
      <AlertIcon size={12} aria-label={text} />
    </span>
  );
}

/** The switch that chooses a payment for the next sync, drawn as a box. */
function SyncBox({ payment, status, isSelected, maySync, onToggle }: PaymentRowProps) {
  const isSynced = status === 'synced';
  return (
    <Switch
      aria-label={`Sync payment ${payment.number}`}
      aria-description="Synced"
      checked={isSynced || isSelected}
      disabled={isSynced || status === 'covered' || payment.xeroPosting || !maySync}
      onChange={(_, isRange) => onToggle(payment, isRange)}
    />
  );
}

function StateWords({ payment, status, isLate }: PaymentRowProps) {
  if (payment.xeroPosting) {
    return (
      <span className="xero-mark xero-mark-checking" title={documentTexts.checking(payment.number)}>
        <ClockIcon size={12} aria-hidden="true" />
        Checking with Xero
      </span>
    );
  }
  if (status === 'synced') return <XeroMark state={payment} />;
  if (status === 'covered') return <span className="covered">In opening balances</span>;
  if (payment.parts.length > 0) {
    const posted = payment.parts.filter(({ xeroSynchronized }) => xeroSynchronized);
    return (
      <span className="covered">
        {posted.length} of {payment.parts.length} parts
      </span>
    );
  }
  if (status === 'locked') {
    return (
      <span className="xero-mark sync-mark" title="On or before the lock date">
        <LockIcon size={12} aria-label="On or before the lock date" />
        Locked
      </span>
    );
  }
  if (payment.dishonoured) return <span className="xero-mark xero-mark-late">Dishonoured</span>;
  return isLate && <span className="xero-mark xero-mark-late">To post</span>;
}

function RowOptions(props: PaymentRowProps) {
  const { payment, status, maySync, maySelectUpTo, mayReverse, onSelectUpTo, onAction } = props;
  const isSynced = status === 'synced';
  const parts = payment.parts.flatMap(({ xeroUrl }) => xeroUrl ?? []);
  const links = parts.length > 0 ? parts : [payment.xeroUrl].filter((url) => url !== null);
  const item = (label: string, icon: Icon, action: PaymentAction['action']): MenuItem => ({
    label,
    icon,
    run: () => onAction({ action, payment }),
  });
  // A payment with a part in Xero counts as posted.
  const isBegun = isSynced || payment.parts.some(({ xeroSynchronized }) => xeroSynchronized);
  const deviates = isDeviating(payment);
  const canPlan = maySync && !isBegun && !payment.xeroPosting && status !== 'covered';
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
    deviates && mayReverse && maySync && item('Post again', UploadIcon, 'post-again'),
    deviates && mayReverse && item('Mark unsynced', XCircleIcon, 'mark-unsynced'),
    deviates && maySync && item('Accept as is', CheckIcon, 'accept'),
    isBegun &&
      mayReverse &&
      payment.xeroStatus !== 'missing' &&
      item(
        payment.origin === 'corrected' ? 'Undo the correction…' : 'Dishonoured or wrong…',
        UndoIcon,
        'reverse',
      ),
  ].filter((each) => each !== false);
  if (items.length === 0) return null;
  return <MenuButton label={`Options of payment ${payment.number}`} items={items} size="small" />;
}
