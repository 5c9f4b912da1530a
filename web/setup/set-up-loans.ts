/** The set-up of loans in Xero: its preview and its progress. */
import { useState } from 'react';
import type { Body } from '../../functions/client/route-client.ts';
import { type Answer, call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { ApiError, messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { reportPlanLimit } from '../plans/offer-upgrade.ts';
import { useAction } from '../ui/use-action.ts';
import { useIsShown } from '../ui/use-is-shown.ts';
import { xeroTexts } from '../xero/texts.ts';

const PREVIEW = 'POST /v1/entities/{entityId}/xero/setup/preview';
const SET_UP = 'POST /v1/entities/{entityId}/xero/setup';

export type SetupRequest = Body<typeof SET_UP>;
export type SetupPlan = Answer<typeof PREVIEW>;
type Progress = Answer<typeof SET_UP>['schedules'];

const LIST = 'GET /v1/entities/{entityId}/schedules';

/** The pause after a call that made no loan ready. */
const PAUSE_MS = 5_000;
/** A call works for up to 20 seconds; the loans that it has made ready are read so often. */
const WATCH_MS = 3_000;

export interface LoanSetup {
  readonly preview: SetupPlan | null;
  /** Whether every choice is made, so that a preview is read. */
  readonly isComplete: boolean;
  readonly failure: string | null;
  /** Null before the start. */
  readonly progress: Progress | null;
  /** How long Xero's limit makes the rest take; null when it doesn't matter. */
  readonly minutesLeft: number | null;
  readonly isRunning: boolean;
  readonly start: () => void;
}

/**
 * @param request null while it isn't complete
 * @param onReady called with the ids of the loans that are ready
 */
export function useLoanSetup(
  entityId: string,
  request: SetupRequest | null,
  onReady: (ids: readonly string[]) => void,
): LoanSetup {
  const [progress, setProgress] = useState<Progress | null>(null);
  /** The preview as it stood at the start. */
  const [planned, setPlanned] = useState<SetupPlan | null>(null);
  const [failed, setFailed] = useState<{ readonly request: SetupRequest; readonly message: string }>();
  /** Counts the previews that were found out of date. */
  const [stale, setStale] = useState(0);
  const read = usePreview(
    request === null || progress !== null
      ? null
      : { stale, params: { entityId }, body: withoutLenders(request) },
    ({ params, body }) => call(PREVIEW, { params, body }),
  );
  const shown = progress === null ? read.isCurrent && read.preview : planned;
  const preview = (request !== null && shown) || null;
  const isShown = useIsShown();

  /** Shows the loans that are ready before the call answers. */
  const watch = async ({ opening }: SetupRequest): Promise<void> => {
    const listed = await call(LIST, { params: { entityId } });
    const isReady = (id: string): boolean =>
      listed.some(
        (loan) =>
          loan.id === id && loan.xeroSyncReady && (opening === null || loan.openingBalanceJournalId !== null),
      );
    setProgress((loans) =>
      (loans ?? []).map((loan) =>
        loan.status === 'waiting' && isReady(loan.scheduleId) ? { ...loan, status: 'ready' } : loan,
      ),
    );
  };

  /** Asks again with the same body until no loan waits, as long as the page is open. */
  const run = async (body: SetupRequest): Promise<Progress> => {
    for (let before = 0; ;) {
      const { schedules } = await call(SET_UP, { params: { entityId }, body });
      setProgress(schedules);
      if (!isShown() || schedules.every(({ status }) => status !== 'waiting')) return schedules;
      const ready = schedules.filter(({ status }) => status === 'ready').length;
      // Xero's limits leave no call at the moment.
      if (ready === before) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      before = ready;
    }
  };
  const setUp = async (): Promise<void> => {
    if (request === null || preview === null) return;
    setPlanned(preview);
    setFailed(undefined);
    setProgress(request.scheduleIds.map((scheduleId) => ({ scheduleId, status: 'waiting' })));
    // A read that fails is made again.
    const timer = setInterval(() => void watch(request).catch(() => undefined), WATCH_MS);
    try {
      const schedules = await run(asPreviewed(request, preview));
      const ready = schedules.filter(({ status }) => status === 'ready').map(({ scheduleId }) => scheduleId);
      const changed = schedules.find(({ code }) => code === 'purchase/changed');
      if (ready.length === 0 && changed?.message !== undefined) {
        setFailed({ request, message: changed.message });
        setStale(stale + 1);
        setProgress(null);
      }
      onReady(ready);
    } finally {
      clearInterval(timer);
      void refreshAfter(SET_UP, { params: { entityId } });
    }
  };
  const { isBusy: isRunning, start } = useAction(setUp, (error) => {
    if (error instanceof ApiError && error.problem.code === 'plan/limit-reached') {
      void reportPlanLimit(messageOf(error));
    } else if (request !== null) setFailed({ request, message: messageOf(error, xeroTexts.saveAccounts) });
    setProgress((loans) => (loans?.every(({ status }) => status === 'waiting') ? null : loans));
  });
  const failure =
    failed?.request === request
      ? (failed?.message ?? null)
      : read.error
        ? messageOf(read.error, xeroTexts.loadAccounts)
        : null;
  const minutesLeft = isRunning && preview && progress ? minutesFor(preview, progress) : null;
  return { preview, isComplete: request !== null, failure, progress, minutesLeft, isRunning, start };
}

/** Names the purchases whose lines the preview shows, so that no other ones are posted. */
const asPreviewed = ({ loans = [], ...request }: SetupRequest, { journals }: SetupPlan): SetupRequest => ({
  ...request,
  loans: loans.map((loan) => {
    const shown = journals.find(({ scheduleId }) => scheduleId === loan.scheduleId)?.purchaseRevision;
    return typeof shown === 'string' ? { ...loan, purchaseRevision: shown } : loan;
  }),
});

/** The contact changes nothing that is previewed, so typing it asks for nothing. */
const withoutLenders = ({ loans = [], ...request }: SetupRequest): SetupRequest => ({
  ...request,
  loans: loans.map(({ lender: _lender, ...loan }) => loan),
});

/** Xero's limit. */
const CALLS_A_MINUTE = 60;

/** Returns the minutes that the accounts of the waiting loans take, a call each; null when all fit in one minute. */
function minutesFor({ accounts }: SetupPlan, progress: Progress): number | null {
  if (accounts.length < CALLS_A_MINUTE) return null;
  const waiting = new Set(
    progress.flatMap(({ scheduleId, status }) => (status === 'waiting' ? [scheduleId] : [])),
  );
  const left = accounts.filter(({ scheduleIds }) => scheduleIds.every((id) => waiting.has(id)));
  return left.length === 0 ? null : Math.ceil(left.length / CALLS_A_MINUTE);
}
