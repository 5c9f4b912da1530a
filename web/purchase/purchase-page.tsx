/** The dealer's invoice of a schedule's asset: the lines of its opening journal at the start of the contract. */
import { Button } from '@primer/react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import type { Entity, Schedule, ScheduleParams, ScheduleSummary } from '../data/answers.ts';
import { call, useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo, payoutPath, setUpPath } from '../data/paths.ts';
import { ApiError, fieldMessages, messageOf } from '../data/problem.ts';
import { TYPING_PAUSE_MS, usePreview } from '../data/use-preview.ts';
import { useSchedule } from '../data/use-schedule.ts';
import { HelpLink } from '../help/help-link.tsx';
import { forgetFigures } from '../reading/read-figures.ts';
import { scheduleCrumbs } from '../ui/crumbs.ts';
import { confirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/dates.ts';
import { FormActions } from '../ui/form-actions.tsx';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Bar, CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useAction } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import {
  purchaseFactsOf,
  missingInPurchase,
  type Purchase,
  type PurchaseFacts,
  purchaseDraft,
  rememberedAccounts,
} from './purchase-draft.ts';
import { PurchaseFields } from './purchase-fields.tsx';
import { PurchaseOutcome } from './outcome.tsx';
import { PurchaseProposals } from './proposals.tsx';
import { xeroTexts } from '../xero/texts.ts';
import { useArchivedWarning } from '../setup/use-setup.ts';
import './purchase.css';

const READ = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/purchase';
const PREVIEW = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/purchase/preview';
const SAVE = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase';
const REMOVE = 'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/purchase';

const NO_ACCOUNTS: readonly LedgerAccount[] = [];

export function PurchasePage() {
  const { entityId = '', scheduleId = '' } = useParams();
  const params = { entityId, scheduleId };
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const { entity, schedule, error } = useSchedule(entityId, scheduleId);
  const { data: accounts, error: accountsError } = useApi(
    'GET /v1/entities/{entityId}/accounts',
    entity?.hasXeroLink ? { params: { entityId } } : null,
  );
  const { data: schedules, error: schedulesError } = useApi('GET /v1/entities/{entityId}/schedules', {
    params: { entityId },
  });
  const stored = useApi(READ, { params }, { revalidateOnFocus: false, shouldRetryOnError: false });
  const isMissing = stored.error instanceof ApiError && stored.error.status === 404;
  const purchase = isMissing ? null : stored.data;
  useLoadFailure(
    error ?? accountsError ?? schedulesError ?? (isMissing ? undefined : stored.error),
    xeroTexts.loadSchedule,
  );
  const page = pathTo(paths.schedule, params);
  const loans = parameters.get('set_up');
  // A loan that isn't connected has no opening journal yet.
  const journal = schedule?.xeroConnected ? pathTo(paths.openingJournal, params) : page;
  const goBack = (): void => navigate(loans === null ? journal : setUpPath(entityId, loans.split(',')));
  useArchivedWarning(schedule?.archived, xeroTexts.archivedJournal, () => navigate(page, { replace: true }));
  const known = entity?.hasXeroLink === false ? NO_ACCOUNTS : accounts;
  return (
    <Page
      title="From the invoice"
      documentTitle={schedule && `Purchase of ${schedule.description}`}
      above={scheduleCrumbs(params, entity, schedule)}
      subtitle={
        <>
          Type the dealer’s invoice as it reads. It becomes the lines of the opening journal
          {schedule && ` of ${showDate(schedule.startDate)}`}.{' '}
          <HelpLink page="buying-an-asset">About buying an asset</HelpLink>
        </>
      }
    >
      {entity && schedule && known && schedules && purchase !== undefined ? (
        <PurchaseForm
          key={schedule.id}
          params={params}
          entity={entity}
          schedule={schedule}
          accounts={journalAccounts(known)}
          others={schedules.filter(({ id }) => id !== schedule.id)}
          purchase={purchase}
          onDone={() => leave(goBack)}
          onCancel={goBack}
        />
      ) : (
        <CardSkeleton columns={2} rows={8} />
      )}
    </Page>
  );
}

