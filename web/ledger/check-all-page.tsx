import { ChecklistIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useMay, useUser } from '../data/account.ts';
import { type Answer, isComing, useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { checkRunPath } from '../data/paths.ts';
import { HOME_CRUMBS } from '../ui/crumbs.ts';
import { showDate, today } from '../ui/dates.ts';
import { Empty } from '../ui/empty.tsx';
import { showMoment } from '../ui/instants.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useAction } from '../ui/use-action.ts';
import { RunTable } from './run-table.tsx';
import { ledgerTexts } from './texts.ts';
import './check.css';
import { CheckForm } from './check-form.tsx';

const RUN = 'GET /v1/ledgerchecks/{checkId}';
const POLL_MS = 1500;

type Run = Answer<typeof RUN>;

/** A ledger check of all linked entities: its progress, each result, and who signed it off. */
export function CheckAllPage() {
  const { checkId: chosen } = useParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const runs = useApi('GET /v1/ledgerchecks', {});
  useLoadFailure(runs.error, ledgerTexts.runs);
  const checkId = chosen ?? runs.data?.[0]?.checkId;
  const run = useApi(RUN, checkId === undefined ? null : { params: { checkId } }, {
    refreshInterval: (data) => (data && data.done < data.total ? POLL_MS : 0),
  });
  useLoadFailure(run.error, ledgerTexts.runs);
  const mayCheck = useMay('sync payments');
  const isWaiting = useUser().isLoading || isComing(runs) || isComing(run);
  return (
    <Page title="Ledger check of all entities" above={HOME_CRUMBS} subtitle={ledgerTexts.allIntro}>
      {isWaiting ? (
        <CardSkeleton columns={4} rows={6} />
      ) : (
        <>
          <div className="check-form">
            {mayCheck && (
              <CheckAll
                suggested={chosen === undefined ? today() : (run.data?.date ?? today())}
                onStarted={(id) => leave(() => navigate(checkRunPath(id)))}
              />
            )}
            {runs.data && runs.data.length > 1 && checkId !== undefined && (
              <SelectField
                label="Show"
                choices={runs.data.map((each) => ({
                  value: each.checkId,
                  label: `${showDate(each.date)}, checked ${showMoment(each.startedAt)}`,
                }))}
                value={checkId}
                onChange={(id) => navigate(checkRunPath(id))}
              />
            )}
          </div>
          {run.data ? (
            <Result key={run.data.checkId} run={run.data} maySignOff={mayCheck} />
          ) : (
            runs.data?.length === 0 && (
              <div className="card">
                <Empty icon={ChecklistIcon} title={ledgerTexts.noRun}>
                  {ledgerTexts.noRunText}
                </Empty>
              </div>
            )
          )}
        </>
      )}
    </Page>
  );
}

interface CheckAllProps {
  /** The date of the run that was chosen, or today. */
  readonly suggested: string;
  readonly onStarted: (checkId: string) => void;
}

function CheckAll({ suggested, onStarted }: CheckAllProps) {
  const [date, setDate] = useState<string>(suggested);
  const { isBusy, start } = useAction(
    async () => {
      const { checkId } = await change('POST /v1/ledgerchecks', { body: { date } });
      onStarted(checkId);
    },
    (error) => toast.failure(error, ledgerTexts.run),
  );
  return <CheckForm date={date} submit="Check all" isBusy={isBusy} onDate={setDate} onSubmit={start} />;
}

function Result({ run, maySignOff }: { readonly run: Run; readonly maySignOff: boolean }) {
  const { done, total, date, startedAt, startedBy, entities } = run;
  const differing = entities.filter(({ status }) => status === 'differs').length;
  const unknown = entities.filter(({ status }) => status === 'unknown');
  const notSetUp = unknown.filter(({ obstacle }) => obstacle === 'not-linked').length;
  const failed = unknown.length - notSetUp;
  const signedOff = entities.filter(({ signedOffAt }) => signedOffAt !== null).length;
  return (
    <>
      <p className="check-summary" role="status">
        {done < total ? (
          <>
            <strong>
              {done} of {total} entities checked.
            </strong>{' '}
            <progress className="check-progress" value={done} max={total} aria-label="Entities checked" />
          </>
        ) : (
          <strong>
            {differing === 0
              ? 'No entity differs'
              : `${differing} of ${total} ${total === 1 ? 'entity' : 'entities'} ${differing === 1 ? 'differs' : 'differ'}`}
            {failed > 0 && `, ${failed} could not be checked`}
            {notSetUp > 0 && `, ${notSetUp} ${notSetUp === 1 ? 'is' : 'are'} not set up`}.
          </strong>
        )}{' '}
        {signedOff} signed off. At the end of {showDate(date)}, checked {showMoment(startedAt)} by {startedBy}
        .
      </p>
      <RunTable run={run} maySignOff={maySignOff} />
    </>
  );
}
