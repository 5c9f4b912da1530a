import type { Schedule } from '../data/answers.ts';
import { showDate } from '../ui/dates.ts';

interface EventMarksProps {
  readonly schedule: Schedule;
  /** Returns the position of a fraction of the payments. */
  readonly x: (at: number) => number;
  readonly top: number;
  readonly bottom: number;
}

/** A line at each event, between the payments around it. */
export function EventMarks({ schedule: { events, schedulePayments }, x, top, bottom }: EventMarksProps) {
  return (
    <g className="chart-events">
      {events.map(({ id, date, k, kind }) => {
        const left = x(k / schedulePayments.length);
        return (
          <g key={id}>
            <title>{`${kind.replace('-', ' ')}, ${showDate(date)}`}</title>
            <line x1={left} x2={left} y1={top} y2={bottom} />
            <path d={`M ${left - 4} ${top - 6} h 8 l -4 7 z`} />
          </g>
        );
      })}
    </g>
  );
}
