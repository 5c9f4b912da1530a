import { Link } from 'wouter';
import { useApi, type Answer } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { ledgerTexts } from './texts.ts';

interface UnmatchedPaymentsProps {
  readonly entityId: string;
  readonly schedules: Answer<'GET /v1/entities/{entityId}/schedules'>;
}

/** Payments that the bank has not matched for more than five business days. */
export function UnmatchedPayments({ entityId, schedules }: UnmatchedPaymentsProps) {
  const { data, error } = useApi('GET /v1/entities/{entityId}/matches', { params: { entityId } });
  useLoadFailure(error, ledgerTexts.matches);
  if (!data || data.length === 0) return null;
  const names = new Map(schedules.map(({ id, description }) => [id, description]));
  return (
    <section className="card card-body" aria-labelledby="matches-title">
      <h2 className="card-title" id="matches-title">
        Payments without a bank match
      </h2>
      <p className="check-note">{ledgerTexts.matchesText}</p>
      <ul className="check-list">
        {data.map(({ scheduleId, paymentId, number, date, amount, since, daysOpen }) => (
          <li key={paymentId}>
            <span>
              <Link href={`${pathTo(paths.schedule, { entityId, scheduleId })}?paymentId=${paymentId}`}>
                Payment {number} of {names.get(scheduleId) ?? 'Schedule'}
              </Link>
              , {showDate(date)}, {formatDollars(amount)}
              <span className="cell-detail">
                Open since {showDate(since)}, {daysOpen} business days
              </span>
            </span>
            <span className="check-links">
              <Link href={`${pathTo(paths.schedule, { entityId, scheduleId })}?paymentId=${paymentId}`}>
                Paid late or dishonoured
              </Link>
              <Link href={pathTo(paths.changeForm, { entityId, scheduleId, kind: 'payout' })}>Payout</Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
