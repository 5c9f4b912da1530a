import { Fragment, useMemo, type CSSProperties, type ReactNode } from 'react';
import { today } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { MoneyCell } from '../ui/money.tsx';
import { useStable } from '../ui/use-stable.ts';
import { LongBodies, longestAmount } from '../ui/long-table.tsx';
import type { DeviatingDocument } from '../posting/accept-document.ts';
import { balloonOf } from './payment-part.ts';
import { reportContractOf } from './report-contract.ts';
import { PaymentRow, type PaymentAction } from './payment-row.tsx';
import { eventFigures, totalsOfRows, type PaymentTotals } from './payment-totals.ts';
import { PaymentYears } from './payment-years.tsx';
import { TodayRow, useFirstAhead, useOpening } from './payments-opening.tsx';
import { type PaymentsFilter, isDueBy, type PaymentsView } from './payments-view.ts';
import { ROW_HEIGHT } from './row-height.ts';
import type { Selection } from '../posting/selection.ts';
import type { TimelineRow } from './timeline.ts';
import { Switch } from '../ui/switch.tsx';
import { Table, type Column } from '../ui/table.tsx';
import type { Schedule, ScheduleParams, SchedulePayment } from '../data/answers.ts';
import './payments-table.css';

const EventRow = deferred(
  async () => (await import('../events/event-row.tsx')).EventRow,
  <tr className="event-row" aria-hidden="true" />,
);

/** Length of `$1,000,000.00`. With longer amounts the table scrolls sideways on every screen. */
const LONG_AMOUNT = 13;

const columnsOf = (hasFees: boolean, hasOptions: boolean, box: ReactNode): readonly (Column | false)[] => [
  { label: <PaymentNumber />, kind: 'number' },
  { label: 'Date' },
  { label: 'Payment Amount', kind: 'number' },
  hasFees && { label: 'Fee', kind: 'number', className: 'fee' },
  { label: 'Interest', kind: 'number' },
  { label: 'Principal', kind: 'number' },
  { label: 'Balance', kind: 'number' },
  { label: <span aria-description="Synced">In Xero</span>, className: 'synced' },
  hasOptions && { label: 'Options', kind: 'options', className: 'screen-only' },
  // Drawn at the left.
  { label: box || <span className="visually-hidden">Select</span>, className: 'box screen-only' },
];

/** The shown payments that are due and may be posted. */
const dueIn = (rows: readonly TimelineRow[], selection: Selection): SchedulePayment[] => {
  const now = today();
  return rows
    .flatMap(({ payment }) => payment ?? [])
    .filter(
      (payment) =>
        !payment.xeroPosting && isDueBy(payment, now) && selection.statusOf(payment) === 'selectable',
    );
};

interface DueBoxProps extends Pick<PaymentsTableProps, 'selection' | 'onToggleAll'> {
  readonly due: readonly SchedulePayment[];
}

/** Takes every shown payment that is due. */
function DueBox({ due, selection, onToggleAll }: DueBoxProps) {
  return (
    <Switch
      aria-label={due.length === 1 ? 'Select the payment due' : `Select all ${due.length} payments due`}
      checked={due.every(({ id }) => selection.ids.has(id))}
      onChange={() => onToggleAll(due)}
    />
  );
}

function PaymentNumber() {
  return (
    <>
      <span className="wide-only">Payment Number</span>
      <span className="narrow-only">No.</span>
    </>
  );
}

interface PaymentsTableProps {
  readonly schedule: Schedule;
  readonly view: PaymentsView;
  readonly params: ScheduleParams;
  readonly selection: Selection;
  /** A payment to scroll to and mark. */
  readonly marked: string | null;
  /** Whether payments have a column of options. */
  readonly hasOptions: boolean;
  readonly maySync: boolean;
  readonly maySelectUpTo: boolean;
  readonly mayReverse: boolean;
  readonly onToggle: (payment: SchedulePayment, isRange: boolean) => void;
  readonly onToggleAll: (payments: readonly SchedulePayment[]) => void;
  readonly onSelectUpTo: (payment: SchedulePayment) => void;
  readonly onAction: (action: PaymentAction) => void;
  readonly onAccept: (document: DeviatingDocument) => void;
}

