import { useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { fieldMessages } from '../data/problem.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { DateField } from '../ui/date-field.tsx';
import { showDate, today } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { toast } from '../ui/toasts.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import { registerTexts } from './texts.ts';
import type { RegisterEntry } from './types.ts';

interface EntryReversalProps {
  readonly params: RegisterParams;
  readonly entry: RegisterEntry;
  readonly onClose: () => void;
}

/** Takes a posted entry back: voids its journal, or posts one of opposite signs. */
export function EntryReversal({ params, entry, onClose }: EntryReversalProps) {
  const [mode, setMode] = useState<'void' | 'mirror'>('void');
  const [date, setDate] = useState<string>(today);
  const [errors, setErrors] = useState<FormErrors>({});
  const submit = async (): Promise<void> => {
    if (mode === 'mirror' && !isCalendarDate(date)) {
      setErrors({ date: 'Please enter a date.' });
      throw new Error('The date is missing');
    }
    try {
      const register = await change(
        'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/reversal',
        {
          params: { ...params, number: String(entry.number) },
          body: mode === 'void' ? { mode } : { mode, date },
        },
      );
      await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, register);
    } catch (error) {
      setErrors(fieldMessages(error));
      toast.failure(error, registerTexts.reverse);
      throw error;
    }
    toast.success(registerTexts.reversed(entry.number));
    onClose();
  };
  return (
    <FormDialog
      title={`Reverse entry ${entry.number}`}
      subtitle="The entry is open afterwards and can be posted again."
      submit="Reverse"
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioField
        label="In Xero"
        error={errors['mode']}
        choices={[
          {
            value: 'void',
            label: 'Void the journal',
            hint: `It is dated ${showDate(entry.postedOn ?? entry.date)}, which must be after the lock date.`,
          },
          {
            value: 'mirror',
            label: 'Post a reversing journal',
            hint: 'For a locked period: the same lines with opposite signs, on another date.',
          },
        ]}
        value={mode}
        onChange={setMode}
      />
      {mode === 'mirror' && (
        <DateField
          label="Date"
          hint="The date of the reversing journal, after the lock date."
          error={errors['date']}
          required
          value={date}
          onChange={(value) => {
            setDate(value);
            setErrors({});
          }}
        />
      )}
    </FormDialog>
  );
}
