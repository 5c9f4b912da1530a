import { ChecklistIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { isCalendarDate } from '../../domain/calendar.ts';
import { call, isComing, store, useApi } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { ApiError } from '../data/problem.ts';
import { entityCrumbs } from '../ui/crumbs.ts';
import { showDate, today } from '../ui/dates.ts';
import { Empty } from '../ui/empty.tsx';
import { showMoment } from '../ui/instants.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useParameters } from '../ui/use-parameters.ts';
import { useAction } from '../ui/use-action.ts';
import { useMay, useUser } from '../data/account.ts';
import { authoriseEntity } from '../xero/begin-authorisation.ts';
import { AccountResults } from './account-results.tsx';
import { differs } from './groups.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { ReconcilingItems } from './reconciling-items.tsx';
import { ledgerTexts } from './texts.ts';
import { UnmatchedPayments } from './unmatched-payments.tsx';
import './check.css';
import { CheckForm } from './check-form.tsx';

const CHECK = 'POST /v1/entities/{entityId}/ledgercheck';
const STORED = 'GET /v1/entities/{entityId}/ledgercheck';

/** The ledger of an entity against its contracts: one row per account, with the causes of differences. */
export function CheckPage() {
  const { entityId = '' } = useParams();
  const params = { entityId };
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params });
  useLoadFailure(error, entityTexts.load);
  const { data: schedules } = useApi('GET /v1/entities/{entityId}/schedules', {
    params,
    query: { IncludeArchived: 'true' },
  });
  const { data: registers } = useApi('GET /v1/entities/{entityId}/registers', {
    params,
    query: { IncludeArchived: 'true' },
  });
  const names = new Map([
    ...(schedules ?? []).map(({ id, description }) => [id, description] as const),
    ...(registers ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const [parameters, set] = useParameters({ replace: true });
  // The result of the date that led here, else that of the latest date.
  const chosen = parameters.get('date');
  const query = chosen === null || !isCalendarDate(chosen) ? {} : { date: chosen };
  const stored = useApi(STORED, { params, query }, { shouldRetryOnError: false });
  const mayCheck = useMay('sync payments');
  const [date, setDate] = useState<string>(query.date ?? today);
  const isWaiting = useUser().isLoading || isComing(stored);
  const isUnchecked = stored.error instanceof ApiError && stored.error.status === 404;
  const { isBusy, start } = useAction(
    async () => {
      await store(STORED, { params, query: { date } }, await call(CHECK, { params, body: { date } }));
      set({ date });
      void refreshAfter(CHECK, { params });
    },
    (failure) => toast.failure(failure, ledgerTexts.check),
  );
  return (
    <Page
      title={entity ? `Ledger check of ${entity.name}` : ''}
      above={entityCrumbs(entityId, entity)}
      subtitle={ledgerTexts.intro}
    >
      {isWaiting ? (
        <CardSkeleton columns={4} rows={6} />
      ) : (
        <>
          {mayCheck && (
            <CheckForm date={date} submit="Check now" isBusy={isBusy} onDate={setDate} onSubmit={start} />
          )}
          {stored.data ? (
            <Result
              check={stored.data}
              entityId={entityId}
              nameOf={(id) => names.get(id) ?? 'Loan'}
              onReconnect={mayCheck ? () => void authoriseEntity(entityId) : undefined}
            />
          ) : (
            isUnchecked && (
              <div className="card">
                <Empty
                  icon={ChecklistIcon}
                  title={
                    query.date === undefined ? ledgerTexts.notYet : ledgerTexts.notYetAt(showDate(query.date))
                  }
                >
                  {ledgerTexts.notYetText}
                </Empty>
              </div>
            )
          )}
          <UnmatchedPayments entityId={entityId} schedules={schedules ?? []} />
          <ReconcilingItems entityId={entityId} accounts={stored.data?.accounts ?? []} mayEdit={mayCheck} />
        </>
      )}
    </Page>
  );
}

interface ResultProps {
  readonly check: LedgerCheck;
  readonly entityId: string;
  readonly nameOf: (id: string) => string;
  readonly onReconnect: (() => void) | undefined;
}

/** `3 of 12 accounts differ.` */
function summaryOf({ status, accounts }: LedgerCheck): string {
  if (status === 'unknown') return '';
  if (status === 'agrees') return ledgerTexts.agrees;
  const { length } = accounts.filter(differs);
  return `${length} of ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} ${length === 1 ? 'differs' : 'differ'}.`;
}

function Result({ check, entityId, nameOf, onReconnect }: ResultProps) {
  const needsScope = check.accounts.some(({ causes }) => causes.some(({ kind }) => kind === 'scope-missing'));
  return (
    <>
      {check.message !== null && (
        <Notice
          tone="warning"
          action={needsScope && onReconnect && <Button onClick={onReconnect}>Reconnect to Xero</Button>}
        >
          {check.message}
        </Notice>
      )}
      <p className="check-summary" role="status">
        <strong>{summaryOf(check)}</strong> At the end of {showDate(check.date)}, checked{' '}
        {showMoment(check.checkedAt)}.
      </p>
      <AccountResults check={check} entityId={entityId} nameOf={nameOf} />
    </>
  );
}
