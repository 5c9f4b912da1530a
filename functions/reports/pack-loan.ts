/** A loan of the year-end pack, or why it is not in the pack. */
import { type CalendarDate, formatDay } from '../../domain/calendar.ts';
import type { ContractKind } from '../../domain/contract/contract-kinds.ts';
import type { Contract as WorkedContract } from '../../domain/contract/contract.ts';
import { kindOf } from '../../domain/event-kinds/kinds.ts';
import { type CutOffItem, overdueIn } from '../../domain/ledger/cut-off.ts';
import { type Cents, cents, formatMoney } from '../../domain/money.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import { type ReportedContract, type ContractChange, contractsOf } from '../../domain/reports/contract.ts';
import { lastYearEnd, LATEST, startOfYearTo, yearEndLabel, yearsEnding } from '../../domain/years.ts';
import { leftOutOf, type LoanFigures, loanFigures } from '../../domain/reports/year-end.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { contractWith, type StoredEvent } from '../records/schedules/events.ts';
import { type OwnedSchedule } from '../records/schedules/schedule.ts';
import { type EntityLedger } from './entity-ledger.ts';
import { type Statements } from '../records/entities/statements.ts';

export interface PackRequest {
  readonly date: CalendarDate;
  readonly includeArchived: boolean;
  /** Schedules whose covenant is breached. */
  readonly allCurrent: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export const STATUS_LABELS = { active: 'Active', 'paid-out': 'Paid out', archived: 'Archived' } as const;

/** A purchase, with the price as on the invoice. */
export interface PackPurchase extends Purchase {
  readonly price: Cents;
}

export interface PackLoan {
  readonly entityId: string;
  readonly entityName: string;
  readonly scheduleId: string;
  readonly description: string;
  readonly lender: string | null;
  readonly contractNumber: string | null;
  readonly asset: string | null;
  readonly kind: ContractKind | null;
  readonly startDate: CalendarDate;
  /** Null where it is the usual one. */
  readonly firstPaymentDate: CalendarDate | null;
  readonly endDate: CalendarDate;
  readonly loanAmount: Cents;
  readonly interestRate: number;
  readonly status: keyof typeof STATUS_LABELS;
  readonly figures: LoanFigures;
  /** The events of the year, and those after the date. */
  readonly changes: readonly ContractChange[];
  readonly cutOff: readonly CutOffItem[];
  readonly statement: {
    readonly balance: Cents;
    readonly difference: Cents;
    /** Why the difference is accepted; null where it is not. */
    readonly reason: string | null;
  } | null;
  /** Why the year end is signed off without a statement; null where it is not. */
  readonly unstatedReason: string | null;
  /** The balance in Xero, where the accounts are the loan's alone and were checked on the date. */
  readonly ledger: { readonly xero: Cents; readonly difference: Cents } | null;
  /** Of a loan that starts in the year. */
  readonly purchase: PackPurchase | null;
  readonly notes: readonly string[];
  /** As it stood on each date. Worked out anew when asked for: thousands of contracts with their payments are not kept. */
  readonly contractAt: () => (date: CalendarDate) => ReportedContract;
}

export interface LeftOut extends Pick<PackLoan, 'entityId' | 'entityName' | 'scheduleId' | 'description'> {
  readonly reason: string;
  readonly isArchived: boolean;
}

export function loanOf(
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  events: readonly StoredEvent[],
  { date, allCurrent, includeArchived }: PackRequest,
  {
    statements,
    ledger,
    purchase,
  }: {
    readonly statements: Statements;
    readonly ledger: EntityLedger;
    readonly purchase: PackPurchase | null;
  },
): PackLoan | LeftOut {
  const { scheduleId, terms, name, archived, lender, contractNumber, asset, kind } = schedule;
  const which = { entityId: entity.entityId, entityName: entity.name, scheduleId, description: name };
  const worked = ledger.booksOf(scheduleId)?.contract ?? contractWith(terms, events);
  const contractAt = contractsOf(worked);
  const contract = contractAt(date);
  const reason = archived && !includeArchived ? 'Archived.' : leftOutOf(contract, date);
  if (reason !== null) return { ...which, reason, isArchived: archived };
  const isAllCurrent = allCurrent.includes(scheduleId);
  const position = ledger.positionOf(scheduleId);
  const figures = loanFigures(contractAt, date, {
    allCurrent: isAllCurrent,
    ...(schedule.refinances && { refinanced: schedule.refinances.payoutFigure }),
    isFeeTaxed: feeTaxOf(schedule, ledger, date),
    ...(position && { overdue: overdueIn(position) }),
  });
  const balance = statements.balanceOf(scheduleId);
  const from = startOfYearTo(date);
  const statement: PackLoan['statement'] =
    balance === null
      ? null
      : { balance, difference: cents(balance - figures.owed), reason: statements.reasonOf(scheduleId) };
  return {
    ...which,
    lender: lender || null,
    contractNumber: contractNumber || null,
    asset: asset || null,
    kind: kind || null,
    startDate: terms.startDate,
    firstPaymentDate: terms.firstPaymentDate ?? null,
    endDate: contract.endDate,
    loanAmount: terms.loanAmount,
    interestRate: worked.asAt(date).planAt(date).rate.annualPercent,
    status: archived ? 'archived' : contract.isPaidOut && contract.endDate <= date ? 'paid-out' : 'active',
    figures,
    changes: contractAt(LATEST).changes.filter((change) => change.date >= from),
    cutOff: position?.items ?? [],
    statement,
    unstatedReason: statement === null ? statements.reasonOf(scheduleId) : null,
    purchase,
    ledger: ledgerView(ledger.balanceOf(schedule), figures.movement.closing),
    notes: [
      ...notesOn({ worked, figures, isAllCurrent, entity, date }),
      ...(terms.gstOnCharges === true ? [gstNote(figures)] : []),
      ...acceptedNotes(statement),
      ...unstatedNotes(statement, statements.reasonOf(scheduleId)),
    ],
    contractAt: () => contractsOf(contractWith(terms, events)),
  };
}

/** Whether the documents by the date claim GST on a payment's fee; a payment that is not posted goes by the last one. */
function feeTaxOf(
  { scheduleId, accounts }: OwnedSchedule,
  ledger: EntityLedger,
  by: CalendarDate,
): (payment: number) => boolean {
  const posted = new Map<number, boolean>();
  for (const { owner, isCurrent, date, postings } of ledger.entriesOf(scheduleId)) {
    if (owner.kind !== 'payment' || !isCurrent || date > by) continue;
    const fee = postings.find(
      ({ account, gst }) => gst !== undefined || account === accounts['administrationFeeId'],
    );
    if (fee) posted.set(owner.number, fee.gst !== undefined);
  }
  const last = posted.get(Math.max(...posted.keys())) ?? false;
  return (payment) => posted.get(payment) ?? last;
}

const ledgerView = (xero: Cents | null, closing: Cents): PackLoan['ledger'] =>
  xero === null ? null : { xero, difference: cents(xero - closing) };

function notesOn({
  worked,
  figures: { ledgerCounts, split },
  isAllCurrent,
  entity: { financialYearEnd },
  date,
}: {
  readonly worked: WorkedContract;
  readonly figures: LoanFigures;
  readonly isAllCurrent: boolean;
  readonly entity: OwnedEntity;
  readonly date: CalendarDate;
}): string[] {
  const notes = [];
  if (lastYearEnd(yearsEnding(financialYearEnd), date) !== date) {
    notes.push(`The financial years of the entity end on ${yearEndLabel(financialYearEnd)}.`);
  }
  if (isAllCurrent) notes.push('All current: a covenant is breached (AASB 2022-6).');
  if (ledgerCounts && !isAllCurrent) {
    const { byDate, counted } = ledgerCounts;
    notes.push(`Current by date: ${byDate} payments. The ledger counts ${counted}, so its split differs.`);
  }
  const ofYear = cents(split.current.gross - split.current.unexpired);
  if (ofYear < 0) {
    const amount = formatMoney(ofYear);
    notes.push(
      `The current part is ${amount}, since interest exceeds the payments of the year: shown as nil.`,
    );
  }
  for (const { documentDate, effectiveDate, event, interest, k } of worked.asAt(date).events) {
    if (effectiveDate <= date || interest === 0) continue;
    const what = `${kindOf(event.change).label} of ${formatDay(documentDate)}`;
    notes.push(
      `${what}: recorded after payment ${k} was posted. Its catch-up of ${formatMoney(interest)} is in Xero already, and counts with the interest of payment ${k} here.`,
    );
  }
  return notes;
}

/** The statement of a lender is without the GST that the closing balance has. */
function gstNote({ owed, gst: { closing } }: LoanFigures): string {
  const about = 'Payments include the GST of the charges; interest and unexpired interest are without it.';
  if (closing === 0) return about;
  return `${about} The closing balance holds ${formatMoney(closing)} of GST that is claimed already; the lender is owed ${formatMoney(owed)}, with which the statement is compared.`;
}

/** Whether nothing explains that a lender's statement differs, or is missing of a loan on which something is owed. */
export const isUnexplained = ({ statement, unstatedReason, figures }: PackLoan): boolean =>
  statement === null
    ? unstatedReason === null && figures.owed !== 0
    : statement.difference !== 0 && statement.reason === null;

const unstatedNotes = (statement: PackLoan['statement'], reason: string | null): string[] =>
  statement === null && reason !== null ? [`Signed off without a statement: ${reason}`] : [];

/** Why a difference to the lender's statement is accepted. */
function acceptedNotes(statement: PackLoan['statement']): string[] {
  if (!statement || statement.difference === 0 || statement.reason === null) return [];
  const difference = formatMoney(statement.difference);
  return [`The statement differs by ${difference}, which is accepted: ${statement.reason}`];
}
