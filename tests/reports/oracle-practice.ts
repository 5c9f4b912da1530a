/** A practice of random contracts with events, some with GST on the charges, and their figures by a second computation. */
import * as fc from 'fast-check';
import { addMonths, type CalendarDate, calendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { toWire } from '../../domain/event-kinds/kinds.ts';
import { eventItem } from '../../functions/records/schedules/events.ts';
import { keys } from '../../functions/store/keys.ts';
import { contractsWithEvents, contractsWithGst } from '../support/arbitrary-events.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { oracleYearEnd } from '../support/year-end-oracle.ts';
import { createPractice, type Practice } from './practice.ts';

const running = (contracts: fc.Arbitrary<Contract>, numRuns: number): Contract[] => {
  const isRunning = ({ terms, endDate }: Contract): boolean =>
    terms.startDate > '2012' && terms.startDate < '2026' && endDate > '2026' && endDate < '2050';
  return fc.sample(contracts.filter(isRunning), { seed: 7, numRuns });
};

const CONTRACTS = [...running(contractsWithEvents, 12), ...running(contractsWithGst, 8)];

export const DATES = ['2026-06-30', '2024-12-31', '2027-09-15'].map((date) => calendarDate(date));

export interface OracleLoan {
  readonly name: string;
  readonly scheduleId: string;
  readonly contract: Contract;
}

export interface OraclePractice extends Practice {
  readonly entityId: string;
  readonly loans: readonly OracleLoan[];
}

export async function createOraclePractice(): Promise<OraclePractice> {
  const practice = await createPractice();
  const entityId = await practice.addEntity('Farm');
  const loans: OracleLoan[] = [];
  for (const [index, contract] of CONTRACTS.entries()) {
    const name = `Contract ${index + 1}`;
    loans.push({ name, contract, scheduleId: await add(practice, entityId, contract, name) });
  }
  return { ...practice, entityId, loans };
}

/** Replaces the terms of a new schedule, and records the events without the checks of today's date. */
async function add(practice: Practice, entityId: string, contract: Contract, name: string): Promise<string> {
  const { app } = practice;
  const scheduleId = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: name });
  const events = contract.events.map(({ event }) => event);
  const rows = contract.terms.rows.map((row) => ({ id: crypto.randomUUID(), ...row }));
  const set = {
    terms: { ...contract.terms, rows },
    ...(contract.terms.gstOnCharges && { kind: 'hire-purchase' }),
    eventCount: events.length,
    eventNumber: events.length,
  };
  await app.table.write({ update: keys.schedule(entityId, scheduleId), set });
  for (const [at, { date, postedThrough, change }] of events.entries()) {
    const recorded = { note: '', createdAt: '', createdBy: { id: '', name: '' }, state: 'recorded' as const };
    const unsent = { xeroTenantId: null, shortCode: '', documentId: null, document: null, syncedAt: null };
    const place = { scheduleId, number: at + 1, date, postedThrough, input: toWire(change), attempt: 1 };
    const item = eventItem({ ...place, ...recorded, ...unsent, newScheduleId: null, error: null });
    await app.table.write({ put: item });
  }
  return scheduleId;
}

/** The amounts of a loan in cents, in the order of the workbook's columns. */
export interface Expected {
  readonly movement: readonly number[];
  readonly split: readonly number[];
  readonly maturity: readonly number[];
  readonly comparatives: readonly number[];
  /** Empty where no GST is in the charges. */
  readonly gst: readonly number[];
  readonly interest: ReadonlyMap<number, number>;
  readonly fees: ReadonlyMap<number, number>;
}

/** Returns null for a contract that is not in the pack of the date. */
export function expectedOf({ contract }: OracleLoan, date: CalendarDate): Expected | null {
  const { startDate, loanAmount } = contract.terms;
  const year = oracleYearEnd(contract, date);
  const dayBefore = addMonths(date, -12);
  if (startDate > date || year.endDate <= dayBefore) return null;
  const gross = oracleYearEnd(contract, date, false);
  const before = oracleYearEnd(contract, dayBefore);
  const known = startDate <= dayBefore;
  const { opening, interest, payments, extraRepayments, payouts, adjustments, closing } = year;
  const { current, nonCurrent, maturity } = year;
  const moved = interest - payments - extraRepayments - payouts + adjustments;
  const newLoans = known ? 0 : closing - opening - moved;
  const [soon, ...later] = maturity;
  const sum = (at: 0 | 1): number => later.reduce((all, each) => all + each[at], 0);
  const nets = maturity.map(([paid, charges]) => paid - charges);
  for (const at of [0, 1]) {
    const below = Math.min(0, nets[at] ?? 0);
    nets[at] = (nets[at] ?? 0) - below;
    nets[at + 1] = (nets[at + 1] ?? 0) + below;
  }
  const gst = [opening - gross.opening, known ? 0 : newLoans - loanAmount, gross.interest - interest];
  const figures = [...gst, adjustments, closing - gross.closing];
  return {
    movement: [opening, newLoans, interest, payments, extraRepayments, payouts, adjustments, closing, 0],
    split: [soon?.[0] ?? 0, soon?.[1] ?? 0, current, sum(0), sum(1), nonCurrent, closing],
    maturity: [
      0,
      ...maturity.flatMap(([paid], at) => [paid, nets[at] ?? 0]),
      (soon?.[0] ?? 0) + sum(0),
      closing,
    ],
    comparatives: [
      opening,
      opening,
      0,
      closing,
      ...(['current', 'nonCurrent', 'interest'] as const).flatMap((of) => [known ? before[of] : 0, year[of]]),
    ],
    gst: figures.some((amount) => amount !== 0) ? figures : [],
    interest: year.interestByYear,
    fees: year.feesByYear,
  };
}

/** Never -0. */
export const inCents = (dollars: unknown): number => Math.round(Number(dollars) * 100) + 0;

/** Text in dollars as cents: `–` is 0, brackets and signs are negative. */
export const centsOf = (text: string): number =>
  text === '–' ? 0 : Number(text.replaceAll(/[^\d]/g, '')) * (/^[(−-]/.test(text) ? -1 : 1);
