import { useState } from 'react';
import { addDays, addMonths } from '../../domain/calendar.ts';
import { change } from '../data/change.ts';
import { fieldMessages, messageOf } from '../data/problem.ts';
import { DateField } from '../ui/date-field.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { showDate, today } from '../ui/dates.ts';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { reportTexts } from './texts.ts';
import type { AttentionItem } from './attention-item.ts';

const DAYS = 14;

interface SnoozeDialogProps {
  readonly item: AttentionItem;
  readonly onClose: () => void;
}

/** Asks until when an attention item is hidden, and why. */
export function SnoozeDialog({ item, onClose }: SnoozeDialogProps) {
  const [until, setUntil] = useState<string>(addDays(today(), DAYS));
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    try {
      await change('PUT /v1/attention/{id}/snooze', { params: { id: item.id }, body: { until, note } });
      toast.success(reportTexts.snoozed(showDate(until)));
      onClose();
    } catch (problem) {
      setError(fieldMessages(problem)['until'] ?? messageOf(problem, reportTexts.snooze));
      throw problem;
    }
  };
  return (
    <FormDialog title="Snooze" subtitle={item.text} submit="Snooze" onSubmit={save} onClose={onClose}>
      <DateField
        label="Until"
        required
        error={error}
        min={addDays(today(), 1)}
        max={addMonths(today(), 12)}
        value={until}
        onChange={(date) => {
          setUntil(date);
          setError(undefined);
        }}
      />
      <TextField
        label="Note"
        optional
        hint="Why it can wait. All users of the organisation see it."
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}
