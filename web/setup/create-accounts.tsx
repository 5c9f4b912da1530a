import { Button } from '@primer/react';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { AccountFailures, AccountTable } from './account-table.tsx';
import { xeroTexts } from '../xero/texts.ts';
import { useNewAccounts } from './use-new-accounts.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { useArchivedWarning, useSetup } from './use-setup.ts';

export function CreateAccounts() {
  const { params, schedule, accounts, above, goBack, finish } = useSetup({ includeArchived: true });
  useArchivedWarning(schedule?.archived, xeroTexts.archivedAccounts, goBack);
  return (
    <Page
      title="Create Xero accounts"
      documentTitle={schedule && `Create Xero accounts for ${schedule.description}`}
      above={above}
      subtitle="Four liability accounts: remaining payments and unexpired interest, current and non-current (NC)."
    >
      {schedule && accounts ? (
        <AccountsForm
          key={schedule.id}
          params={params}
          schedule={schedule}
          accounts={accounts}
          onCreated={finish}
          onCancel={goBack}
        />
      ) : (
        <CardSkeleton columns={4} rows={5} />
      )}
    </Page>
  );
}

interface AccountsFormProps {
  readonly params: ScheduleParams;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly onCreated: () => void;
  readonly onCancel: () => void;
}

function AccountsForm({ params, schedule, accounts, onCreated, onCancel }: AccountsFormProps) {
  const added = useNewAccounts(params, schedule, accounts);
  const { rows, isTyped } = added;
  const isOver =
    rows.some(({ failure }) => failure !== undefined) && rows.every(({ isIncluded }) => !isIncluded);
  const { isBusy, start } = useAction(async () => {
    if ((await added.create()) !== null) onCreated();
  }, toast.failure);
  useUnsavedChanges(isBusy || isTyped);
  return (
    <>
      {rows.some(({ inUse }) => inUse !== undefined) && (
        <Notice tone="info">{xeroTexts.accountsInUse}</Notice>
      )}
      <AccountFailures rows={rows} />
      <AccountTable {...added} />
      <div className="form-actions">
        <Button variant="primary" loading={isBusy} onClick={isOver ? onCreated : start}>
          {isOver ? 'Continue' : 'Create selected in Xero'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  );
}
