/** The entries and figures of a register before it is saved. */
import { formatDate, isCalendarDate } from '../../domain/calendar.ts';
import { sumDollars } from '../../domain/money.ts';
import { showDate } from '../ui/dates.ts';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { Facts } from '../ui/facts.tsx';
import { formatDollars, MoneyCell } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Table, type Column } from '../ui/table.tsx';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { JournalLines } from './journal-lines.tsx';
import { LoanYears } from './division-7a-figures.tsx';
import { SpreadYears } from './spread-figures.tsx';
import type { PreviewedEntry, RegisterPreview } from './types.ts';
import './registers.css';

interface PreviewProps {
  readonly preview: RegisterPreview | undefined;
  readonly isCurrent: boolean;
  /** The content shown without a preview. */
  readonly message: string;
  readonly isRefused: boolean;
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** The day from which a change counts: the first journal from then on is shown. */
  readonly from?: string;
}

/** The entries, the first journal and the figures, as the service will keep them. */
export function RegisterPreviewCard({
  preview,
  isCurrent,
  message,
  isRefused,
  accounts,
  labels,
  from = '',
}: PreviewProps) {
  if (!preview || isRefused) {
    return (
      <section className="card preview" aria-label="Preview">
        <p className="preview-message" role="status" data-refused={isRefused || undefined}>
          {message}
        </p>
      </section>
    );
  }
  const { entries, figures, warnings } = preview;
  const first = entries.find(({ state, date }) => state === 'open' && date >= from);
  return (
    <section
      className="card preview register-preview"
      aria-label="Preview"
      aria-busy={!isCurrent}
      data-stale={!isCurrent || undefined}
    >
      <Facts
        facts={[
          { label: 'Entries', value: entries.filter(({ amount }) => amount > 0).length },
          { label: 'Total', value: formatDollars(sumDollars(entries.map(({ amount }) => amount))) },
          { label: 'Last entry', value: showDate(entries.at(-1)?.date ?? '–') },
        ]}
      />
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <div className="preview-scroll">
        <Entries entries={entries} hasLeft={'byYear' in figures} />
      </div>
      {first && <JournalLines entry={first} accounts={accounts} labels={labels} />}
      {'byYear' in figures ? <SpreadYears figures={figures} /> : <LoanYears years={figures.years} />}
    </section>
  );
}

const columnsOf = (hasLeft: boolean): readonly (Column | false)[] => [
  { label: 'No.', kind: 'number' },
  { label: 'Date' },
  { label: 'Amount', kind: 'number' },
  hasLeft && { label: 'Left', kind: 'number' },
];

interface EntriesProps {
  readonly entries: readonly PreviewedEntry[];
  /** Whether the entries use an amount up. */
  readonly hasLeft: boolean;
}

function Entries({ entries, hasLeft }: EntriesProps) {
  const drawn = useDrawnRows(entries.length);
  const left = leftAfter(entries);
  return (
    <Table label="Entries" columns={columnsOf(hasLeft)} className="table-dense" rowCount={entries.length}>
      <tbody>
        {entries.slice(0, drawn).map(({ number, date, amount, state }, index) => (
          <tr key={number}>
            <td className="number">{number}</td>
            <td className="date">
              {isCalendarDate(date) ? formatDate(date) : date}
              {STATES[state] !== undefined && <span className="cell-detail">{STATES[state]}</span>}
            </td>
            <MoneyCell dollars={amount} />
            {hasLeft && <MoneyCell dollars={left[index] ?? 0} />}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const STATES: Readonly<Partial<Record<PreviewedEntry['state'], string>>> = {
  before: 'in the accounts already',
  posting: 'being posted',
  posted: 'in Xero',
};

/** The amount that is left after each entry. */
export function leftAfter(entries: readonly Pick<PreviewedEntry, 'amount'>[]): readonly number[] {
  const total = entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  let passed = 0;
  return entries.map(({ amount }) => {
    passed += Math.round(amount * 100);
    return (total - passed) / 100;
  });
}
