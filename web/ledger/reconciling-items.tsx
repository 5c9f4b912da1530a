import { TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { isCalendarDate } from '../../domain/calendar.ts';
import { parseMoneyInput, toDollars } from '../../domain/money.ts';
import { useApi, type Answer } from '../api.ts';
import { change } from '../change.ts';
import { messageOf } from '../problem.ts';
import { showDate } from '../ui/dates.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { formatDollars } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import type { LedgerCheck } from './ledger-check.ts';
import { ledgerTexts } from './texts.ts';

const ITEMS = 'GET /v1/entities/{entityId}/ledgercheck/items';
type Item = Answer<typeof ITEMS>['items'][number];

interface ReconcilingItemsProps {
  readonly entityId: string;
  readonly accounts: LedgerCheck['accounts'];
  readonly mayEdit: boolean;
}

/** Known differences that the check takes into account until a day. */
export function ReconcilingItems({ entityId, accounts, mayEdit }: ReconcilingItemsProps) {
  const params = { entityId };
  const { data } = useApi(ITEMS, { params });
  const [isAdding, setAdding] = useState(false);
  const items = data?.items ?? [];
  const choices = accounts.flatMap(({ accountId, name, code }) =>
    accountId === null ? [] : [{ value: accountId, label: code === '' ? name : `${name} (${code})` }],
  );
  const save = async (next: readonly Item[]): Promise<void> => {
    await change('PUT /v1/entities/{entityId}/ledgercheck/items', { params, body: { items: [...next] } });
    toast.success(ledgerTexts.itemsSaved);
  };
  if (items.length === 0 && (!mayEdit || choices.length === 0)) return null;
  return (
    <section className="card card-body" aria-labelledby="items-title">
      <h2 className="card-title" id="items-title">
        Reconciling items
      </h2>
      <p className="check-note">{ledgerTexts.itemsText}</p>
      {items.length > 0 && (
        <ul className="check-list">
          {items.map((item) => (
            <li key={JSON.stringify(item)}>
              <span>
                {item.note}
                <span className="muted">
                  {' '}
                  {choices.find(({ value }) => value === item.accountId)?.label}
                  {item.until !== null && `, until ${showDate(item.until)}`}
                </span>
              </span>
              <span className="check-links">
                {formatDollars(Math.abs(item.amount))} {item.amount < 0 ? 'Cr' : 'Dr'}
                {mayEdit && (
                  <IconButton
                    icon={TrashIcon}
                    label={`Remove ${item.note}`}
                    onClick={() =>
                      void save(items.filter((each) => each !== item)).catch((error: unknown) =>
                        toast.failure(error, ledgerTexts.items),
                      )
                    }
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && choices.length > 0 && (
        <div>
          <Button onClick={() => setAdding(true)}>Add an item</Button>
        </div>
      )}
      {isAdding && (
        <ItemDialog
          choices={choices}
          onSave={(item) => save([...items, item])}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface ItemDialogProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onSave: (item: Item) => Promise<void>;
  readonly onClose: () => void;
}

const SIDES = [
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
] as const;

function ItemDialog({ choices, onSave, onClose }: ItemDialogProps) {
  const [accountId, setAccountId] = useState(choices[0]?.value ?? '');
  const [side, setSide] = useState<'credit' | 'debit'>('credit');
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const [error, setError] = useState<string>();
  const value = parseMoneyInput(amount);
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
      subtitle="What Xero holds on the account beyond the contracts."
      submit="Save"
      disabled={value === undefined || value === 0 || note.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField label="Account" required choices={choices} value={accountId} onChange={setAccountId} />
      <SelectField label="Side" required choices={SIDES} value={side} onChange={setSide} />
      <Field label="Amount" required>
        {(control) => <MoneyInput {...control} value={amount} onChange={setAmount} />}
      </Field>
      <TextField label="Note" required error={error} value={note} onChange={setNote} />
      <TextField
        label="Until"
        type="date"
        hint="The last day on which it counts. Empty: no end."
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  );
}
