import { useId, useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { DateInput } from '../ui/date-input.tsx';
import { countOf, FILTERS, type PaymentsView } from './payments-view.ts';
import type { Schedule } from '../data/answers.ts';
import './payments-toolbar.css';

interface PaymentsToolbarProps {
  readonly view: PaymentsView;
  readonly schedule: Schedule;
}

/** The filters of the payments, their grouping, and the jump to a date. */
export function PaymentsToolbar({
  view,
  schedule: { schedulePayments: payments, archived },
}: PaymentsToolbarProps) {
  const jumpId = useId();
  const [jumpDate, setJumpDate] = useState('');
  return (
    <div className="payments-toolbar">
      <div className="payments-filters" role="group" aria-label="Show payments">
        {FILTERS.filter(([name]) => !(archived && name === 'overdue')).map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={view.filter === name}
            onClick={() => view.setFilter(name)}
          >
            {label} <span className="payments-count">{countOf(name, payments)}</span>
          </button>
        ))}
      </div>
      <div className="payments-filters">
        <button type="button" aria-pressed={view.isGrouped} onClick={() => view.setGrouped(!view.isGrouped)}>
          Group by <span className="wide-only">financial </span>year
        </button>
      </div>
      <span className="payments-jump">
        <label htmlFor={jumpId}>Jump to date</label>
        <DateInput
          id={jumpId}
          value={jumpDate}
          onChange={(date) => {
            setJumpDate(date);
            if (isCalendarDate(date)) view.jumpTo(date);
          }}
        />
      </span>
    </div>
  );
}
