import { formatDollars } from '../ui/money.tsx';
import { roundTicks } from '../ui/round-ticks.ts';
import { useWidth } from '../ui/use-width.ts';
import type { Forecast } from './forecast-table.tsx';
import { monthName } from './month-name.ts';
import '../contract/chart.css';

type Row = Forecast['rows'][number];

const HEIGHT = 220;
const LEFT = 84;
const TOP = 22;
const BASE = HEIGHT - 24;
/** Room that a month's label needs. */
const LABEL_WIDTH = 76;

/** A column a month: payments, fees on top, and balloons marked on top of those. */
export function ForecastChart({ rows }: { readonly rows: readonly Row[] }) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const ticks = roundTicks(Math.max(...rows.map(({ total }) => total), 1));
  const highest = ticks.at(-1) ?? 1;
  const step = Math.max(width - LEFT, 100) / rows.length;
  const every = Math.ceil(LABEL_WIDTH / step);
  const centre = (index: number): number => LEFT + (index + 0.5) * step;
  const hasFees = rows.some(({ fees }) => fees > 0);
  const hasBalloons = rows.some(({ balloons }) => balloons > 0);
  return (
    <figure className="card forecast-chart">
      <figcaption className="forecast-keys">
        <span className="chart-key chart-key-principal">Payments</span>
        {hasFees && <span className="chart-key chart-key-fees">Fees</span>}
        {hasBalloons && <span className="chart-key chart-key-interest">Balloons</span>}
      </figcaption>
      <div className="forecast-frame" ref={frame}>
        <svg
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={summaryOf(rows)}
        >
          <g className="chart-axis">
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width} y1={heightAt(tick / highest)} y2={heightAt(tick / highest)} />
                <text x={LEFT - 8} y={heightAt(tick / highest) + 4} textAnchor="end">
                  {formatDollars(tick).replace('.00', '')}
                </text>
              </g>
            ))}
            {rows.map(
              ({ month }, index) =>
                index % every === 0 &&
                centre(index) <= width - LABEL_WIDTH / 2 && (
                  <text key={month} x={centre(index)} y={HEIGHT - 6} textAnchor="middle">
                    {monthName(month)}
                  </text>
                ),
            )}
          </g>
          {rows.map((row, index) => (
            <MonthBar key={row.month} row={row} highest={highest} left={LEFT + index * step} width={step} />
          ))}
        </svg>
      </div>
    </figure>
  );
}

const heightAt = (part: number): number => BASE - part * (BASE - TOP);

interface MonthBarProps {
  readonly row: Row;
  readonly highest: number;
  readonly left: number;
  readonly width: number;
}

function MonthBar({ row, highest, left, width }: MonthBarProps) {
  const scale = (BASE - TOP) / highest;
  const [payments, fees, balloons] = [row.payments, row.fees, row.balloons].map((each) => each * scale) as [
    number,
    number,
    number,
  ];
  const bar = { x: left + width * 0.12, width: width * 0.76 };
  const top = BASE - payments - fees - balloons;
  return (
    <g>
      <title>{`${monthName(row.month)}: ${formatDollars(row.total)}`}</title>
      <rect className="chart-principal" {...bar} y={BASE - payments} height={payments} />
      <rect className="forecast-fees" {...bar} y={BASE - payments - fees} height={fees} />
      <rect className="forecast-balloon" {...bar} y={top} height={balloons} />
      {row.balloons > 0 && (
        <path
          className="forecast-balloon"
          d={`M ${left + width / 2} ${top - 12} l 6 5 l -6 5 l -6 -5 z`}
          aria-hidden="true"
        />
      )}
    </g>
  );
}

function summaryOf(rows: readonly Row[]): string {
  const largest = rows.reduce<Row | undefined>(
    (most, row) => (row.total > (most?.total ?? 0) ? row : most),
    undefined,
  );
  const balloons = rows.filter((row) => row.balloons > 0).map(({ month }) => monthName(month));
  const most = largest ? ` The most is ${formatDollars(largest.total)} in ${monthName(largest.month)}.` : '';
  const named = balloons.length > 0 ? ` Balloons in ${balloons.join(', ')}.` : '';
  return `Payments of ${rows.length} months.${most}${named} The table below has every figure.`;
}
