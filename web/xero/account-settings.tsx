import { Button } from '@primer/react';
import { useState } from 'react';
import { accountChoices } from '../../domain/accounts/account-choices.ts';
import { isMappingComplete, type AccountMapping } from '../../domain/journal/account-mapping.ts';
import { store } from '../api.ts';
import { change } from '../change.ts';
import type { Schedule } from '../schedules/draft.ts';
import { HelpLink } from '../help/help-link.tsx';
import { Flag } from '../ui/flag.tsx';
import { scheduleTexts } from '../schedules/texts.ts';
import { confirm } from '../ui/confirm.tsx';
import { DraftRestored, useKeptDraft } from '../ui/kept-draft.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges } from '../ui/unsaved.ts';
import { useSubmit } from '../ui/use-submit.ts';
import {
  ACCOUNT_FIELDS,
  ACCOUNT_LABELS,
  accountName,
  type AccountField,
  type LedgerAccount,
} from './account-fields.ts';
import { hasRemembered, preselected, remember } from './preselected-accounts.ts';
import { xeroTexts } from './texts.ts';
import { useSetup } from './use-setup.ts';

export function AccountSettings() {
  const { params, schedule, accounts, above, goBack } = useSetup();
  return (
    <Page
      title="Account settings"
      above={above}
      subtitle={
        <>
          The accounts in Xero that this schedule’s payments post to.{' '}
          <HelpLink page="posting">How a payment is posted</HelpLink>
        </>
      }
      width="form"
    >
      {schedule?.archived && <Notice tone="info">{scheduleTexts.archivedNotice}</Notice>}
      <div className="card">
        {schedule && accounts ? (
          <SettingsForm
            key={schedule.id}
            params={params}
            schedule={schedule}
            accounts={accounts}
            onDone={goBack}
          />
        ) : (
          <TableSkeleton columns={1} rows={8} />
        )}
      </div>
    </Page>
  );
}

interface Settings {
  readonly mapping: Schedule['xeroAccount'];
  readonly autoSync: boolean;
}

interface SettingsFormProps {
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly onDone: () => void;
}

function SettingsForm({ params, schedule, accounts, onDone }: SettingsFormProps) {
  const [start] = useState<Settings>(() => ({
    mapping: schedule.archived
      ? schedule.xeroAccount
      : preselected(schedule.xeroAccount, accounts, params.entityId),
    autoSync: schedule.autoSync,
  }));
  const { draft, setDraft, isRestored, discard } = useKeptDraft(
    start,
    (chosen) => JSON.stringify(chosen) !== JSON.stringify(start),
  );
  const [isRemembered, setRemembered] = useState(() => hasRemembered(params.entityId));
  const { mapping, autoSync } = draft;
  const isReadOnly = schedule.archived;
  const hasChanges = changesAccounts(draft, schedule) || changesAutoSync(draft, schedule);
  const { isBusy, form } = useSubmit({
    ask: async () => !changesAccounts(draft, schedule) || confirmAccountChange(schedule),
    send: async () => {
      if (!isMappingComplete(mapping)) return;
      await saveSettings(params, autoSync, mapping);
      remember(params.entityId, mapping, isRemembered);
      forgetChanges();
      onDone();
    },
    onFailure: (error) => toast.failure(error, xeroTexts.saveAccounts),
  });
  return (
    <form className="card-body" {...form}>
      {isRestored && <DraftRestored onDiscard={discard} />}
      <Flag
        label="Auto sync"
        hint={
          <>
            Posts each payment on its due date. Sync payments that are already due by hand.{' '}
            <HelpLink page="auto-sync">About auto sync</HelpLink>
          </>
        }
        checked={autoSync}
        disabled={isReadOnly}
        onChange={(on) => setDraft({ ...draft, autoSync: on })}
      />
      {ACCOUNT_FIELDS.map((field) => (
        <AccountChoice
          key={field}
          field={field}
          accounts={accountChoices(field, accounts)}
          value={mapping[field]}
          isReadOnly={isReadOnly}
          onChange={(id) => setDraft({ ...draft, mapping: { ...mapping, [field]: id } })}
        />
      ))}
      {!isReadOnly && (
        <>
          <Flag
            label="Remember for this entity"
            hint="In this browser, proposes the bank, interest and fee accounts for the next schedules."
            checked={isRemembered}
            disabled={false}
            onChange={setRemembered}
          />
          <MissingFields
            labels={ACCOUNT_FIELDS.filter((field) => !mapping[field]).map((field) => ACCOUNT_LABELS[field])}
          />
        </>
      )}
      <div className="form-actions">
        {!isReadOnly && (
          <Button
            type="submit"
            variant="primary"
            disabled={!isMappingComplete(mapping) || !hasChanges}
            loading={isBusy}
          >
            Save
          </Button>
        )}
        <Button onClick={onDone}>{isReadOnly ? 'Back' : 'Cancel'}</Button>
      </div>
    </form>
  );
}

function changesAccounts({ mapping }: Settings, { xeroAccount }: Schedule): boolean {
  return ACCOUNT_FIELDS.some((field) => mapping[field] !== xeroAccount[field]);
}

function changesAutoSync({ autoSync }: Settings, schedule: Schedule): boolean {
  return autoSync !== schedule.autoSync;
}

interface AccountChoiceProps {
  readonly field: AccountField;
  readonly accounts: readonly LedgerAccount[];
  readonly value: string | null;
  readonly isReadOnly: boolean;
  readonly onChange: (id: string) => void;
}

/** The choice of one account. A chosen account that no longer qualifies must be replaced. */
function AccountChoice({ field, accounts, value, isReadOnly, onChange }: AccountChoiceProps) {
  const isGone = value !== null && accounts.every(({ id }) => id !== value);
  return (
    <SelectField
      label={ACCOUNT_LABELS[field]}
      error={isGone ? xeroTexts.accountGone : undefined}
      required
      disabled={isReadOnly}
      choices={accounts.map((account) => ({ value: account.id, label: accountName(account) }))}
      value={isGone ? '' : (value ?? '')}
      onChange={onChange}
    />
  );
}

/** Asks before accounts change after a posting: earlier postings stay on the old accounts. */
async function confirmAccountChange({
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

async function saveSettings(
  params: { readonly entityId: string; readonly scheduleId: string },
  autoSync: boolean,
  mapping: AccountMapping,
): Promise<void> {
  const schedule = await change(
    'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings',
    { params, body: { autoSync, ...mapping } },
  );
  await store('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }, schedule);
  toast.success(xeroTexts.accountsSaved);
}
