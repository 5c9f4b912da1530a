import { isMappingComplete } from '../../domain/accounts/account-mapping.ts';
import type { Answer } from '../data/api.ts';
import { HelpLink } from '../help/help-link.tsx';
import { scheduleTexts } from '../contract/texts.ts';
import { Flag } from '../ui/flag.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { ACCOUNT_FIELDS, accountLabels, type LedgerAccount } from '../xero/account-fields.ts';
import {
  changesAccounts,
  changesSettings,
  confirmAccountChange,
  initialSettings,
  saveSettings,
  SettingsFields,
} from './settings-fields.tsx';
import { OwnTracking } from './own-tracking.tsx';
import { useTracking } from '../xero/tracking-selects.tsx';
import { xeroTexts } from '../xero/texts.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { useSetup } from './use-setup.ts';

export function AccountSettings() {
  const { params, entity, schedule, accounts, above, goBack, finish } = useSetup();
  return (
    <Page
      title="Account settings"
      documentTitle={schedule && `Account settings of ${schedule.description}`}
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
        {entity && schedule && accounts ? (
          <SettingsForm
            key={schedule.id}
            params={params}
            entity={entity}
            schedule={schedule}
            accounts={accounts}
            onSaved={finish}
            onCancel={goBack}
          />
        ) : (
          <TableSkeleton columns={1} rows={8} />
        )}
      </div>
    </Page>
  );
}

interface SettingsFormProps {
  readonly params: ScheduleParams;
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

function SettingsForm({ params, entity, schedule, accounts, onSaved, onCancel }: SettingsFormProps) {
  const { draft, setDraft, notice } = useKeptDraft(initialSettings(schedule, accounts, entity));
  const { mapping } = draft;
  const isReadOnly = schedule.archived;
  const labels = accountLabels(schedule);
  const hasChanges = changesSettings(draft, schedule, entity);
  const { data: tracking } = useTracking(entity.id, entity.hasXeroLink);
  const { isBusy, errors, form } = useSubmit({
    ask: async () => !changesAccounts(draft, schedule) || confirmAccountChange(schedule),
    send: async () => {
      if (!isMappingComplete(mapping)) return;
      await saveSettings(params, draft, mapping, schedule);
      onSaved();
    },
    onFailure: (error) => toast.failure(error, xeroTexts.saveAccounts),
  });
  return (
    <form className="card-body" {...form}>
      {notice}
      <SettingsFields
        labels={labels}
        settings={draft}
        accounts={accounts}
        isReadOnly={isReadOnly}
        onChange={setDraft}
      />
      <Flag
        label="No tax"
        hint={
          <>
            Posts fees and interest as BAS Excluded, whatever the tax rates of their accounts in Xero.{' '}
            <HelpLink page="tax">About tax</HelpLink>
          </>
        }
        checked={draft.noTax}
        disabled={isReadOnly}
        onChange={(on) => setDraft({ ...draft, noTax: on })}
      />
      <OwnTracking
        tracking={tracking}
        value={draft.tracking}
        isDisabled={isReadOnly}
        error={errors['tracking']}
        onChange={(chosen) => setDraft({ ...draft, tracking: chosen })}
      />
      {!isReadOnly && (
        <MissingFields
          labels={ACCOUNT_FIELDS.filter((field) => !mapping[field]).map((field) => labels[field])}
        />
      )}
      <FormActions
        submit="Save"
        isReadOnly={isReadOnly}
        disabled={!isMappingComplete(mapping) || !hasChanges}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </form>
  );
}
