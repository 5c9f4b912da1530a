/** What an export holds, whatever its format: a block about the contract, then payments and events with their totals. */
import { frequencyLabel } from '../../domain/schedule/frequency.ts';
import { EVENT_LABELS } from '../../domain/journal/event-document.ts';
import { cents, type Cents, sumCents, ZERO } from '../../domain/money.ts';
import type { Contract } from '../../domain/schedule/contract.ts';
import type { AppliedEvent } from '../../domain/schedule/event-chain.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { ContractState } from '../events/event-store.ts';
import type { PaymentState } from './payment-store.ts';

export type ExportCell =
  | { readonly text: string }
  | { readonly money: Cents }
  | { readonly date: CalendarDate }
  | { readonly count: number }
  /** Percent. */
  | { readonly rate: number };

export interface ExportTable {
  readonly about: readonly (readonly [label: string, value: ExportCell])[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ExportCell[])[];
  readonly totals: readonly ExportCell[];
}

export function exportTable(
  names: { readonly entity: string; readonly schedule: string },
  { contract, events }: ContractState,
  states: ReadonlyMap<number, PaymentState>,
  today: CalendarDate,
): ExportTable {
  const { terms, totalInterest, payments, count, endDate } = contract;
  const { rate, administrationFee } = contract.planAt(today);
  const isSynced = (number: number): boolean => states.get(number)?.state === 'synced';
  const eventRows = contract.events.map((applied, index) => ({
    after: applied.k,
    row: eventRow(applied, events[index]?.state === 'synced'),
  }));
  return {
    about: [
      ['Entity', { text: names.entity }],
      ['Schedule', { text: names.schedule }],
      ['Loan amount', { money: terms.loanAmount }],
      ['Frequency', { text: frequencyLabel(terms.frequency) }],
      ['Start date', { date: terms.startDate }],
      ['End date', { date: endDate }],
      ['Payments', { count }],
      ['Interest rate (nominal, a year)', { rate: rate.annualPercent }],
      ['Total interest', { money: totalInterest }],
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
    rows: [
      ...eventRows.filter(({ after }) => after === 0).map(({ row }) => row),
      ...payments.flatMap(
        ({ number, date, amount, administrationFee: fee, interest, principal, balance }) => [
          [
            { count: number },
            { date },
            { money: amount },
            { money: fee },
            { money: interest },
            { money: principal },
            { money: balance },
            { text: isSynced(number) ? 'Yes' : 'No' },
          ],
          ...eventRows.filter(({ after }) => after === number).map(({ row }) => row),
        ],
      ),
    ],
    totals: totalsOf(contract),
  };
}

/** Totals of payments and events together: the principal is the loan. */
function totalsOf({ payments, events, totalInterest }: Contract): ExportCell[] {
  const repaid = events.map((applied) => applied.repaid);
  const principal = events.map((applied) => repaidPrincipal(applied));
  return [
    { text: 'Total' },
    { text: '' },
    { money: sumCents([...payments.map(({ amount }) => amount), ...repaid]) },
    { money: sumCents(payments.map(({ administrationFee }) => administrationFee)) },
    { money: totalInterest },
    { money: sumCents([...payments.map((payment) => payment.principal), ...principal]) },
    { text: '' },
    { text: '' },
  ];
}

const repaidPrincipal = ({ repaid, interest }: AppliedEvent): Cents => cents(repaid - interest);

/** A contract event, in the columns of the payments. */
function eventRow(applied: AppliedEvent, isSynced: boolean): ExportCell[] {
  const { event, documentDate, k, repaid, interest, to } = applied;
  return [
    { text: EVENT_LABELS[event.change.kind] },
    { date: documentDate },
    { money: repaid },
    { money: ZERO },
    { money: interest },
    { money: repaidPrincipal(applied) },
    { money: to === null ? ZERO : to.balanceAfter(k) },
    { text: isSynced ? 'Yes' : 'No' },
  ];
}
