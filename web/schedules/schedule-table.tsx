import { PlusIcon, TableIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import { paths, pathTo } from '../data/paths.ts';
import { deferred } from '../ui/deferred.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatDollars } from '../ui/money.tsx';
import { usePicking } from '../ui/picking.tsx';
import {
  ENOUGH_TO_FILTER,
  Filter,
  holdsWords,
  NothingMatches,
  useSorting,
  type SortableColumn,
} from '../ui/sorting.tsx';
import { Table } from '../ui/table.tsx';
import { useStable } from '../ui/use-stable.ts';
import { useMay } from '../data/account.ts';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { scheduleTexts } from '../contract/texts.ts';
import { ScheduleRow } from './schedule-row.tsx';
import { contractStatus, xeroStatus } from './xero-status.tsx';
import type { ScheduleSummary } from '../data/answers.ts';
import './schedule-table.css';

const BulkBar = deferred(async () => (await import('./bulk-bar.tsx')).BulkBar);

const COLUMNS: readonly SortableColumn<ScheduleSummary>[] = [
  { label: 'Name', sortBy: ({ description }) => description },
  { label: 'Lender', sortBy: ({ lender }) => lender || null },
  { label: 'Amount', kind: 'number', sortBy: ({ loanAmount }) => loanAmount },
  { label: 'Outstanding', kind: 'number', sortBy: ({ outstanding }) => outstanding },
  { label: 'Next Payment', sortBy: ({ nextPayment }) => nextPayment?.paymentDate ?? null },
  { label: 'Frequency', sortBy: ({ paymentFrequency }) => paymentFrequency },
  { label: 'Interest Rate', kind: 'number', sortBy: ({ interestRate }) => interestRate },
  { label: 'Start Date', sortBy: ({ startDate }) => startDate },
  { label: 'End Date', sortBy: ({ endDate }) => endDate },
  { label: 'Xero', sortBy: (schedule) => -schedule.overdueCount || xeroStatus(schedule) },
];

interface ScheduleTableProps {
  readonly entityId: string;
  readonly schedules: readonly ScheduleSummary[];
  /** The status column appears only with archived or paid-out schedules. */
  readonly showsStatus: boolean;
}

export function ScheduleTable({ entityId, schedules, showsStatus }: ScheduleTableProps) {
  const mayEdit = useMay('edit schedules');
  const [typed, setTyped] = useState('');
  const filtered = useMemo(
    () =>
      schedules.filter((schedule) =>
        holdsWords(
          typed,
          schedule.description,
          schedule.lender,
          schedule.contractNumber,
          xeroStatus(schedule),
          contractStatus(schedule),
        ),
      ),
    [schedules, typed],
  );
  const sorting = useSorting(filtered, COLUMNS);
  const { sorted } = sorting;
  const { picked, keep, isKept, isPicked, heads, clear, ...picking } = usePicking(
    sorted,
    sorting.heads,
    'Select all schedules',
  );
  const toggle = useStable(picking.toggle);
  const drawn = useDrawnRows(sorted.length);
  if (schedules.length === 0) return <NoSchedules entityId={entityId} />;
  return (
    <>
      <div className="card">
        {schedules.length >= ENOUGH_TO_FILTER && (
          <Filter label="Filter schedules" text={typed} onChange={setTyped} />
        )}
        <Table
          label="Schedules"
          columns={[
            ...heads,
            showsStatus && { label: 'Status' },
            mayEdit && { label: 'Options', kind: 'options' },
          ]}
          className="table-sticky table-stack schedules"
        >
          <tbody>
            {sorted.slice(0, drawn).map((schedule) => (
              <ScheduleRow
                key={schedule.id}
                entityId={entityId}
                schedule={schedule}
                showsStatus={showsStatus}
                isChosen={isPicked(schedule.id)}
                onToggle={toggle}
                mayEdit={mayEdit}
              />
            ))}
          </tbody>
          {sorted.length > 1 && <Totals schedules={sorted} columns={COLUMNS.length} />}
        </Table>
        {sorted.length === 0 && <NothingMatches typed={typed} />}
      </div>
      {picked.length > 0 && (
        <BulkBar
          entityId={entityId}
          schedules={picked}
          onClear={clear}
          isReviewing={isKept}
          onReview={keep}
        />
      )}
    </>
  );
}

interface TotalsProps {
  readonly schedules: readonly ScheduleSummary[];
  readonly columns: number;
}

function Totals({ schedules, columns }: TotalsProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {schedules.length} schedules
        </th>
        <td className="number" data-label="Amount">
          {formatDollars(sumDollars(schedules.map(({ loanAmount }) => loanAmount)))}
        </td>
        <td className="number" data-label="Outstanding">
          {formatDollars(sumDollars(schedules.map(({ outstanding }) => outstanding)))}
        </td>
        <td className="fill-cell" colSpan={columns - 2} />
      </tr>
    </tfoot>
  );
}

function NoSchedules({ entityId }: { readonly entityId: string }) {
  const mayEdit = useMay('edit schedules');
  return (
    <div className="card">
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
    </div>
  );
}
