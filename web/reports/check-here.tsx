import { Button } from '@primer/react';
import { useEffect, useState } from 'react';
import { useMay } from '../data/account.ts';
import { call, useApi } from '../data/api.ts';
import { change, refreshAfter } from '../data/change.ts';
import { counted } from '../data/counted.ts';
import { showDate } from '../ui/dates.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { reportTexts } from './texts.ts';

const START = 'POST /v1/ledgerchecks';
const POLL_MS = 1500;

interface CheckHereProps {
  /** The date of the report. */
  readonly date: string;
  readonly entityId: string | undefined;
}

/** Checks the ledgers at the date of the report, whose working papers then have Xero's balances. */
export function CheckHere({ date, entityId }: CheckHereProps) {
  const mayCheck = useMay('sync payments');
  const [checkId, setCheckId] = useState<string | null>(null);
  const { data: run } = useApi(
    'GET /v1/ledgerchecks/{checkId}',
    checkId === null ? null : { params: { checkId } },
    {
      refreshInterval: (data) => (data && data.done === data.total ? 0 : POLL_MS),
    },
  );
  const isRunning = checkId !== null && !(run && run.done === run.total);
  const isDone = checkId !== null && !isRunning;
  useEffect(() => {
    if (isDone) void refreshAfter(START);
  }, [isDone]);
  const { isBusy, start } = useAction(
    async () => {
      if (entityId === undefined) setCheckId((await call(START, { body: { date } })).checkId);
      else await change('POST /v1/entities/{entityId}/ledgercheck', { params: { entityId }, body: { date } });
    },
    (error) => toast.failure(error, reportTexts.checks),
  );
  if (!mayCheck) return null;
  return (
    <div className="card-body journal-actions">
      <Button loading={isBusy || isRunning} onClick={start}>
        {entityId === undefined ? 'Check all' : 'Check'} at {showDate(date)}
      </Button>
      {checkId !== null && (
        <span className="card-text" role="status">
          {run ? `${run.done} of ${counted(run.total, 'entity', 'entities')} checked` : 'Starting the check…'}
        </span>
      )}
    </div>
  );
}
