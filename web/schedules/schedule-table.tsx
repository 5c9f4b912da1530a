import { PlusIcon, TableIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { Link } from 'wouter';
import { frequencyLabel } from '../../domain/schedule/frequency.ts';
import { useMay } from '../users/account.ts';
import type { Answer } from '../api.ts';
import { paths, pathTo } from '../paths.ts';
import { showDate } from '../ui/dates.ts';
import { Empty } from '../ui/empty.tsx';
import { formatRate, Money } from '../ui/money.tsx';
import { scheduleTexts } from './texts.ts';
import { Table, type Column } from '../ui/table.tsx';

type ScheduleSummary = Answer<'GET /v1/entities/{entityId}/schedules'>[number];

const COLUMNS: readonly Column[] = [
  { label: 'Name' },
  { label: 'Amount', kind: 'number' },
  { label: 'Frequency' },
  { label: 'Interest Rate', kind: 'number' },
  { label: 'Start Date' },
  { label: 'End Date' },
];

interface ScheduleTableProps {
  readonly entityId: string;
  readonly schedules: readonly ScheduleSummary[];
  /** The status column appears only with archived schedules. */
  readonly showsStatus: boolean;
}

export function ScheduleTable({ entityId, schedules, showsStatus }: ScheduleTableProps) {
  if (schedules.length === 0) return <NoSchedules entityId={entityId} />;
  const byName = schedules.toSorted((one, other) =>
    one.description.localeCompare(other.description, 'en-AU', { numeric: true }),
  );
  return (
    <Table
      label="Schedules"
      columns={[...COLUMNS, showsStatus && { label: 'Status' }]}
      className="table-sticky table-stack"
    >
      <tbody>
        {byName.map((schedule) => (
          <tr key={schedule.id} className="row-link">
            <td>
              <Link
                href={pathTo(paths.schedule, { entityId, scheduleId: schedule.id })}
                className="row-link-name"
              >
                {schedule.description}
              </Link>
            </td>
            <td className="number" data-label="Amount">
              <Money dollars={schedule.loanAmount} />
            </td>
            <td data-label="Frequency">{frequencyLabel(schedule.paymentFrequency)}</td>
            <td className="number" data-label="Interest Rate">
              {formatRate(schedule.interestRate)}
            </td>
            <td className="date" data-label="Start Date">
              {showDate(schedule.startDate)}
            </td>
            <td className="date" data-label="End Date">
              {showDate(schedule.endDate)}
            </td>
            {showsStatus && (
              <td data-label="Status">
                {schedule.archived ? <Label>Archived</Label> : <Label variant="success">Active</Label>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function NoSchedules({ entityId }: { readonly entityId: string }) {
  const mayEdit = useMay('edit schedules');
  return (
    <Empty
      icon={TableIcon}
      title={scheduleTexts.none}
      action={
        mayEdit && (
          <Button
            as={Link}
            href={pathTo(paths.newSchedule, { entityId })}
            variant="primary"
            leadingVisual={PlusIcon}
          >
            Add schedule
          </Button>
        )
      }
    >
      {scheduleTexts.noneText}
    </Empty>
  );
}
