import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { isCalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import type { Entity } from '../data/answers.ts';
import { DateField } from '../ui/date-field.tsx';
import { today } from '../ui/dates.ts';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { formatDollars } from '../ui/money.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ChangeFrame } from './change-frame.tsx';
import { CHANGE_LABELS } from './changes.ts';
import type { Register, SpreadChange } from './types.ts';
import { useRecording } from './use-recording.ts';

interface ChangeDraft {
  readonly kind: SpreadChange['kind'];
  readonly date: string;
  readonly total: string;
  readonly to: string;
  readonly note: string;
}

const KINDS = ['write-off', 'amount', 'end'] as const satisfies readonly SpreadChange['kind'][];

const HINTS: Readonly<Record<SpreadChange['kind'], string>> = {
  'write-off': 'A loan is paid out, or nothing of it is of use any more: one entry takes what is left.',
  amount: 'A refund or an endorsement: another total.',
  end: 'A cancelled or extended cover: the same total to another day.',
};

const NO_LABELS = {};

/** The form of a change of a spread beside the entries after it. */
interface SpreadChangeFormProps {
  readonly entity: Entity;
  readonly register: Register;
  readonly page: string;
}

export function SpreadChangeForm({ entity, register, page }: SpreadChangeFormProps) {
  const [parameters] = useSearchParams();
  const [start] = useState((): ChangeDraft => ({
    kind: KINDS.find((kind) => kind === parameters.get('kind')) ?? 'write-off',
    date: parameters.get('date') ?? today(),
    total: '',
    to: '',
    note: '',
  }));
  const { draft, setDraft, notice } = useKeptDraft(start);
  const missing = missingIn(draft);
  const body = changeOf(draft);
  const recording = useRecording(entity.id, register, body ? [body] : [], page);
  const { errors } = recording;
  const set = (changed: Partial<ChangeDraft>): void => {
    setDraft({ ...draft, ...changed });
    recording.edited();
  };
  const isWriteOff = draft.kind === 'write-off';
  return (
    <ChangeFrame
      entity={entity}
      page={page}
      recording={recording}
      notice={notice}
      missing={missing}
      submit="Record"
      awaiting="The entries after the change appear here."
      labels={NO_LABELS}
      from={draft.date}
    >
      <RadioField
        label="Change"
        choices={KINDS.map((kind) => ({ value: kind, label: CHANGE_LABELS[kind], hint: HINTS[kind] }))}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
      />
      <DateField
        label={isWriteOff ? 'Date' : 'From'}
        hint={isWriteOff ? 'The day of the last entry.' : 'Entries dated before this day stay as they are.'}
        error={errors['date'] ?? errors['from']}
        required
        min={register.from}
        max={register.to}
        value={draft.date}
        onChange={(date) => set({ date })}
      />
      {draft.kind === 'amount' && (
        <MoneyField
          label="New total"
          hint={`Without the GST you claim. The total now is ${formatDollars(register.total)}.`}
          error={errors['total']}
          required
          value={draft.total}
          onChange={(total) => set({ total })}
        />
      )}
      {draft.kind === 'end' && (
        <DateField
          label="New last day"
          error={errors['to']}
          required
          value={draft.to}
          onChange={(to) => set({ to })}
        />
      )}
      <TextField
        label="Note"
        optional
        hint="Why, such as the number of the credit note."
        error={errors['note']}
        value={draft.note}
        onChange={(note) => set({ note })}
      />
    </ChangeFrame>
  );
}

function missingIn({ kind, date, total, to }: ChangeDraft): string[] {
  return [
    !isCalendarDate(date) && (kind === 'write-off' ? 'Date' : 'From'),
    kind === 'amount' && parseMoneyInput(total) === undefined && 'New total',
    kind === 'end' && !isCalendarDate(to) && 'New last day',
  ].filter((label) => label !== false);
}

/** Null while a field is missing. */
function changeOf(draft: ChangeDraft): SpreadChange | null {
  const { kind, date, to } = draft;
  const note = draft.note.trim();
  const total = parseMoneyInput(draft.total);
  if (missingIn(draft).length > 0) return null;
  if (kind === 'write-off') return { kind, date, note };
  if (kind === 'end') return { kind, from: date, to, note };
  return total === undefined ? null : { kind, from: date, total: toDollars(total), note };
}