interface PurchaseFormProps {
  readonly params: ScheduleParams;
  readonly entity: Entity;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly others: readonly ScheduleSummary[];
  readonly purchase: Purchase | null;
  /** Called once the purchase is saved or deleted. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function PurchaseForm({
  params,
  entity,
  schedule,
  accounts,
  others,
  purchase,
  onDone,
  onCancel,
}: PurchaseFormProps) {
  const usual = rememberedAccounts(entity, accounts);
  const { draft, setDraft, notice } = useKeptDraft(purchaseDraft(purchase, schedule, usual));
  const facts = purchaseFactsOf(draft);
  const read = usePreview(
    facts === null ? null : { params, body: facts },
    (input) => call(PREVIEW, input),
    TYPING_PAUSE_MS,
  );
  const [, navigate] = useLocation();
  const payoutAction = ({ tradeIn }: PurchaseFacts): Parameters<typeof toast.success>[1] => {
    const { amount, accountId, scheduleId } = tradeIn?.payout ?? {};
    if (amount === undefined || !scheduleId) return undefined;
    const paid = { figure: amount.toFixed(2), settledFrom: accountId ?? '' };
    const run = (): void => navigate(payoutPath({ entityId: params.entityId, scheduleId }, paid));
    return { label: 'Record a payout', run };
  };
  const { isBusy, errors, clearError, form } = useSubmit({
    send: async () => {
      if (facts === null) return;
      await change(SAVE, { params, body: { ...facts, revision: purchase?.revision ?? '' } });
      forgetFigures(params);
      toast.success(xeroTexts.purchaseSaved, payoutAction(facts));
      onDone();
    },
    onFailure: (error) => toast.failure(error, xeroTexts.savePurchase),
  });
  const removal = useAction(async () => {
    const isSure = await confirm({
      title: 'Delete the purchase?',
      body: 'A journal that is posted stays in Xero.',
      action: 'Delete',
    });
    if (!isSure) return;
    await change(REMOVE, { params });
    onDone();
  }, toast.failure);
  const shown = { ...(read.error && fieldMessages(read.error)), ...errors };
  return (
    <>
      <PurchaseProposals
        params={params}
        draft={draft}
        usual={usual}
        onChange={(filled) => {
          setDraft(filled);
          clearError();
        }}
      />
      <form className="purchase" {...form}>
        <div className="card card-body">
          {notice}
          <PurchaseFields
            draft={draft}
            errors={shown}
            accounts={accounts}
            usual={usual}
            others={others}
            entityId={params.entityId}
            onChange={(changed) => {
              setDraft({ ...draft, ...changed });
              clearError();
            }}
          />
          <MissingFields labels={missingInPurchase(draft)} />
          <FormActions
            submit="Save the purchase"
            disabled={facts === null}
            isBusy={isBusy}
            onCancel={onCancel}
          >
            {purchase && (
              <Button variant="danger" loading={removal.isBusy} onClick={removal.start}>
                Delete
              </Button>
            )}
          </FormActions>
        </div>
        <section className="card card-body purchase-outcome" aria-label="The journal">
          {read.error && Object.keys(fieldMessages(read.error)).length === 0 && (
            <Notice tone="error">{messageOf(read.error, xeroTexts.savePurchase)}</Notice>
          )}
          {facts === null && (
            <p className="card-text muted">Enter the asset and its price to see the journal.</p>
          )}
          {read.preview && (
            <PurchaseOutcome preview={read.preview} loanAmount={schedule.loanAmount} accounts={accounts} />
          )}
          {facts !== null && !read.preview && !read.error && <Bar width={20} />}
        </section>
      </form>
    </>
  );
}
