import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import { SelectField } from '../ui/select-field.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import { accountChoicesOf, type LedgerAccount } from '../xero/account-fields.ts';

/** The accounts that a register posts to, by role. */
export type Roles = Readonly<
  Record<
    string,
    {
      readonly label: string;
      readonly classes: readonly LedgerAccount['class'][];
      readonly hint: string;
      readonly isOptional?: boolean;
    }
  >
>;

interface AccountFieldsProps {
  readonly roles: Roles;
  /** Ids by role; empty while none is chosen. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly errors: FormErrors;
  /** Undefined until loaded. */
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly isLinked: boolean;
  readonly onChange: (chosen: Readonly<Record<string, string>>) => void;
}

export function AccountFields({ roles, chosen, errors, accounts, isLinked, onChange }: AccountFieldsProps) {
  if (!isLinked) {
    return <p className="card-text">The accounts are chosen once the entity is linked to Xero.</p>;
  }
  return (
    <div className="form-row">
      {Object.entries(roles).map(([role, { label, classes, hint, isOptional }]) => {
        const offered = journalAccounts(accounts ?? []).filter((account) => classes.includes(account.class));
        const id = chosen[role] ?? '';
        const isGone = accounts !== undefined && id !== '' && offered.every((account) => account.id !== id);
        return (
          <SelectField
            key={role}
            label={`${label} account`}
            hint={isOptional ? `${hint} Needed once there is one.` : hint}
            error={
              isGone ? 'This account can no longer be used. Choose another one.' : errors[`accounts.${role}`]
            }
            choices={[
              ...(id === '' || isGone ? [] : [{ value: 'none', label: 'None' }]),
              ...accountChoicesOf(offered),
            ]}
            value={isGone ? '' : id}
            onChange={(picked) => onChange({ ...chosen, [role]: picked === 'none' ? '' : picked })}
          />
        );
      })}
    </div>
  );
}
