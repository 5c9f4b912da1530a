/** The pack of random contracts with events, as JSON, as a workbook and as a PDF, against a second computation. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMonths, type CalendarDate, calendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { toWire } from '../../domain/event-kinds/kinds.ts';
import { XLSX_TYPE } from '../../functions/lib/workbook.ts';
import { eventItem } from '../../functions/records/schedules/events.ts';
import { keys } from '../../functions/store/keys.ts';
import { contractsWithEvents } from '../support/arbitrary-events.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { oracleYearEnd } from '../support/year-end-oracle.ts';
import { pdfPages } from './pdf-text.ts';
import { createPractice, type Practice } from './practice.ts';
import { openWorkbook } from './workbook.ts';

const RUNNING = contractsWithEvents.filter(
  ({ terms, endDate }) => terms.startDate > '2012' && terms.startDate < '2026' && endDate > '2026',
);
const CONTRACTS = fc.sample(RUNNING, { seed: 7, numRuns: 12 });
const DATES = ['2026-06-30', '2024-12-31', '2027-09-15'].map((date) => calendarDate(date));

const nameOf = (index: number): string => `Contract ${index + 1}`;

/** Replaces the terms of a new schedule, and records the events without the checks of today's date. */
async function add(practice: Practice, entityId: string, contract: Contract, index: number) {
  const { app } = practice;
  const scheduleId = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: nameOf(index) });
  const events = contract.events.map(({ event }) => event);
  const rows = contract.terms.rows.map((row) => ({ id: crypto.randomUUID(), ...row }));
  const set = {
    terms: { ...contract.terms, rows },
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
}

/** Movement and split of a contract in cents, as the rows of the pack have them; null where it is not in the pack. */
function expectedOf(contract: Contract, date: CalendarDate) {
  const { startDate, loanAmount } = contract.terms;
  const year = oracleYearEnd(contract, date);
  const before = addMonths(date, -12);
  if (startDate > date || year.endDate <= before) return null;
  const { opening, interest, payments, extraRepayments, payouts, closing, current, nonCurrent } = year;
  const movement = [
    opening,
    startDate > before ? loanAmount : 0,
    interest,
    payments,
    extraRepayments,
    payouts,
    0,
    closing,
  ];
  return { movement, current, nonCurrent, unexpired: year.unexpired };
}

/** Never -0. */
const inCents = (dollars: unknown): number => Math.round(Number(dollars) * 100) + 0;
const isFigure = (text: string): boolean => /^(–|\(?[\d,]+\.\d\d\)?)$/.test(text);
const centsOf = (text: string): number =>
  text === '–' ? 0 : Number(text.replaceAll(/[(),.]/g, '')) * (text.startsWith('(') ? -1 : 1);

it('has the figures of the oracle in JSON, in the formulas of the workbook and in the PDF', async () => {
  const practice = await createPractice();
  const entityId = await practice.addEntity('Farm');
  for (const [index, contract] of CONTRACTS.entries()) await add(practice, entityId, contract, index);
  let compared = 0;
  for (const date of DATES) {
    const expected = new Map(
      CONTRACTS.flatMap((contract, index) => {
        const own = expectedOf(contract, date);
        return own ? [[nameOf(index), own] as const] : [];
      }),
    );
    const { body } = await practice.report({ date });
    const file = (type: string) => practice.download('GET /v1/reports/loans', type, { date });
    const sheets = await openWorkbook((await file(XLSX_TYPE)).body);
    const pages = pdfPages((await file('application/pdf')).body);
    const cells = (sheet: string, columns: string, name: string): number[] => {
      const opened = sheets.get(sheet);
      const rows = Array.from({ length: expected.size + 6 }, (_each, index) => index + 6);
      const row = rows.find((each) => opened?.value(`B${each}`) === name);
      return columns.split('').map((column) => inCents(opened?.value(`${column}${row}`)));
    };
    const printed = (title: string, name: string): number[] => {
      const texts = pages.flat();
      const from = texts.findIndex((text) => text.startsWith(title));
      const own = texts.slice(texts.indexOf(name, from) + 1);
      return own
        .slice(
          0,
          own.findIndex((text) => !isFigure(text)),
        )
        .map(centsOf);
    };
    expect(body.loans.map(({ description }) => description).toSorted()).toEqual(
      [...expected.keys()].toSorted(),
    );
    for (const { description: name, movement, split } of body.loans) {
      const { movement: moved = [], current = 0, nonCurrent = 0, unexpired = 0 } = expected.get(name) ?? {};
      expect(Object.values(movement).map(inCents)).toEqual(moved);
      expect(cells('Movement', 'CDEFGHIJK', name)).toEqual([...moved, 0]);
      const signed = moved.map((amount, at) => (at > 2 && at < 6 ? 0 - amount : amount));
      expect(printed('Movement', name).slice(0, 8)).toEqual(signed);
      const net = [current, nonCurrent];
      expect([split.current.net, split.nonCurrent.net].map(inCents)).toEqual(net);
      expect(inCents(split.current.unexpired) + inCents(split.nonCurrent.unexpired)).toBe(unexpired);
      expect(cells('Current and non-current', 'EHI', name)).toEqual([...net, current + nonCurrent]);
      const parts = printed('Current and non-current', name);
      expect([parts[2], parts[5], parts[6]]).toEqual([...net, current + nonCurrent]);
      compared++;
    }
    const total = [...expected.values()].reduce((sum, { movement }) => sum + (movement[7] ?? 0), 0);
    expect(inCents(body.totals.movement.closing)).toBe(total);
    expect(inCents(sheets.get('Movement')?.value(`J${sheets.get('Movement')?.rowOf('Total')}`))).toBe(total);
  }
  expect(compared).toBeGreaterThan(20);
});
