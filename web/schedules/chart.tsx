import { useMemo, useState, type PointerEvent } from 'react';
import { showDate, today } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { roundTicks } from '../ui/round-ticks.ts';
import { formatShortDollars } from '../ui/short-dollars.ts';
import { useWidth } from '../ui/use-width.ts';
import { EventMarks } from './chart-events.tsx';
import {
  balancePoints,
  columnCeiling,
  chartColumnsOf,
  elapsed,
  yearMarks,
  type ChartColumn,
} from './chart-data.ts';
import type { Schedule } from '../data/answers.ts';
import '../contract/chart.css';

const HEIGHT = 208;
const TOP = 12;
const BOTTOM = 22;
const LEFT = 60;
const RIGHT = 16;
/** Width of a year's label, pixels. */
const YEAR_WIDTH = 56;
/** The baseline of the balance; the columns of the payments are below it. */
const BALANCE_BASE = 126;
const COLUMNS_TOP = 140;
const COLUMNS_BASE = HEIGHT - BOTTOM;
const STORED = 'paydown.chart';

/** The balance over the term, and each payment's principal and interest. */
export function Chart({ schedule }: { readonly schedule: Schedule }) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(STORED) === 'open');
  const remember = (open: boolean): void => {
    setOpen(open);
    localStorage.setItem(STORED, open ? 'open' : 'closed');
  };
  return (
    <details
      className="card chart"
      open={isOpen}
      onToggle={({ currentTarget }) => remember(currentTarget.open)}
    >
      <summary>
        <span className="chart-title">Balance over time</span>
        <span className="chart-key chart-key-balance">Balance</span>
        <span className="chart-key chart-key-principal">Principal</span>
        <span className="chart-key chart-key-interest">Interest</span>
      </summary>
      {isOpen && schedule.schedulePayments.length > 0 && <Drawing schedule={schedule} />}
    </details>
  );
}

function Drawing({ schedule }: { readonly schedule: Schedule }) {
  const { schedulePayments: payments, loanAmount } = schedule;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const columns = useMemo(() => chartColumnsOf(payments), [payments]);
  const isPaidOut = schedule.status === 'paid-out';
  const points = useMemo(
    () => balancePoints(loanAmount, payments, isPaidOut),
    [loanAmount, payments, isPaidOut],
  );
  const inner = Math.max(width - LEFT - RIGHT, 100);
  const x = (at: number): number => LEFT + at * inner;
  const ticks = roundTicks(Math.max(...points.map(({ balance }) => balance)));
  const highest = ticks.at(-1) ?? 0;
  const ceiling = useMemo(() => columnCeiling(columns), [columns]);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGElement>): void => {
    const at = (clientX - currentTarget.getBoundingClientRect().left - LEFT) / inner;
    const index = Math.floor(at * columns.length);
    setPointed(index >= 0 && index < columns.length ? index : null);
  };
  const column = pointed === null ? undefined : columns[pointed];
  return (
    <div className="chart-frame" ref={frame}>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={summaryOf(schedule)}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <Axis
          x={x}
          ticks={ticks}
          marks={yearMarks(payments, inner / YEAR_WIDTH).filter(
            ({ at }) => at * inner < inner - YEAR_WIDTH / 2,
          )}
          right={x(1)}
          ends={[payments[0]?.paymentDate ?? '', schedule.endDate]}
        />
        <Balance points={points.map(({ at, balance }) => [x(at), heightOf(balance, highest)])} />
        {columns.map((entry, index) => (
          <Bars
            key={entry.first.id}
            column={entry}
            ceiling={ceiling}
            left={x(index / columns.length)}
            width={inner / columns.length}
            isPointed={index === pointed}
          />
        ))}
        <EventMarks schedule={schedule} x={x} top={TOP} bottom={COLUMNS_BASE} />
        <Today at={elapsed(payments, today())} x={x} />
      </svg>
      {column && pointed !== null && (
        <Reading column={column} left={x((pointed + 0.5) / columns.length)} width={width} />
      )}
    </div>
  );
}

function heightOf(balance: number, highest: number): number {
  return BALANCE_BASE - (balance / highest) * (BALANCE_BASE - TOP);
}

interface AxisProps {
  readonly x: (at: number) => number;
  readonly ticks: readonly number[];
  readonly marks: readonly { readonly at: number; readonly year: string }[];
  readonly right: number;
  /** Dates of the first and the last payment, shown if no year begins between them. */
  readonly ends: readonly [string, string];
}

