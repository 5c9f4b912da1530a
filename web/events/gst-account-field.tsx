import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import { SelectField } from '../ui/select-field.tsx';
import { accountChoicesOf } from '../xero/account-fields.ts';
import type { KindFieldsProps } from './amount-field.tsx';

/** The account of the GST on charges that a change saves or adds, where it was claimed at the opening. */
export function GstAccountField({ draft, errors, schedule, accounts, onChange }: KindFieldsProps) {
  if (!schedule.gstOnCharges) return null;
  return (
    <SelectField
      label="Account of the GST on charges"
      hint="Takes the GST on the charges that the change saves or adds, since it was claimed at the start."
      error={errors['gstAccountId']}
      choices={accountChoicesOf(journalAccounts(accounts ?? []))}
      value={draft.gstAccountId}
      onChange={(gstAccountId) => onChange({ gstAccountId })}
    />
  );
}
