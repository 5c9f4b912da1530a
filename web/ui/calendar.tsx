import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import {
  addDays,
  addMonths,
  type CalendarDate,
  civilOf,
  dateOf,
  daysInMonth,
  formatShortDay,
  formatMonth,
  weekdayOf,
} from '../../domain/calendar.ts';
import { today } from './dates.ts';
import { IconButton } from './icon-button.tsx';
import './calendar.css';

interface CalendarProps {
  /** The field that the calendar stands below. */
  readonly anchor: RefObject<HTMLInputElement | null>;
  readonly value: CalendarDate | null;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (date: CalendarDate) => void;
  readonly onClose: () => void;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days of a month; arrow keys move by days and weeks, Page Up and Page Down by months, with Shift by years. */
export function Calendar({ anchor, value, min, max, onChoose, onClose }: CalendarProps) {
  const [focused, setFocused] = useState<CalendarDate>(value ?? today());
  /** The day whose button takes the focus; the buttons that turn months keep theirs. */
  const [movedTo, setMovedTo] = useState(focused);
  const popover = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    place(popover.current, anchor.current);
    popover.current?.showPopover();
  }, [anchor]);
  useLayoutEffect(() => {
    popover.current?.querySelector<HTMLElement>(`[data-date="${movedTo}"]`)?.focus();
  }, [movedTo]);
  const isAllowed = (date: CalendarDate): boolean =>
    (min === undefined || date >= min) && (max === undefined || date <= max);
  const choose = (date: CalendarDate): void => {
    if (!isAllowed(date)) return;
    onChoose(date);
    popover.current?.hidePopover();
    anchor.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const moved = MOVES[event.key]?.(focused, event.shiftKey);
    if (moved === undefined) return;
    event.preventDefault();
    setFocused(moved);
    setMovedTo(moved);
  };
  const turn = (months: number): void => setFocused(addMonths(focused, months));
  return (
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-labelledby={titleId}
      className="calendar"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <div className="calendar-head">
        <IconButton
          icon={ChevronLeftIcon}
          label="Previous month"
          size="small"
          hint="none"
          onClick={() => turn(-1)}
        />
        <span id={titleId} aria-live="polite">
          {formatMonth(focused)}
        </span>
        <IconButton
          icon={ChevronRightIcon}
          label="Next month"
          size="small"
          hint="none"
          onClick={() => turn(1)}
        />
      </div>
      <table role="grid" aria-labelledby={titleId} onKeyDown={press}>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map((week, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- weeks of a month keep their order
            <tr key={index}>
              {week.map((date, weekday) => (
                // oxlint-disable-next-line react/no-array-index-key -- the cells of a week are its weekdays
                <td key={weekday} aria-selected={date !== null && date === value}>
                  {date && (
                    <button
                      type="button"
                      aria-label={formatShortDay(date)}
                      aria-current={date === today() ? 'date' : undefined}
                      aria-disabled={!isAllowed(date)}
                      data-date={date}
                      tabIndex={date === focused ? 0 : -1}
                      onClick={() => choose(date)}
                    >
                      {civilOf(date).day}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button size="small" variant="invisible" onClick={() => choose(today())}>
        Today
      </Button>
    </div>
  );
}

const MOVES: Readonly<Partial<Record<string, (date: CalendarDate, withShift: boolean) => CalendarDate>>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -weekdayOf(date)),
  End: (date) => addDays(date, 6 - weekdayOf(date)),
  PageUp: (date, withShift) => addMonths(date, withShift ? -12 : -1),
  PageDown: (date, withShift) => addMonths(date, withShift ? 12 : 1),
};

/** The weeks of a date's month, from Monday; null for days of other months. */
function weeksOf(date: CalendarDate): (CalendarDate | null)[][] {
  const { year, month } = civilOf(date);
  const before = weekdayOf(dateOf(year, month, 1));
  const count = daysInMonth(year, month);
  const days = Array.from({ length: 42 }, (_each, index) => {
    const day = index - before + 1;
    return day >= 1 && day <= count ? dateOf(year, month, day) : null;
  });
  return [0, 1, 2, 3, 4, 5].map((week) => days.slice(week * 7, week * 7 + 7));
}

const HEIGHT = 316;

/** Below the field, or above it where there is no room. */
function place(popover: HTMLElement | null, field: HTMLElement | null): void {
  if (!popover || !field) return;
  const { left, top, bottom } = field.getBoundingClientRect();
  const isBelow = bottom + HEIGHT < innerHeight || top < HEIGHT;
  popover.style.left = `${Math.max(8, Math.min(left, innerWidth - 264))}px`;
  popover.style.top = `${isBelow ? bottom + 4 : top - HEIGHT - 4}px`;
}
