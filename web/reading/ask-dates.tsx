import { Button } from '@primer/react';
import { useState } from 'react';
import { FREQUENCIES, frequencyLabel, type Frequency } from '../../domain/amortisation/frequency.ts';
import { isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import type { ReadTable } from '../extraction/read-document.ts';
import { DateInput } from '../ui/date-input.tsx';
import { Field } from '../ui/field.tsx';
import { SelectField } from '../ui/select-field.tsx';

/** A person's answer about the dates of a table. */
export interface StatedDates {
  readonly firstPaymentDate: CalendarDate;
  readonly frequency: Frequency;
}

interface AskDatesProps {
  readonly lacks: NonNullable<ReadTable['lacks']>;
  readonly onDates: (dates: StatedDates) => void;
}

/** Asks once for the dates that a table doesn't state: those of the other payments follow. */
export function AskDates({ lacks, onDates }: AskDatesProps) {
  const [date, setDate] = useState('');
  const [frequency, setFrequency] = useState<Frequency | ''>(lacks === 'days' ? 'monthly' : '');
  return (
    <div className="reading-dates">
      <p>
        {lacks === 'dates'
          ? 'The table states no dates. When is the first payment due, and how often do they follow?'
          : 'The table states months without days. On which day is the first payment due?'}
      </p>
      <div className="reading-date-fields">
        <Field label="First payment date" required>
          {(control) => <DateInput {...control} value={date} onChange={setDate} />}
        </Field>
        {lacks === 'dates' && (
          <SelectField
            label="Frequency"
            required
            choices={FREQUENCIES.map((each) => ({ value: each, label: frequencyLabel(each) }))}
            value={frequency}
            onChange={(value) => setFrequency(FREQUENCIES.find((each) => each === value) ?? '')}
          />
        )}
        <Button
          disabled={!isCalendarDate(date) || frequency === ''}
          onClick={() => {
            if (isCalendarDate(date) && frequency !== '') onDates({ firstPaymentDate: date, frequency });
          }}
        >
          Set the dates
        </Button>
      </div>
    </div>
  );
}
