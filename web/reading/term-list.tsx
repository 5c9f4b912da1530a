import { CheckIcon, PencilIcon, XIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Term } from '../extraction/contract-terms.ts';
import type { Place } from '../extraction/document-text.ts';
import type { TermField } from '../extraction/term-labels.ts';
import type { TermValue } from '../extraction/term-values.ts';
import { formatShortDay, isCalendarDate } from '../../domain/calendar.ts';
import { FREQUENCIES, frequencyLabel } from '../../domain/amortisation/frequency.ts';
import { formatDollars } from '../ui/money.tsx';
import { FIELD_LABELS } from './texts.ts';

/** A term under review: its value as it would be used, and what the person decided. */
export interface ReviewedTerm {
  readonly term: Term;
  readonly value: TermValue;
  readonly decision: 'open' | 'confirmed' | 'dropped';
}

interface TermListProps {
  readonly terms: readonly ReviewedTerm[];
  /** The place of a spreadsheet is a sheet. */
  readonly pageName: 'Page' | 'Sheet';
  readonly onChange: (field: TermField, change: Partial<ReviewedTerm>) => void;
  readonly onFocus: (place: Place) => void;
}

/** The terms that were read. Enter confirms one and goes to the next; only confirmed ones enter the form. */
export function TermList({ terms, pageName, onChange, onFocus }: TermListProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The term whose field has the focus: it shows what is typed. */
  const [typed, setTyped] = useState<TermField | null>(null);
  const confirm = (event: KeyboardEvent<HTMLElement>, { field }: Term): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    onChange(field, { decision: 'confirmed' });
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])];
    inputs[inputs.indexOf(event.target) + 1]?.focus();
  };
  return (
    <ol className="reading-terms" ref={list}>
      {terms.map(({ term, value, decision }, index) => (
        <li
          key={term.field}
          className={`reading-term reading-term-${decision}`}
          onFocus={() => onFocus(term.place)}
          onKeyDown={(event) => confirm(event, term)}
        >
          <div className="reading-term-value">
            <label className="field-label" htmlFor={`term-${term.field}`}>
              {FIELD_LABELS[term.field]}
            </label>
            <input
              id={`term-${term.field}`}
              className="input"
              autoComplete="off"
              // The button that chose the file is gone.
              autoFocus={index === 0}
              readOnly={typeof value !== 'string'}
              aria-describedby={`term-${term.field}-source`}
              value={typed === term.field ? shownPlainly(value) : shownValue(term.field, value)}
              onFocus={() => setTyped(term.field)}
              onBlur={() => setTyped(null)}
              onChange={({ currentTarget }) =>
                onChange(term.field, { value: currentTarget.value, decision: 'open' })
              }
            />
            <p className="field-hint" id={`term-${term.field}-source`}>
              {pageName} {term.place.page}: {term.text}
            </p>
            <Others
              {...term}
              onChoose={(other) => onChange(term.field, { value: other, decision: 'open' })}
            />
          </div>
          <div className="reading-term-actions">
            <Decision
              decision={decision}
              label={FIELD_LABELS[term.field]}
              onDecide={(next) => onChange(term.field, { decision: next })}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A value as it is typed. Payments of several amounts read as `12 × 1000.00, 35 × 2220.00`. */
function shownPlainly(value: TermValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string'
    ? value
    : value.map(([count, amount]) => `${count} × ${amount}`).join(', ');
}

/** A value in the formats of the other pages: `2 Mar 2026`, `$72,400.00`, `Monthly`, `6.49 %`. */
function shownValue(field: TermField, value: TermValue): string {
  if (typeof value === 'boolean') return shownPlainly(value);
  if (typeof value !== 'string') {
    return value.map(([count, amount]) => `${count} × ${inDollars(amount)}`).join(', ');
  }
  if (isCalendarDate(value)) return formatShortDay(value);
  const frequency = FREQUENCIES.find((one) => one === value);
  if (frequency) return frequencyLabel(frequency);
  if (field === 'interestRate' && Number.isFinite(Number(value))) return `${value} %`;
  return inDollars(value);
}

/** Amounts have two decimals, which nothing else that is read has. */
const inDollars = (text: string): string => (/^-?\d+\.\d\d$/.test(text) ? formatDollars(Number(text)) : text);

interface OthersProps extends Term {
  readonly onChoose: (value: TermValue) => void;
}

/** Other values that the document gives. */
function Others({ others, value, field, onChoose }: OthersProps) {
  if (others.length === 0) return null;
  return (
    <p className="field-hint">
      Also found:{' '}
      {[value, ...others].slice(0, 4).map((other) => (
        <button
          key={JSON.stringify(other)}
          type="button"
          className="link-button"
          onClick={() => onChoose(other)}
        >
          {shownValue(field, other)}
          <span className="visually-hidden"> as {FIELD_LABELS[field]}</span>
        </button>
      ))}
    </p>
  );
}

interface DecisionProps {
  readonly decision: ReviewedTerm['decision'];
  readonly label: string;
  readonly onDecide: (decision: ReviewedTerm['decision']) => void;
}

function Decision({ decision, label, onDecide }: DecisionProps) {
  if (decision !== 'open') {
    return (
      <Button
        size="small"
        leadingVisual={PencilIcon}
        aria-label={`${decision === 'confirmed' ? 'Confirmed' : 'Not used'}: ${label}, review again`}
        onClick={() => onDecide('open')}
      >
        {decision === 'confirmed' ? 'Confirmed' : 'Not used'}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="small"
        variant="primary"
        leadingVisual={CheckIcon}
        aria-label={`Confirm ${label}`}
        onClick={() => onDecide('confirmed')}
      >
        Confirm
      </Button>
      <Button
        size="small"
        leadingVisual={XIcon}
        aria-label={`${label}: not in this contract`}
        onClick={() => onDecide('dropped')}
      >
        Not in this contract
      </Button>
    </>
  );
}
