import { useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars } from '../../domain/money.ts';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ReconcilingItem } from './ledger-check.ts';
import { ledgerTexts } from './texts.ts';

interface ItemDialogProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onSave: (item: ReconcilingItem) => Promise<void>;
  readonly onClose: () => void;
}

const SIDES = [
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
] as const;

/** Asks for a known difference on an account. */
export function ItemDialog({ choices, onSave, onClose }: ItemDialogProps) {
  const [accountId, setAccountId] = useState(choices[0]?.value ?? '');
  const [side, setSide] = useState<'credit' | 'debit'>('credit');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const [error, setError] = useState<string>();
  const value = parseMoneyInput(amount);
  const missing = [...(value ? [] : ['Amount']), ...(note.trim() === '' ? ['Note'] : [])];
  const save = async (): Promise<void> => {
    if (value === undefined) return;
    const dollars = toDollars(value);
    try {
      await onSave({
        accountId,
        amount: side === 'credit' ? -dollars : dollars,
        note: note.trim(),
        until: isCalendarDate(until) ? until : null,
      });
      onClose();
    } catch (problem) {
      setError(messageOf(problem, ledgerTexts.items));
      throw problem;
    }
  };
  return (
    <FormDialog
      title="Add a reconciling item"
      subtitle="The amount on the account in Xero beyond the contracts."
      submit="Save"
      disabled={missing.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField label="Account" required choices={choices} value={accountId} onChange={setAccountId} />
      <SelectField label="Side" required choices={SIDES} value={side} onChange={setSide} />
      <MoneyField label="Amount" required value={amount} onChange={setAmount} />
      <TextField label="Note" required error={error} value={note} onChange={setNote} />
      <DateField
        label="Until"
        hint="The last day on which it counts. Empty: no end."
        value={until}
        onChange={setUntil}
      />
      <MissingFields labels={missing} />
    </FormDialog>
  );
}
