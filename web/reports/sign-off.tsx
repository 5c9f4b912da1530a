import { Button } from '@primer/react';
import { useState } from 'react';
import { useMay } from '../data/account.ts';
import { change } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/dates.ts';
import { showDay } from '../ui/instants.ts';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Loan, LoansReport } from './section-table.tsx';
import { type Reason, SignOffDialog } from './sign-off-dialog.tsx';
import { reportTexts } from './texts.ts';

type Role = 'prepared' | 'reviewed';
type SignOffs = LoansReport['signOffs'][number];

interface SignOffProps {
  readonly signOffs: SignOffs;
  /** The loans without a statement that agrees. */
  readonly open: readonly Loan[];
  readonly date: string;
  /** Statements are typed and not saved. */
  readonly isUnsaved: boolean;
}

/** Who prepared and reviewed the year end of an entity, and the buttons to do so. */
export function SignOff({ signOffs, open, date, isUnsaved }: SignOffProps) {
  const [asked, setAsked] = useState<Role>();
  const { entityId, entityName, prepared, reviewed, changes } = signOffs;
  const { isBusy, start } = useAction(
    async (send: () => Promise<unknown>) => void (await send()),
    (error) => toast.failure(error, reportTexts.signOff),
  );
  const maySign = useMay('edit schedules');
  const mayReopen = useMay('reopen year ends');
  const sign = async (as: Role, reasons: readonly Reason[] = []): Promise<void> => {
    const body = { entityId, as, reasons: [...reasons] };
    await change('PUT /v1/reports/loans/{date}/signoff', { params: { date }, body });
  };
  const prepare = (): void => (open.length > 0 ? setAsked('prepared') : start(() => sign('prepared')));
  const review = async (): Promise<void> => {
    if (open.length > 0) return setAsked('reviewed');
    const question = {
      title: `Sign off ${entityName} as reviewed?`,
      body: reportTexts.reviewing(showDate(date)),
      action: 'Sign off',
    };
    if (await confirm(question)) start(() => sign('reviewed'));
  };
  const reopen = async (): Promise<void> => {
    const question = {
      title: `Reopen ${entityName} at ${showDate(date)}?`,
      body: reportTexts.reopening,
      action: 'Reopen',
    };
    if (!(await confirm(question))) return;
    start(() => change('DELETE /v1/reports/loans/{date}/signoff', { params: { date }, body: { entityId } }));
  };
  return (
    <span className="report-sign-off">
      {prepared && <Signed what="Prepared" by={prepared} />}
      {reviewed && <Signed what="Reviewed" by={reviewed} />}
      {maySign && !prepared && (
        <Button size="small" disabled={isBusy || isUnsaved} onClick={prepare}>
          Sign off as prepared<span className="visually-hidden">: {entityName}</span>
        </Button>
      )}
      {maySign && prepared && !reviewed && (
        <Button size="small" disabled={isBusy || isUnsaved} onClick={() => void review()}>
          Sign off as reviewed<span className="visually-hidden">: {entityName}</span>
        </Button>
      )}
      {mayReopen && reviewed && (
        <Button size="small" disabled={isBusy} onClick={() => void reopen()}>
          Reopen<span className="visually-hidden">: {entityName}</span>
        </Button>
      )}
      {asked && (
        <SignOffDialog
          title={`Sign off ${entityName} as ${asked}?`}
          open={open}
          onSign={async (reasons) => {
            try {
              await sign(asked, reasons);
            } catch (error) {
              toast.failure(error, reportTexts.signOff);
              throw error;
            }
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {changes.length > 0 && (
        <span className="report-changes">
          Changed since it was reviewed:
          {changes.map(({ scheduleId, description, text, by, at }) => (
            <span key={scheduleId}>
              {description}: {text}
              {by && at && ` (${by}, ${showDay(at)})`}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

interface SignedProps {
  readonly what: string;
  readonly by: NonNullable<SignOffs['prepared']>;
}

const Signed = ({ what, by }: SignedProps) => (
  <span>
    {what} by {by.name}
    {by.isOnlyMember && ' (the only member)'}, {showDay(by.at)}
  </span>
);