function Axis({ x, ticks, marks, right, ends }: AxisProps) {
  const highest = ticks.at(-1) ?? 0;
  return (
    <g className="chart-axis">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={right} y1={heightOf(tick, highest)} y2={heightOf(tick, highest)} />
          <text x={LEFT - 8} y={heightOf(tick, highest) + 4} textAnchor="end">
            {formatShortDollars(tick)}
          </text>
        </g>
      ))}
      <line x1={LEFT} x2={right} y1={COLUMNS_BASE} y2={COLUMNS_BASE} />
      {marks.length === 0 && (
        <>
          <text x={LEFT} y={HEIGHT - 6}>
            {showDate(ends[0])}
          </text>
          <text x={right} y={HEIGHT - 6} textAnchor="end">
            {showDate(ends[1])}
          </text>
        </>
      )}
      {marks.map(({ at, year }) => (
        <text key={year} x={x(at)} y={HEIGHT - 6}>
          {year}
        </text>
      ))}
    </g>
  );
}

function Balance({ points }: { readonly points: readonly (readonly [number, number])[] }) {
  const line = points.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ');
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return (
    <g className="chart-balance">
      <polygon points={`${first},${BALANCE_BASE} ${line} ${last},${BALANCE_BASE}`} />
      <polyline points={line} />
    </g>
  );
}

interface BarsProps {
  readonly column: ChartColumn;
  /** The amount of the tallest column; a larger payment is cut off at the top. */
  readonly ceiling: number;
  readonly left: number;
  readonly width: number;
  readonly isPointed: boolean;
}

/** Principal with interest stacked on it, cut off by a gap where a balloon goes on. */
function Bars({ column, ceiling, left, width, isPointed }: BarsProps) {
  const room = COLUMNS_BASE - COLUMNS_TOP;
  const total = Math.max(column.principal, 0) + column.interest;
  // Of a balloon, the parts keep their proportion.
  const scale = room / Math.max(ceiling, total);
  const principal = Math.max(column.principal, 0) * scale;
  const interest = column.interest * scale;
  const gap = width > 4 ? 1 : 0;
  const bar = { x: left + gap / 2, width: Math.max(width - gap, 0.5) };
  return (
    <g className="chart-bars" data-pointed={isPointed || undefined}>
      <rect className="chart-principal" {...bar} y={COLUMNS_BASE - principal} height={principal} />
      <rect className="chart-interest" {...bar} y={COLUMNS_BASE - principal - interest} height={interest} />
      {total > ceiling && <rect className="chart-cut" {...bar} y={COLUMNS_TOP + 5} height={2} />}
    </g>
  );
}

function Today({ at, x }: { readonly at: number; readonly x: (at: number) => number }) {
  if (at <= 0 || at >= 1) return null;
  return (
    <g className="chart-today">
      <line x1={x(at)} x2={x(at)} y1={TOP} y2={COLUMNS_BASE} />
      <text x={x(at) + 4} y={TOP + 8}>
        Today
      </text>
    </g>
  );
}

interface ReadingProps {
  readonly column: ChartColumn;
  readonly left: number;
  readonly width: number;
}

/** The figures of the column under the pointer. */
function Reading({ column, left, width }: ReadingProps) {
  const { first, last, interest, principal } = column;
  const isLate = left > width / 2;
  return (
    <div className="chart-reading" style={isLate ? { right: width - left + 10 } : { left: left + 10 }}>
      <strong>
        {first.number === last.number
          ? `${first.number}. ${showDate(first.paymentDate)}`
          : `${first.number}–${last.number}, until ${showDate(last.paymentDate)}`}
      </strong>
      <span className="chart-key chart-key-balance">{formatDollars(last.endingBalance)}</span>
      <span className="chart-key chart-key-principal">{formatDollars(principal)}</span>
      <span className="chart-key chart-key-interest">{formatDollars(interest)}</span>
    </div>
  );
}

function summaryOf({ loanAmount, totalInterest, schedulePayments, endDate }: Schedule): string {
  return `The balance falls from ${formatDollars(loanAmount)} to $0.00 on ${showDate(endDate)}, over ${schedulePayments.length} payments with interest of ${formatDollars(totalInterest)} in all. The table below has every figure.`;
}
