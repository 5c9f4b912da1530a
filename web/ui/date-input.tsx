import { CalendarIcon } from '@primer/octicons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { addDays, formatShortDay, isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { dateOfText, today } from './dates.ts';
import { deferred } from './deferred.tsx';
import type { ControlProps } from './field.tsx';
import { FieldError } from './field-error.tsx';
import { IconButton } from './icon-button.tsx';
import './date-input.css';

const Calendar = deferred(async () => (await import('./calendar.tsx')).Calendar);

interface DateInputProps extends Partial<ControlProps> {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Receives `YYYY-MM-DD`, or '' for an empty field and for text that is no date. */
  readonly onChange: (value: string) => void;
  /** The range of the calendar's days; the form refuses others. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly readOnly?: boolean;
  /** Shown in the empty field: how to type a date, or the date that applies without one. */
  readonly placeholder?: string | undefined;
  readonly 'aria-label'?: string;
}

/**
 * A date as text, with a calendar: `15/1/25`, `15 Jan`, `2025-01-15`. It reads `15 Jan 2025` in every browser, and
 * says so while other text is typed. Text that is no date stays, counts as nothing and is explained below the field.
 */
export function DateInput({
  value,
  onChange,
  min,
  max,
  readOnly = false,
  placeholder = 'dd/mm/yyyy',
  ...rest
}: DateInputProps) {
  /** The text as typed, with the date that it was read as. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly date: string }>();
  const [isTyping, setTyping] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const shown = shownDate(value);
  const text = typed && (isTyping || typed.date === value) ? typed.text : shown;
  const refusal = unreadable(text);
  // Keeps the form from being submitted without the date (`focusUnreadable`).
  useEffect(() => input.current?.setCustomValidity(refusal), [refusal]);
  const isWrong = refusal !== '' && !isTyping && rest['aria-invalid'] === undefined;

  const type = (typedText: string): void => {
    const date = dateOfText(typedText);
    // Pasted text is shown as it was understood; typed text stays until the field is left.
    const isPasted = Math.abs(typedText.length - text.length) > 1 && date !== '';
    setTyping(true);
    setTyped({ text: isPasted ? shownDate(date) : typedText, date });
    onChange(date);
  };
  const set = (date: CalendarDate): void => {
    setTyped(undefined);
    onChange(date);
  };
  const leave = (): void => {
    setTyping(false);
    if (typed && (typed.date !== '' || typed.text.trim() === '')) setTyped(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    const days = DAYS_OF_KEYS[event.key];
    if (event.key === 'Enter') leave();
    if (days === undefined || readOnly) return;
    event.preventDefault();
    if (event.altKey) setOpen(true);
    else set(isCalendarDate(value) ? addDays(value, days) : today());
  };
  return (
    <>
      <span className="input-date">
        <input
          {...rest}
          {...(isWrong && { 'aria-invalid': true, 'aria-describedby': problemId })}
          ref={input}
          className="input"
          autoComplete="off"
          maxLength={40}
          placeholder={placeholder}
          readOnly={readOnly}
          value={text}
          onBlur={leave}
          onKeyDown={press}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {isTyping && typed && shown !== '' && typed.text !== shown && (
          <output className="date-understood">{shown}</output>
        )}
        {!readOnly && (
          <IconButton
            icon={CalendarIcon}
            label="Open calendar"
            size="small"
            hint="none"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </span>
      {isOpen && (
        <Calendar
          anchor={input}
          value={isCalendarDate(value) ? value : null}
          min={min}
          max={max}
          onChoose={set}
          onClose={() => setOpen(false)}
        />
      )}
      {isWrong && (
        <FieldError id={problemId} role="alert">
          {refusal}
        </FieldError>
      )}
    </>
  );
}

const DAYS_OF_KEYS: Readonly<Partial<Record<string, number>>> = { ArrowUp: 1, ArrowDown: -1 };

const shownDate = (value: string): string => (isCalendarDate(value) ? formatShortDay(value) : value);

/** Empty for a date and for no text. */
const unreadable = (text: string): string =>
  text.trim() === '' || dateOfText(text) !== '' ? '' : 'Enter a date with the day first, such as 15/1/2025.';
