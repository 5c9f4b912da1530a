import { CopyIcon, PencilIcon } from '@primer/octicons-react';
import { Label } from '@primer/react';
import { memo } from 'react';
import { Link } from 'wouter';
import { frequencyLabel } from '../../domain/amortisation/frequency.ts';
import { bankAmountOf } from '../posting/bank-amount.ts';
import { copyPath, paths, pathTo } from '../data/paths.ts';
import { showDate } from '../ui/dates.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { formatDollars, formatRate, Money } from '../ui/money.tsx';
import { Pick } from '../ui/pick.tsx';
import type { ScheduleSummary } from '../data/answers.ts';
import { contractStatus, XeroStatus } from './xero-status.tsx';

interface ScheduleRowProps {
  readonly entityId: string;
  readonly schedule: ScheduleSummary;
  readonly showsStatus: boolean;
  readonly isChosen: boolean;
  readonly mayEdit: boolean;
  readonly onToggle: (id: string) => void;
}

/** A row of the list. Memoised, since choosing one of thousands must not render all. */
export const ScheduleRow = memo(function ScheduleRow({
  entityId,
  schedule,
  showsStatus,
  isChosen,
  mayEdit,
  onToggle,
}: ScheduleRowProps) {
  const { id, description, nextPayment } = schedule;
  return (
    <tr className="row-link" data-selected={isChosen || undefined}>
      <td>
        <Pick label={`Select ${description}`} checked={isChosen} onToggle={() => onToggle(id)}>
          <span>
            <Link href={pathTo(paths.schedule, { entityId, scheduleId: id })} className="row-link-name">
              {description}
            </Link>
            {schedule.contractNumber !== '' && <span className="cell-detail">{schedule.contractNumber}</span>}
          </span>
        </Pick>
      </td>
      <td data-label="Lender">{schedule.lender || '–'}</td>
      <td className="number" data-label="Amount">
        <Money dollars={schedule.loanAmount} />
      </td>
      <td className="number" data-label="Outstanding">
        <Money dollars={schedule.outstanding} />
      </td>
      <td className="date" data-label="Next Payment">
        {nextPayment ? (
          <>
            {showDate(nextPayment.paymentDate)}
            <span className="cell-detail">{formatDollars(bankAmountOf([nextPayment]))}</span>
          </>
        ) : (
          '–'
        )}
      </td>
      <td data-label="Frequency">{frequencyLabel(schedule.paymentFrequency)}</td>
      <td className="number" data-label="Interest Rate">
        {formatRate(schedule.interestRate)}
        {schedule.interestRateImplied && <span className="cell-detail">implied</span>}
      </td>
      <td className="date" data-label="Start Date">
        {showDate(schedule.startDate)}
      </td>
      <td className="date" data-label="End Date">
        {showDate(schedule.endDate)}
      </td>
      <td data-label="Xero">
        <XeroStatus schedule={schedule} />
      </td>
      {showsStatus && (
        <td data-label="Status">
          <Label variant={contractStatus(schedule) === 'Active' ? 'success' : 'default'}>
            {contractStatus(schedule)}
          </Label>
        </td>
      )}
      {mayEdit && (
        <td className="options">
          <MenuButton
            label={`Options of ${description}`}
            size="small"
            items={[
              { label: 'Duplicate', icon: CopyIcon, href: copyPath({ entityId, scheduleId: id }) },
              !schedule.archived && {
                label: 'Edit',
                icon: PencilIcon,
                href: pathTo(paths.editSchedule, { entityId, scheduleId: id }),
              },
            ]}
          />
        </td>
      )}
    </tr>
  );
});
