/** The year-end pack of some entities: the source of JSON, workbook and workpaper. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { type Cents, cents } from '../../domain/money.ts';
import { type Contract, contractOf } from '../../domain/reports/contract.ts';
import { startOfYearTo } from '../../domain/reports/financial-years.ts';
import {
  isInPack,
  type LoanFigures,
  loanFigures,
  packTotals,
  type PackTotals,
} from '../../domain/reports/year-end.ts';
import { Refusal } from '../../domain/refusal.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readEvents, type StoredEvent } from '../records/schedules/events.ts';
import { listSchedules, type OwnedSchedule } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import { type LedgerBalance, readLedgerBalances } from './ledger-balances.ts';
import { readStatements, type Statements } from '../records/entities/statements.ts';

/** Entities read at the same time. */
const AT_ONCE = 10;

export interface PackRequest {
  readonly date: CalendarDate;
  readonly includeArchived: boolean;
  /** Schedules whose covenant is breached. */
  readonly allCurrent: readonly string[];
}

export const STATUS_LABELS = { active: 'Active', 'paid-out': 'Paid out', archived: 'Archived' } as const;

export interface PackLoan {
  readonly entityId: string;
  readonly entityName: string;
  readonly scheduleId: string;
  readonly description: string;
  readonly lender: string | null;
  readonly contractNumber: string | null;
  readonly asset: string | null;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly loanAmount: Cents;
  readonly interestRate: number;
  readonly status: keyof typeof STATUS_LABELS;
  readonly figures: LoanFigures;
  readonly statement: { readonly balance: Cents; readonly difference: Cents } | null;
  /** The balance in Xero, where the accounts are the loan's alone and were checked on the date. */
  readonly ledger: { readonly xero: Cents; readonly difference: Cents } | null;
  readonly notes: readonly string[];
  /** Worked out anew when asked for: thousands of contracts with their payments are not kept. */
  readonly contract: () => Contract;
}

export interface Pack {
  readonly date: CalendarDate;
  readonly from: CalendarDate;
  readonly loans: readonly PackLoan[];
  readonly totals: PackTotals;
}

/**
 * Works out the pack of entities, in their order.
 * @param onProgress receives the share of entities done, 0 to 1.
 * @throws Refusal `not-found` when `allCurrent` names a schedule that is not in the pack.
 */
export async function readPack(
  table: TableReader,
  entities: readonly OwnedEntity[],
  request: PackRequest,
  onProgress: (share: number) => Promise<void> = async () => {},
): Promise<Pack> {
  const { date } = request;
  const statements = await readStatements(table, entities, date);
  const loans: PackLoan[] = [];
  for (let done = 0; done < entities.length; done += AT_ONCE) {
    const some = entities.slice(done, done + AT_ONCE);
    const found = await Promise.all(some.map((entity) => loansOf(table, entity, request, statements)));
    loans.push(...found.flat());
    await onProgress(Math.min(1, (done + AT_ONCE) / entities.length));
  }
  refuseUnknown(request.allCurrent, loans);
  const totals = packTotals(loans.map(({ figures }) => figures));
  return { date, from: startOfYearTo(date), loans, totals };
}

async function loansOf(
  table: TableReader,
  entity: OwnedEntity,
  request: PackRequest,
  statements: Statements,
): Promise<PackLoan[]> {
  const schedules = await listSchedules(table, entity);
  const wanted = schedules.filter(({ archived }) => request.includeArchived || !archived);
  const events = await Promise.all(wanted.map((schedule) => readEvents(table, schedule)));
  const ledger = await readLedgerBalances(table, entity, schedules, request.date);
  return wanted.flatMap(
    (schedule, index) => loanOf(entity, schedule, events[index] ?? [], request, { statements, ledger }) ?? [],
  );
}

/** Null for a schedule that doesn't belong into the pack of the date. */
function loanOf(
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  events: readonly StoredEvent[],
  { date, allCurrent }: PackRequest,
  { statements, ledger }: { readonly statements: Statements; readonly ledger: LedgerBalance },
): PackLoan | null {
  const { scheduleId, terms, name, archived, lender, contractNumber, asset } = schedule;
  const worked = scheduleOf(terms, events);
  const contract = contractOf(worked);
  if (!isInPack(contract, date)) return null;
  const isAllCurrent = allCurrent.includes(scheduleId);
  const figures = loanFigures(contract, date, isAllCurrent, contractOf(worked.asAt(date)));
  const balance = statements.balanceOf(scheduleId);
  return {
    entityId: entity.entityId,
    entityName: entity.name,
    scheduleId,
    description: name,
    lender: lender || null,
    contractNumber: contractNumber || null,
    asset: asset || null,
    startDate: terms.startDate,
    endDate: worked.endDate,
    loanAmount: terms.loanAmount,
    interestRate: worked.planAt(date).rate.annualPercent,
    status: archived ? 'archived' : worked.status,
    figures,
    statement: balance === null ? null : { balance, difference: cents(figures.movement.closing - balance) },
    ledger: ledgerView(ledger(schedule), figures.movement.closing),
    notes: notesOn(figures, isAllCurrent),
    contract: () => contractOf(scheduleOf(terms, events)),
  };
}

const ledgerView = (xero: Cents | null, closing: Cents): PackLoan['ledger'] =>
  xero === null ? null : { xero, difference: cents(xero - closing) };

function notesOn({ ledgerCounts }: LoanFigures, isAllCurrent: boolean): string[] {
  const notes = [];
  if (isAllCurrent) notes.push('All current: a covenant is breached (AASB 2022-6).');
  if (ledgerCounts && !isAllCurrent) {
    const { byDate, counted } = ledgerCounts;
    notes.push(`Current by date: ${byDate} payments. The ledger counts ${counted}, so its split differs.`);
  }
  return notes;
}

function refuseUnknown(scheduleIds: readonly string[], loans: readonly PackLoan[]): void {
  const known = new Set(loans.map(({ scheduleId }) => scheduleId));
  if (scheduleIds.every((id) => known.has(id))) return;
  const message = 'A schedule to show as all current is not in this report.';
  throw new Refusal('not-found', 'report/unknown-schedule', message, { allCurrent: [message] });
}
