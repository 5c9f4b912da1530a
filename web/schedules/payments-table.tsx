import { Fragment, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { showDate, today } from '../ui/dates.ts';
import { MoneyCell } from '../ui/money.tsx';
import { useStable } from '../ui/use-stable.ts';
import { LongBodies, longestAmount } from './long-table.tsx';
import type { Schedule } from './draft.ts';
import { PaymentRow } from './payment-row.tsx';
import { totalsOfPayments, yearsOfPayments, type PaymentTotals } from './payment-totals.ts';
import type { PaymentsView } from './payments-view.ts';
import type { SchedulePayment, Selection } from './selection.ts';
import { YearRow } from './year-row.tsx';
import { Table, type Column } from '../ui/table.tsx';
import './payments-table.css';

/** Pixels; must match the stylesheet. */
const ROW_HEIGHT = 34;
const YEAR_HEIGHT = 44;
/** Length of `$1,000,000.00`. With longer amounts the table scrolls sideways on every screen. */
const LONG_AMOUNT = 13;

const columnsOf = (hasFees: boolean, isConnected: boolean): readonly (Column | false)[] => [
  { label: <PaymentNumber />, kind: 'number' },
  { label: 'Date' },
  { label: 'Payment Amount', kind: 'number' },
  hasFees && { label: 'Fee', kind: 'number' },
  { label: 'Interest', kind: 'number' },
  { label: 'Principal', kind: 'number' },
  { label: 'Balance', kind: 'number' },
  { label: 'Synced', className: 'synced' },
  isConnected && { label: 'Options', kind: 'options', className: 'screen-only' },
];

function PaymentNumber() {
  return (
    <>
      <span className="wide-only">Payment </span>Number
    </>
  );
}

interface PaymentsTableProps {
  readonly schedule: Schedule;
  readonly view: PaymentsView;
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
  const { schedule, view, selection, marked, isConnected } = props;
  const { schedulePayments: payments, administrationFee: fee } = schedule;
  const onToggle = useStable(props.onToggle);
  const onSelectUpTo = useStable(props.onSelectUpTo);
  const todayId = useFirstAhead(view.shown);
  const totals = useMemo(() => totalsOfPayments(view.shown, fee), [view.shown, fee]);
  const longest = longestAmount([
    totals.payments,
    ...payments.flatMap((payment) => [payment.payments, payment.endingBalance]),
  ]);
  const hasFees = fee > 0;
  const rowOf = (payment: SchedulePayment) => (
    <Fragment key={payment.id}>
      {payment.id === todayId && (
        <TodayRow columns={hasFees ? 9 : 8} opensThePage={marked === null && view.filter === 'all'} />
      )}
      <PaymentRow
        payment={payment}
        fee={fee}
        standing={selection.standingOf(payment)}
        isSelected={selection.ids.has(payment.id)}
        isMarked={payment.id === marked}
        jumps={view.jump?.id === payment.id ? view.jump.count : 0}
        isConnected={isConnected}
        maySync={props.maySync}
        maySelectUpTo={props.maySelectUpTo}
        onToggle={onToggle}
        onSelectUpTo={onSelectUpTo}
      />
    </Fragment>
  );
  return (
    <Table
      label="Payments"
      columns={columnsOf(hasFees, isConnected)}
      className={`table-dense table-sticky table-long payments ${longest > LONG_AMOUNT ? 'table-wide' : ''}`}
      rowCount={view.shown.length}
      style={{ '--longest-amount': longest } as CSSProperties}
    >
      {view.isGrouped ? (
        <Years
          schedule={schedule}
          view={view}
          reveals={view.jump?.id ?? marked}
          hasOptions={isConnected}
          rowOf={rowOf}
        />
      ) : (
        <LongBodies rows={view.shown} rowHeight={ROW_HEIGHT}>
          {rowOf}
        </LongBodies>
      )}
      {view.shown.length === 0 && <NoPayments />}
      <Totals totals={totals} hasFees={hasFees} hasOptions={isConnected} />
    </Table>
  );
}

/** The id of the first shown payment that is not past; null where all are past or none is. */
function useFirstAhead(shown: readonly SchedulePayment[]): string | null {
  return useMemo(() => {
    const date = today();
    const index = shown.findIndex(({ paymentDate }) => paymentDate >= date);
    return index > 0 ? (shown[index]?.id ?? null) : null;
  }, [shown]);
}

interface YearsProps {
  readonly schedule: Schedule;
  readonly view: PaymentsView;
  /** A payment whose year is open, whatever was closed. */
  readonly reveals: string | null;
  readonly hasOptions: boolean;
  readonly rowOf: (payment: SchedulePayment) => ReactNode;
}

/** The payments below their financial years, each of which closes. */
function Years({ schedule, view, reveals, hasOptions, rowOf }: YearsProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const groups = useMemo(() => yearsOfPayments(schedule, view.shown), [schedule, view.shown]);
  return groups.map((group) => {
    const isOpen = !closed.has(group.year) || group.payments.some(({ id }) => id === reveals);
    const height = (isOpen ? group.payments.length : 0) * ROW_HEIGHT + YEAR_HEIGHT;
    return (
      <tbody key={group.year} style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
        <YearRow
          group={group}
          hasFees={schedule.administrationFee > 0}
          hasOptions={hasOptions}
          isOpen={isOpen}
          onToggle={() => setClosed(closed.symmetricDifference(new Set([group.year])))}
        />
        {isOpen && group.payments.map(rowOf)}
      </tbody>
    );
  });
}

function NoPayments() {
  return (
    <tbody>
      <tr>
        <td className="none">No payments match this filter.</td>
      </tr>
    </tbody>
  );
}

interface TotalsProps {
  readonly totals: PaymentTotals;
  readonly hasFees: boolean;
  readonly hasOptions: boolean;
}

/** The totals of the shown payments. */
function Totals({ totals, hasFees, hasOptions }: TotalsProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td />
        <MoneyCell dollars={totals.payments} />
        {hasFees && <MoneyCell dollars={totals.fees} />}
        <MoneyCell dollars={totals.interest} />
        <MoneyCell dollars={totals.principal} />
        <td />
        <td className="synced" />
        {hasOptions && <td className="options screen-only" />}
      </tr>
    </tfoot>
  );
}

interface TodayRowProps {
  readonly columns: number;
  /** The page opens where it stands. */
  readonly opensThePage: boolean;
}

/** The divider between past and future payments. */
function TodayRow({ columns, opensThePage }: TodayRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const opens = useRef(opensThePage);
  useEffect(() => {
    const isBelow = (row.current?.getBoundingClientRect().bottom ?? 0) > innerHeight;
    if (opens.current && isBelow && scrollY === 0) row.current?.scrollIntoView({ block: 'center' });
    opens.current = false;
  }, []);
  return (
    <tr className="today" ref={row}>
      <td colSpan={columns}>Today, {showDate(today())}</td>
    </tr>
  );
}
