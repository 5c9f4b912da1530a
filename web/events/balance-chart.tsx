import { isCalendarDate } from '../../domain/calendar.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { roundTicks } from '../ui/round-ticks.ts';
import { formatShortDollars } from '../ui/short-dollars.ts';
import { useWidth } from '../ui/use-width.ts';
import type { Schedule, SchedulePayment } from '../data/answers.ts';
import { balanceLine, timeScale, type DatedBalance } from './balance-lines.ts';

const HEIGHT = 168;
const TOP = 10;
const BASE = HEIGHT - 22;
const LEFT = 60;
const RIGHT = 12;
/** Width of a year's label, pixels. */
const YEAR_WIDTH = 48;

interface BalanceChartProps {
  readonly schedule: Schedule;
  readonly after: readonly SchedulePayment[];
  readonly date: string;
  readonly endsContract: boolean;
}

/** The balance over time before and after a change. */
export function BalanceChart({ schedule, after, date, endsContract }: BalanceChartProps) {
  const [frame, width] = useWidth<HTMLElement>();
  const before = balanceLine(schedule, schedule.schedulePayments);
  const next = balanceLine(schedule, after, endsContract ? date : undefined);
  const scale = timeScale([...before, ...next].map((point) => point.date));
  const ticks = roundTicks(Math.max(...[...before, ...next].map(({ balance }) => balance)));
  const highest = ticks.at(-1) ?? 0;
  const inner = Math.max(width - LEFT - RIGHT, 100);
  const x = (at: number): number => LEFT + at * inner;
  const y = (balance: number): number => BASE - (balance / highest) * (BASE - TOP);
  const pointsOf = (line: readonly DatedBalance[]): string =>
    line.map((point) => `${x(scale.at(point.date)).toFixed(1)},${y(point.balance).toFixed(1)}`).join(' ');
  return (
    <figure className="balance-chart" ref={frame}>
      <figcaption>
        <span className="chart-key chart-key-before">Balance before</span>
        <span className="chart-key chart-key-balance">Balance after</span>
      </figcaption>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={describe(schedule, next)}
      >
        <g className="chart-axis">
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={x(1)} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
                {formatShortDollars(tick)}
              </text>
            </g>
          ))}
          {scale.years(inner / YEAR_WIDTH).map(({ at, year }) => (
            <text key={year} x={x(at)} y={HEIGHT - 6} textAnchor="middle">
              {year}
            </text>
          ))}
        </g>
        {isCalendarDate(date) && (
          <g className="chart-today">
            <line x1={x(scale.at(date))} x2={x(scale.at(date))} y1={TOP} y2={BASE} />
          </g>
        )}
        <polyline className="balance-before" points={pointsOf(before)} />
        <polyline className="balance-after" points={pointsOf(next)} />
      </svg>
    </figure>
  );
}

function describe({ endDate, loanAmount }: Schedule, after: readonly DatedBalance[]): string {
  const last = after.at(-1);
  return `The balance falls from ${formatDollars(loanAmount)} to $0.00 on ${showDate(endDate)} before the change, and on ${showDate(last?.date ?? endDate)} after it. The tables below have every figure.`;
}
