import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { chunkWrites, readListed } from '../../../functions/records/entities/schedule-chunks.ts';
import { projectionOf, scheduleFrom } from '../../../functions/records/schedules/projection.ts';
import { acceptedTerms } from '../../support/arbitrary-terms.ts';
import { exampleTerms } from '../../support/example-terms.ts';
import { createMemoryTable } from '../../support/memory-table.ts';

const ENTITY = { tenantId: 't', entityId: 'e', chunkKey: 'secret' };
const SCHEDULE_ID = '0a1b2c3d-0000-4000-8000-0123456789ab';

const project = (terms: Terms, more: { archivedEnd?: CalendarDate; eventCount?: number } = {}) =>
  projectionOf({
    name: 'Truck',
    lender: 'Westpac',
    contractNumber: 'W-1',
    archivedEnd: null,
    eventCount: 0,
    outline: null,
    xeroConnected: false,
    accounts: {},
    ...more,
    terms,
  });

const ordinaryTerms = acceptedTerms.filter((terms) => terms.rows.length <= 10);

const rows = (count: number) => Array.from({ length: count }, () => [6, 1000] as const);

describe('a projection', () => {
  it('holds the texts, terms and rate of an ordinary schedule', () => {
    const terms = exampleTerms({ fee: 5.5 });
    expect(project(terms)).toEqual({
      name: 'Truck',
      lender: 'Westpac',
      number: 'W-1',
      archivedEnd: null,
      isSetUp: false,
      figures: { ...terms, paymentsAtMonthEnd: false, rate: amortise(terms).rate.periodic },
      outline: null,
    });
  });

  it('is read from the table as the same terms and rate', async () => {
    await fc.assert(
      fc.asyncProperty(ordinaryTerms, async (terms) => {
        const table = createMemoryTable();
        const after = project(terms);
        await table.transact(chunkWrites(ENTITY, [{ scheduleId: SCHEDULE_ID, before: null, after }]));
        const [listed] = await readListed(table, ENTITY);
        expect(listed).toStrictEqual({ scheduleId: SCHEDULE_ID, ...after });
        const restored = scheduleFrom(after);
        expect(restored?.terms).toEqual(terms);
        expect(restored?.payments).toEqual(scheduleOf(terms).payments);
      }),
      { numRuns: 200, seed: 20_261_123 },
    );
  });

  it('leaves out the figures of a schedule with events, more than ten rows or a lender’s table', () => {
    const terms = exampleTerms({});
    const [date, amount] = [calendarDate('2025-02-15'), terms.loanAmount];
    const table = [{ date, amount, balance: cents(0) }];
    expect(project(terms, { eventCount: 1 }).figures).toBeNull();
    expect(project({ ...terms, rows: [], table }).figures).toBeNull();
    expect(project(exampleTerms({ rows: rows(11) })).figures).toBeNull();
    expect(project(exampleTerms({ rows: rows(10) })).figures).not.toBeNull();
    expect(scheduleFrom(project(terms, { eventCount: 1 }))).toBeNull();
  });

  it('marks an archived schedule', () => {
    const archivedEnd = calendarDate('2030-01-15');
    expect(project(exampleTerms({}), { archivedEnd })).toMatchObject({ archivedEnd });
  });
});