export function PaymentsTable(props: PaymentsTableProps) {
  const { schedule, view, selection, marked, hasOptions, params, maySync, mayReverse } = props;
  const { schedulePayments: payments } = schedule;
  const { rows } = view;
  const isWhole = view.filter === 'all';
  const onToggle = useStable(props.onToggle);
  const onSelectUpTo = useStable(props.onSelectUpTo);
  const onAction = useStable(props.onAction);
  const aheadAt = useFirstAhead(rows);
  const balloon = useMemo(() => balloonOf(schedule), [schedule]);
  // A loan that isn't set up has nothing to do at today yet.
  const openAt = useOpening(schedule.xeroSyncReady && marked === null && view.filter === 'all');
  const now = today();
  const isLate = (payment: SchedulePayment): boolean =>
    schedule.xeroSyncReady && !schedule.archived && isDueBy(payment, now);
  // The work to do comes first, then what is next.
  const firstLate = rows.find(
    ({ payment }) => payment && isLate(payment) && selection.statusOf(payment) === 'selectable',
  )?.number;
  const totals = useMemo(() => totalsOfRows(schedule, rows, isWhole), [schedule, rows, isWhole]);
  const contract = useMemo(() => reportContractOf(schedule), [schedule]);
  const figures = useMemo(() => eventFigures(schedule, contract), [schedule, contract]);
  const longest = longestAmount([
    totals.payments,
    ...payments.flatMap((payment) => [payment.payments, payment.endingBalance]),
  ]);
  const longestFee = longestAmount([totals.fees]);
  const due = dueIn(rows, selection);
  const hasFees = totals.fees > 0 || payments.some(({ administrationFee }) => administrationFee > 0);
  const rowOf = ({ number, payment, event }: TimelineRow) => (
    <Fragment key={event?.id ?? payment?.id}>
      {number === aheadAt && (
        <TodayRow columns={hasFees ? 9 : 8} onShown={firstLate === undefined ? openAt : null} />
      )}
      {event ? (
        <EventRow
          event={event}
          figures={figures.get(event.id)}
          params={params}
          index={number + 1}
          hasFees={hasFees}
          hasOptions={hasOptions}
          maySync={maySync}
          mayReverse={mayReverse}
          onAccept={props.onAccept}
        />
      ) : (
        <PaymentRow
          payment={payment}
          figures={contract.rows[payment.number - 1]}
          index={number + 1}
          hasFees={hasFees}
          status={selection.statusOf(payment)}
          isLate={isLate(payment)}
          isSelected={selection.ids.has(payment.id)}
          isMarked={payment.id === marked}
          isBalloon={payment.id === balloon?.id}
          onShown={number === firstLate ? openAt : null}
          jumps={view.jump?.id === payment.id ? view.jump.count : 0}
          hasOptions={hasOptions}
          maySync={maySync}
          maySelectUpTo={props.maySelectUpTo}
          mayReverse={mayReverse}
          onToggle={onToggle}
          onSelectUpTo={onSelectUpTo}
          onAction={onAction}
        />
      )}
    </Fragment>
  );
  return (
    <Table
      label="Payments"
      columns={columnsOf(hasFees, hasOptions, maySync && due.length > 0 && <DueBox due={due} {...props} />)}
      className={`table-dense table-sticky table-long payments ${hasFees ? 'with-fees' : ''} ${longest > LONG_AMOUNT ? 'table-wide' : ''}`}
      rowCount={rows.length}
      style={{ '--longest-amount': longest, '--longest-fee': longestFee } as CSSProperties}
    >
      {view.isGrouped ? (
        <PaymentYears
          schedule={schedule}
          view={view}
          reveals={view.jump?.id ?? marked}
          hasFees={hasFees}
          hasOptions={hasOptions}
          rowOf={rowOf}
        />
      ) : (
        <LongBodies rows={rows} rowHeight={ROW_HEIGHT}>
          {rowOf}
        </LongBodies>
      )}
      {rows.length === 0 && <NoPayments filter={view.filter} />}
      <Totals totals={totals} hasFees={hasFees} hasOptions={hasOptions} />
    </Table>
  );
}

function NoPayments({ filter }: { readonly filter: PaymentsFilter }) {
  return (
    <tbody>
      <tr>
        <td className="none">
          {filter === 'overdue' ? 'Every payment due is in Xero.' : 'No payments match this filter.'}
        </td>
      </tr>
    </tbody>
  );
}

interface TotalsProps {
  readonly totals: PaymentTotals;
  readonly hasFees: boolean;
  readonly hasOptions: boolean;
}

/** The totals of the shown payments and events. */
function Totals({ totals, hasFees, hasOptions }: TotalsProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td />
        <MoneyCell dollars={totals.payments} />
        {hasFees && <MoneyCell dollars={totals.fees} className="fee" />}
        <MoneyCell dollars={totals.interest} />
        <MoneyCell dollars={totals.principal} />
        <td />
        <td className="synced" />
        {hasOptions && <td className="options screen-only" />}
      </tr>
    </tfoot>
  );
}
