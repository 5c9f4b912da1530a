import { useState } from 'react';
import { addDays, addMonths } from '../../domain/calendar.ts';
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { fieldMessages, messageOf } from '../data/problem.ts';
import { DateField } from '../ui/date-field.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { showDate, today } from '../ui/dates.ts';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { reportTexts } from './texts.ts';
import type { AttentionItem } from './attention-item.ts';

const DAYS = 14;

const SNOOZE = 'PUT /v1/attention/{id}/snooze';

interface SnoozeDialogProps {
  readonly items: readonly AttentionItem[];
  readonly onClose: () => void;
}

/** Asks until when attention items are hidden, and why. */
export function SnoozeDialog({ items, onClose }: SnoozeDialogProps) {
  const [until, setUntil] = useState<string>(addDays(today(), DAYS));
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    try {
      for (const { id } of items) await call(SNOOZE, { params: { id }, body: { until, note } });
      toast.success(reportTexts.snoozed(items.length, showDate(until)));
      onClose();
    } catch (problem) {
      setError(fieldMessages(problem)['until'] ?? messageOf(problem, reportTexts.snooze));
      throw problem;
    } finally {
      // After a failure, some of them are snoozed.
      void refreshAfter(SNOOZE);
    }
  };
  return (
    <FormDialog
      title="Snooze"
      subtitle={(items.length === 1 && items[0]?.text) || `${items.length} issues`}
      submit="Snooze"
      onSubmit={save}
      onClose={onClose}
    >
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
