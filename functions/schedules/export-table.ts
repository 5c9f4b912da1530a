/** The content of an export in every format: a block about the contract, then payments and events with their totals. */
import { kindOf } from '../../domain/event-kinds/kinds.ts';
import { frequencyLabel } from '../../domain/amortisation/frequency.ts';
import type { DateTerms } from '../../domain/amortisation/timetable.ts';
import type { Cents } from '../../domain/money.ts';
import {
  type ReportedContract as ReportContract,
  type ContractChange,
  contractsOf,
} from '../../domain/reports/contract.ts';
import {
  type FinancialYear,
  financialYearsOf,
  type PaymentTotals,
  totalsOfContract,
} from '../../domain/reports/financial-years.ts';
import { LATEST, type YearEnd, yearEndLabel, yearsEnding } from '../../domain/years.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { contractKindLabel } from '../../domain/contract/contract-kinds.ts';
import type { ContractState } from '../records/schedules/events.ts';
import type { PaymentState } from '../records/schedules/payments.ts';
import type { ContractFields } from '../records/schedules/schedule-item.ts';

export type ExportCell =
  | { readonly text: string }
  | { readonly money: Cents }
  | { readonly date: CalendarDate }
  | { readonly count: number }
  /** Percent. */
  | { readonly rate: number };

export type ExportRow = readonly ExportCell[];

/** A financial year of an export: where the contract stands on its last day, and its rows. */
export interface ExportYear extends Pick<FinancialYear, 'year' | 'totals' | 'closingBalance' | 'split'> {
  /** Payments and events in the order of their dates; an event follows the payment of its date. */
  readonly rows: readonly ExportRow[];
}

export interface ExportTable {
  readonly about: readonly (readonly [label: string, value: ExportCell])[];
  readonly columns: readonly string[];
  readonly totals: ExportRow;
  readonly years: readonly ExportYear[];
  readonly allYears: PaymentTotals;
  /** `30 June`. */
  readonly yearEnd: string;
}

export interface ExportSubject {
  readonly names: { readonly entity: string; readonly schedule: string };
  readonly yearEnd: YearEnd;
  readonly fields: ContractFields;
  readonly state: ContractState;
  readonly states: ReadonlyMap<number, PaymentState>;
  /** Whether the posted opening balances contain a payment, and an event by its number. */
  readonly covers: {
    readonly payment: (number: number) => boolean;
    readonly event: (number: number) => boolean;
  };
}

/** @param today the day whose rate and fee are shown. */
export function exportTable(
  { names, yearEnd, fields, state, states, covers }: ExportSubject,
  today: CalendarDate,
): ExportTable {
  const schedule = state.contract;
  const { terms, count, endDate } = schedule;
  const { rate, administrationFee, timetable } = schedule.planAt(today);
  const contractAt = contractsOf(schedule);
  const contract = contractAt(LATEST);
  const allYears = totalsOfContract(contract);
  const financial = yearsEnding(yearEnd);
  const dated = datedRows(contract, state, states, covers);
  const rows = Map.groupBy(dated, ({ date }) => financial.yearOf(date));
  return {
    about: [
      ['Entity', { text: names.entity }],
      ['Schedule', { text: names.schedule }],
      ...aboutContract(fields),
      ['Loan amount', { money: terms.loanAmount }],
      ['Frequency', { text: frequencyLabel(terms.frequency) }],
      ['Start date', { date: terms.startDate }],
      ...datesOf(terms),
      ['End date', { date: endDate }],
      ['Payments', { count }],
      [
        timetable.table ? 'Interest rate (implied, nominal p.a.)' : 'Interest rate (nominal p.a.)',
        { rate: rate.annualPercent },
      ],
      ['Total interest', { money: allYears.interest }],
      ['Administration fee (each payment)', { money: administrationFee }],
    ],
    columns: [
      'Payment Number',
      'Date',
      'Payment Amount',
      'Administration Fee',
      'Interest',
      'Principal',
      'Balance',
      'Synced',
    ],
    totals: [
      { text: 'Total' },
      { text: '' },
      { money: allYears.amount },
      { money: allYears.administrationFee },
      { money: allYears.interest },
      { money: allYears.principal },
      { text: '' },
      { text: '' },
    ],
    years: financialYearsOf(contractAt, financial).map(({ year, totals, closingBalance, split }) => ({
      year,
      totals,
      closingBalance,
      split,
      rows: (rows.get(year) ?? []).map(({ cells }) => cells),
    })),
    allYears,
    yearEnd: yearEndLabel(yearEnd),
  };
}

interface DatedRow {
  readonly date: CalendarDate;
  readonly cells: ExportRow;
}

/** Payments and events in the order of their dates; an event follows the payment of its date. */
function datedRows(
  { rows, changes }: ReportContract,
  { contract, events }: ContractState,
  states: ExportSubject['states'],
  covers: ExportSubject['covers'],
): DatedRow[] {
  const payments = rows.map((payment): DatedRow => ({
    date: payment.date,
    cells: [
      { count: payment.number },
      { date: payment.date },
      { money: payment.amount },
      { money: payment.administrationFee },
      { money: payment.interest },
      { money: payment.principal },
      { money: payment.owed },
      synced(states.get(payment.number)?.state === 'synced', covers.payment(payment.number)),
    ],
  }));
  const ofEvents = changes.map((change): DatedRow => {
    const index = contract.events.findIndex(({ event }) => event === change.event);
    return { date: change.date, cells: eventCells(change, eventSynced(events[index], covers)) };
  });
  return [...payments, ...ofEvents].toSorted((a, b) => a.date.localeCompare(b.date));
}

/** The words that the page shows. */
function synced(isSynced: boolean, isCovered: boolean): ExportCell {
  if (isSynced) return { text: 'Yes' };
  return { text: isCovered ? 'In opening balances' : 'No' };
}

function eventSynced(
  event: ContractState['events'][number] | undefined,
  covers: ExportSubject['covers'],
): ExportCell {
  return synced(event?.state === 'synced', event !== undefined && covers.event(event.number));
}

const eventCells = (change: ContractChange, isSynced: ExportCell): ExportRow => [
  { text: kindOf(change.event.change).label },
  { date: change.date },
  { money: change.amount },
  { money: change.fee },
  { money: change.interest },
  { money: change.principal },
  { money: change.owed },
  isSynced,
];

/** The first payment where it is not the usual one. */
function datesOf({ firstPaymentDate, paymentsAtMonthEnd }: DateTerms): ExportTable['about'] {
  return [
    ...(firstPaymentDate ? [['First payment', { date: firstPaymentDate }] as const] : []),
    ...(paymentsAtMonthEnd === true ? [['Payment dates', { text: 'Last day of each month' }] as const] : []),
  ];
}

/** The contract fields that are known. */
function aboutContract({
  lender,
  contractNumber,
  asset,
  kind,
  contractRate,
}: ContractFields): ExportTable['about'] {
  const fields: [label: string, text: string][] = [
    ['Lender', lender],
    ['Contract number', contractNumber],
    ['Asset', asset],
    ['Kind', kind === '' ? '' : contractKindLabel(kind)],
    ['Contract rate', contractRate === '' ? '' : `${contractRate} %`],
  ];
  return fields.filter(([, text]) => text !== '').map(([label, text]) => [label, { text }]);
}
