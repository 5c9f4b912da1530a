import { PlusIcon, TableIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { paths, pathTo } from '../paths.ts';
import { deferred } from '../ui/deferred.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatDollars } from '../ui/money.tsx';
import { Filter, holdsWords, useSorting, type SortableColumn } from '../ui/sorting.tsx';
import { Table } from '../ui/table.tsx';
import { useStable } from '../ui/use-stable.ts';
import { useMay } from '../users/account.ts';
import { useDrawnRows } from './drawn-rows.ts';
import { scheduleTexts } from './texts.ts';
import { ScheduleRow, type ScheduleSummary } from './schedule-row.tsx';
import { contractStatus, xeroStatus } from './xero-status.tsx';
import './schedule-table.css';

const BulkBar = deferred(async () => (await import('./bulk-bar.tsx')).BulkBar);

/** From so many rows on there is a filter above them. */
const ENOUGH_TO_FILTER = 6;

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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
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
  const { sorted, heads } = useSorting(filtered, COLUMNS);
  const drawn = useDrawnRows(sorted.length);
  const toggle = useStable((id: string) => setChosen(chosen.symmetricDifference(new Set([id]))));
  if (schedules.length === 0) return <NoSchedules entityId={entityId} />;
  const picked = sorted.filter(({ id }) => chosen.has(id));
  const toggleAll = (): void =>
    setChosen(new Set(picked.length === sorted.length ? [] : sorted.map(({ id }) => id)));
  const [name, ...others] = heads;
  const pickAll = {
    ...name,
    label: (
      <span className="pick">
        <input
          type="checkbox"
          aria-label="Select all schedules"
          checked={picked.length > 0 && picked.length === sorted.length}
          onChange={toggleAll}
        />
        {name?.label}
      </span>
    ),
  };
  return (
    <>
      <div className="card">
        {schedules.length >= ENOUGH_TO_FILTER && (
          <Filter label="Filter schedules" text={typed} onChange={setTyped} />
        )}
        <Table
          label="Schedules"
          columns={[
            pickAll,
            ...others,
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
                isChosen={chosen.has(schedule.id)}
                onToggle={toggle}
                mayEdit={mayEdit}
              />
            ))}
          </tbody>
          {sorted.length > 1 && <Totals schedules={sorted} columns={COLUMNS.length} />}
        </Table>
        {sorted.length === 0 && <p className="filter-nothing muted">Nothing matches “{typed}”</p>}
      </div>
      {picked.length > 0 && (
        <BulkBar entityId={entityId} schedules={picked} onClear={() => setChosen(new Set())} />
      )}
    </>
  );
}

interface TotalsProps {
  readonly schedules: readonly ScheduleSummary[];
  readonly columns: number;
}

function Totals({ schedules, columns }: TotalsProps) {
  const total = (amount: (schedule: ScheduleSummary) => number): string =>
    formatDollars(schedules.reduce((cents, schedule) => cents + Math.round(amount(schedule) * 100), 0) / 100);
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {schedules.length} schedules
        </th>
        <td className="number" data-label="Amount">
          {total(({ loanAmount }) => loanAmount)}
        </td>
        <td className="number" data-label="Outstanding">
          {total(({ outstanding }) => outstanding)}
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
