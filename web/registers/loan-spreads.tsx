import { Button } from '@primer/react';
import { Link } from 'wouter';
import { useMay } from '../data/account.ts';
import { call, useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import type { Schedule } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { usePreview } from '../data/use-preview.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars, MoneyCell } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { registerTexts } from './texts.ts';
import type { RegisterSummary } from './types.ts';

const COLUMNS: readonly Column[] = [
  { label: 'Spread' },
  { label: 'Last day' },
  { label: 'Amount', kind: 'number' },
  { label: 'Left', kind: 'number' },
];

interface LoanSpreadsProps {
  readonly entityId: string;
  readonly schedule: Schedule;
}

/** The spreads that belong to a loan. Its payout offers to write off what is left of them, which a person records. */
export function LoanSpreads({ entityId, schedule }: LoanSpreadsProps) {
  const { data: spreads = [] } = useApi('GET /v1/entities/{entityId}/registers', {
    params: { entityId },
    query: { kind: 'spread', scheduleId: schedule.id },
  });
  const mayEdit = useMay('edit schedules');
  if (spreads.length === 0) return null;
  const open = spreads.filter(({ status, to }) => status === 'active' && to > schedule.endDate);
  return (
    <>
      {schedule.status === 'paid-out' &&
        mayEdit &&
        open.map((spread) => (
          <WriteOff key={spread.id} entityId={entityId} spread={spread} date={schedule.endDate} />
        ))}
      <div className="card">
        <Table label="Spreads of this loan" columns={COLUMNS} className="table-stack">
          <tbody>
            {spreads.map(({ id, name, to, total, balance }) => (
              <tr key={id} className="row-link">
                <td>
                  <Link
                    href={pathTo(paths.registerPage, { entityId, registerId: id })}
                    className="row-link-name"
                  >
                    {name}
                  </Link>
                </td>
                <td className="date" data-label="Last day">
                  {showDate(to)}
                </td>
                <MoneyCell label="Amount" dollars={total} />
                <MoneyCell label="Left" dollars={balance} />
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}

const CHANGES = 'POST /v1/entities/{entityId}/registers/{registerId}/changes';

interface WriteOffProps {
  readonly entityId: string;
  readonly spread: RegisterSummary;
  readonly date: string;
}

/** Asks whether what is left is written off on the day of the payout; nothing once that is recorded. */
function WriteOff({ entityId, spread: { id: registerId, name }, date }: WriteOffProps) {
  const params = { entityId, registerId };
  const body = { kind: 'write-off' as const, date };
  const { preview, error, reload } = usePreview({ params, body }, (input) =>
    call(`${CHANGES}/preview`, input),
  );
  const { isBusy, start } = useAction(
    async () => {
      if (!preview) return;
      await change(CHANGES, { params, body: { ...body, revision: preview.revision } });
      // It is refused from now on.
      reload();
      toast.success(registerTexts.recorded(1));
    },
    (failure) => {
      reload();
      toast.failure(failure, registerTexts.change);
    },
  );
  const entry = preview?.entries.find((one) => one.date === date);
  if (!entry || error) return null;
  return (
    <Notice
      tone="info"
      action={
        <>
          <Button size="small" loading={isBusy} onClick={start}>
            Write off
          </Button>
          <Button
            as={Link}
            href={`${pathTo(paths.registerChange, params)}?kind=write-off&date=${date}`}
            size="small"
            variant="invisible"
          >
            Review
          </Button>
        </>
      }
    >
      Write off {formatDollars(entry.amount)} of {name} on {showDate(date)}?
    </Notice>
  );
}
