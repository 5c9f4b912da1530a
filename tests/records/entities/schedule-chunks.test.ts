import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents, MAX_AMOUNT } from '../../../domain/money.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../../domain/amortisation/terms.ts';
import {
  chunkWrites,
  type Projection,
  readListed,
} from '../../../functions/records/entities/schedule-chunks.ts';
import { type Attributes, engine } from '../../../scripts/simulators/dynamodb/dynalite.ts';
import { createMemoryTable } from '../../support/memory-table.ts';

const MAX_ITEM_BYTES = 400 * 1024;

const entityOf = (chunkKey: string) => ({ tenantId: 't', entityId: 'e', chunkKey });
const projectionOf = (text: string): Projection => ({
  name: text,
  lender: text,
  number: text,
  archivedEnd: calendarDate('2030-01-15'),
  isSetUp: true,
  figures: {
    loanAmount: MAX_AMOUNT,
    frequency: 'fortnightly',
    startDate: calendarDate('2100-12-31'),
    firstPaymentOnStartDate: true,
    firstPaymentDate: calendarDate('2101-01-17'),
    paymentsAtMonthEnd: false,
    administrationFee: MAX_AMOUNT,
    rows: Array.from({ length: 10 }, () => ({ qty: 320, amount: cents(MAX_AMOUNT - 1) })),
    rate: 0.012_345_678_901_234_567,
  },
  outline: null,
});

const OUTLINE: NonNullable<Projection['outline']> = {
  count: 60,
  changes: 1,
  startDate: calendarDate('2026-01-15'),
  endDate: calendarDate('2030-12-15'),
  end: 'balloon',
  endAmount: cents(1_000_000),
  owing: [calendarDate('2027-06-30')],
};

const created = (ids: readonly string[], text = 'Truck') =>
  ids.map((scheduleId) => ({ scheduleId, before: null, after: projectionOf(text) }));

const randomIds = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe('the chunks of an entity', () => {
  it('are written only when a projection changes', () => {
    const [scheduleId = ''] = randomIds(1);
    const change = (before: Projection | null, after: Projection | null) =>
      chunkWrites(entityOf('secret'), [{ scheduleId, before, after }]);
    expect(change(projectionOf('Truck'), projectionOf('Truck'))).toEqual([]);
    expect(change(projectionOf('Truck'), projectionOf('Lorry'))).toHaveLength(1);
    expect(change(projectionOf('Truck'), null)).toHaveLength(1);
  });

  it('spread ids that were chosen to fill one chunk of another entity', () => {
    const [known, secret] = [entityOf('known'), entityOf('secret')];
    const chosen = randomIds(2000).filter((id) => {
      const [write] = chunkWrites(known, created([id]));
      return write !== undefined && 'update' in write && write.update.sk === 'Q#e#07';
    });
    expect(chunkWrites(known, created(chosen))).toHaveLength(1);
    expect(chunkWrites(secret, created(chosen)).length).toBeGreaterThan(15);
  });

  it('give back every projection, with the values that are not stored', async () => {
    const table = createMemoryTable();
    const { figures, ...named } = projectionOf('Truck');
    const usual = { administrationFee: cents(0), firstPaymentOnStartDate: false, paymentsAtMonthEnd: false };
    const all = [
      {},
      { administrationFee: cents(550) },
      { firstPaymentOnStartDate: true },
      { paymentsAtMonthEnd: true },
    ]
      .flatMap((more) => [
        { ...usual, ...more, firstPaymentDate: undefined },
        { ...usual, ...more },
      ])
      .flatMap((more): Projection[] => [
        { ...named, figures: figures && { ...figures, ...more } },
        { ...named, figures: figures && { ...figures, ...more }, archivedEnd: null },
      ])
      .concat({ ...named, figures: null, outline: OUTLINE }, { ...named, figures: null, archivedEnd: null });
    const ids = randomIds(all.length);
    const changes = all.map((after, index) => ({ scheduleId: ids[index] ?? '', before: null, after }));
    for (const write of chunkWrites(entityOf('secret'), changes)) await table.transact([write]);
    const listed = new Map(
      (await readListed(table, entityOf('secret'))).map(({ scheduleId, ...one }) => [scheduleId, one]),
    );
    expect(ids.map((id) => listed.get(id))).toEqual(all);
  });

  it('stay below DynamoDB’s limit with the longest texts of a full entity', async () => {
    const table = createMemoryTable();
    const ids = randomIds(MAX_SCHEDULES_PER_ENTITY);
    for (const write of chunkWrites(entityOf('secret'), created(ids, '漢'.repeat(255))))
      await table.transact([write]);
    const sizes = table.items().map((item) => engine.itemSize(marshall(item) as unknown as Attributes));
    expect(sizes).toHaveLength(20);
    expect(Math.max(...sizes)).toBeLessThan(MAX_ITEM_BYTES);
  });
});
