import { type ReactNode, useMemo, useState } from 'react';
import type { Schedule } from '../data/answers.ts';
import { yearsOfRows } from './payment-totals.ts';
import type { PaymentsView } from './payments-view.ts';
import { ROW_HEIGHT } from './row-height.ts';
import type { TimelineRow } from './timeline.ts';
import { YearRow } from './year-row.tsx';

/** Pixels; must match the stylesheet. */
const YEAR_HEIGHT = 44;

interface PaymentYearsProps {
  readonly schedule: Schedule;
  readonly view: PaymentsView;
  /** A payment whose year is open, whatever was closed. */
  readonly reveals: string | null;
  readonly hasFees: boolean;
  readonly hasOptions: boolean;
  readonly rowOf: (row: TimelineRow) => ReactNode;
}

/** Payments and events below their financial years, each of which closes. */
export function PaymentYears({ schedule, view, reveals, hasFees, hasOptions, rowOf }: PaymentYearsProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const groups = useMemo(() => yearsOfRows(schedule, view.rows, view.filter === 'all'), [schedule, view]);
  return groups.map((group) => {
    const isOpen =
      !closed.has(group.year) ||
      group.rows.some(({ payment }) => payment?.id === reveals && reveals !== null);
    const height = (isOpen ? group.rows.length : 0) * ROW_HEIGHT + YEAR_HEIGHT;
    return (
      <tbody key={group.year} style={{ containIntrinsicBlockSize: `auto ${height}px` }}>
        <YearRow
          group={group}
          hasFees={hasFees}
          hasOptions={hasOptions}
          isOpen={isOpen}
          onToggle={() => setClosed(closed.symmetricDifference(new Set([group.year])))}
        />
        {isOpen && group.rows.map(rowOf)}
      </tbody>
    );
  });
}
