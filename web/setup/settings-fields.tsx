/** The fields of a schedule's account settings, and their saving. */
import { accountChoices } from '../../domain/accounts/account-choices.ts';
import type { AccountMapping } from '../../domain/accounts/account-mapping.ts';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { HelpLink } from '../help/help-link.tsx';
import { confirm } from '../ui/confirm.tsx';
import { isEqual } from '../ui/equality.ts';
import { Flag } from '../ui/flag.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  ACCOUNT_FIELDS,
  accountChoicesOf,
  type AccountField,
  type LedgerAccount,
} from '../xero/account-fields.ts';
import { preselected } from './preselected-accounts.ts';
import type { Entity, Schedule, ScheduleParams } from '../data/answers.ts';
import { xeroTexts } from '../xero/texts.ts';

export interface Settings {
  readonly mapping: Schedule['xeroAccount'];
  readonly autoSync: boolean;
  readonly noTax: boolean;
  /** Whether the shared accounts are proposed to the entity's next schedules. */
  readonly isRemembered: boolean;
  /** Its own choice; null follows the entity's. */
  readonly tracking: Schedule['tracking'];
}

/** Returns the settings as stored, with proposals for accounts that aren't set; none for an archived schedule. */
export const initialSettings = (
  { xeroAccount, autoSync, noTax, archived, tracking }: Schedule,
  accounts: readonly LedgerAccount[],
  { defaultAccounts }: Entity,
): Settings => ({
  mapping: archived ? xeroAccount : preselected(xeroAccount, accounts, defaultAccounts),
  autoSync,
  noTax,
  isRemembered: defaultAccounts !== null,
  tracking,
});

/** Whether the settings differ from the stored ones. */
export const changesSettings = (
  settings: Settings,
  schedule: Schedule,
  { defaultAccounts }: Entity,
): boolean =>
  changesAccounts(settings, schedule) ||
  settings.autoSync !== schedule.autoSync ||
  settings.noTax !== schedule.noTax ||
  !isEqual(settings.tracking, schedule.tracking) ||
  settings.isRemembered !== (defaultAccounts !== null);

interface SettingsFieldsProps {
  /** By account to choose. */
  readonly labels: Readonly<Record<AccountField, string>>;
  readonly settings: Settings;
  readonly accounts: readonly LedgerAccount[];
  readonly isReadOnly: boolean;
  readonly onChange: (settings: Settings) => void;
}

export function SettingsFields({ labels, settings, accounts, isReadOnly, onChange }: SettingsFieldsProps) {
  const { mapping, autoSync, isRemembered } = settings;
  return (
    <>
      <Flag
        label="Auto sync"
        hint={
          <>
            Posts each payment on its due date. Payments already due aren’t posted. Post them yourself. It
            searches Xero first for bank transactions and paid bills of the same amount, not for payroll and
            expense claims. <HelpLink page="auto-sync">About auto sync</HelpLink>
          </>
        }
        checked={autoSync}
        disabled={isReadOnly}
        onChange={(on) => onChange({ ...settings, autoSync: on })}
      />
      {ACCOUNT_FIELDS.map((field) => (
        <AccountChoice
          key={field}
          label={labels[field]}
          accounts={accountChoices(field, accounts)}
          value={mapping[field]}
          isReadOnly={isReadOnly}
          onChange={(id) => onChange({ ...settings, mapping: { ...mapping, [field]: id } })}
        />
      ))}
      {!isReadOnly && (
        <Flag
          label="Remember for this entity"
          hint="Proposes the bank, interest and fee accounts for the entity’s next schedules."
          checked={isRemembered}
          disabled={false}
          onChange={(on) => onChange({ ...settings, isRemembered: on })}
        />
      )}
    </>
  );
}

interface AccountChoiceProps {
  readonly label: string;
  readonly accounts: readonly LedgerAccount[];
  readonly value: string | null;
  readonly isReadOnly: boolean;
  readonly onChange: (id: string) => void;
}

/** The choice of one account. A chosen account that no longer qualifies must be replaced. */
function AccountChoice({ label, accounts, value, isReadOnly, onChange }: AccountChoiceProps) {
  const isGone = value !== null && accounts.every(({ id }) => id !== value);
  return (
    <SelectField
      label={label}
      error={isGone ? xeroTexts.accountGone : undefined}
      required
      disabled={isReadOnly}
      choices={accountChoicesOf(accounts)}
      value={isGone ? '' : (value ?? '')}
      onChange={onChange}
    />
  );
}

export function changesAccounts({ mapping }: Settings, { xeroAccount }: Schedule): boolean {
  return ACCOUNT_FIELDS.some((field) => mapping[field] !== xeroAccount[field]);
}

/** Asks before accounts change after a posting: earlier postings stay on the old accounts. */
export async function confirmAccountChange({
  schedulePayments,
  openingBalanceJournalId,
}: Schedule): Promise<boolean> {
  const isPosted =
    openingBalanceJournalId !== null || schedulePayments.some((payment) => payment.xeroSynchronized);
  if (!isPosted) return true;
  return confirm({
    title: 'Change the accounts?',
    body: 'Transactions in Xero stay on their accounts. Later payments post to the new accounts.',
    action: 'Change accounts',
  });
}

export async function saveSettings(
  params: ScheduleParams,
  { autoSync, noTax, isRemembered, tracking }: Settings,
  mapping: AccountMapping,
  before: Schedule,
): Promise<void> {
  const schedule = await change(
    'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings',
    {
      params,
      body: {
        autoSync,
        noTax,
        rememberForEntity: isRemembered,
        // An option that is archived since stays as it is until another one is chosen.
        ...(!isEqual(tracking, before.tracking) && { tracking }),
        ...mapping,
      },
    },
  );
  await store('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }, schedule);
  toast.success(xeroTexts.accountsSaved);
}
