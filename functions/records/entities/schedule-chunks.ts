/**
 * The schedules of entities as lists, the search and reports read them: a projection of each, in chunks under the
 * organisation, so that one query reads those of every entity. Written in the transaction that changes the schedule.
 */
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { FREQUENCIES } from '../../../domain/amortisation/frequency.ts';
import { cents } from '../../../domain/money.ts';
import type { Outline } from '../../../domain/reports/outline.ts';
import { longId, shortId } from '../../lib/short-id.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes, scheduleChunks } from '../../store/keys.ts';
import { type Item, listUnder, queryAll, type TableReader, type Write } from '../../store/table.ts';
import { type EntityScope, isInScope } from '../tenants/entity-scope.ts';

/**
 * The chunks of an entity. The 2,000 schedules of a full one make chunks of about 18 KB, and of 360 KB if all their texts
 * have the greatest length, in letters of three bytes; DynamoDB takes 400 KB. So a move writes at most 20 items.
 */
const CHUNKS = 20;

/** The terms of an ordinary schedule, and the periodic rate that follows from them: enough for its balance on any day. */
const Figures = z
  .tuple([
    StoredCents,
    z.enum(FREQUENCIES),
    StoredDate,
    z.array(z.tuple([z.number(), StoredCents])),
    z.number(),
    StoredCents.default(cents(0)),
    z.boolean().default(false),
    StoredDate.nullable().default(null),
    z.boolean().default(false),
  ])
  .transform(
    ([
      loanAmount,
      frequency,
      startDate,
      rows,
      rate,
      administrationFee,
      firstPaymentOnStartDate,
      firstPaymentDate,
      paymentsAtMonthEnd,
    ]) => ({
      loanAmount,
      frequency,
      startDate,
      firstPaymentOnStartDate,
      firstPaymentDate: firstPaymentDate ?? undefined,
      paymentsAtMonthEnd,
      administrationFee,
      rows: rows.map(([qty, amount]) => ({ qty, amount })),
      rate,
    }),
  );

const StoredOutline = z
  .tuple([
    z.number(),
    z.number(),
    StoredDate,
    StoredDate,
    z.enum(['balloon', 'ending', 'payout']),
    StoredCents,
    z.array(StoredDate),
  ])
  .transform(([count, changes, startDate, endDate, end, endAmount, owing]): Outline => ({
    count,
    changes,
    startDate,
    endDate,
    end,
    endAmount,
    owing,
  }));

/**
 * Stored as a list: names of attributes would be a third of its bytes, which every read of a practice pays for. So would the
 * values that most schedules have; they come last and are left out.
 */
const Projection = z
  .tuple([
    z.string(),
    z.string(),
    z.string(),
    z.boolean(),
    Figures.nullable(),
    StoredOutline.nullable().default(null),
    StoredDate.nullable().default(null),
  ])
  .transform(([name, lender, number, isSetUp, figures, outline, archivedEnd]) => ({
    name,
    lender,
    /** The contract number. */
    number,
    /** The end of an archived contract; null for others. */
    archivedEnd,
    /** Set up in Xero: connected, with every account chosen. */
    isSetUp,
    /** Null for a schedule with events or a long table: they follow from its own items. */
    figures,
    /** Of a schedule without figures; null for others, whose figures give it. */
    outline,
  }));

export type Projection = Readonly<z.output<typeof Projection>>;

/** Leaves out the last values while they are the usual ones, which reading puts there again. */
function withoutUsual<Values extends readonly unknown[]>(values: Values, usual: readonly unknown[]): Values {
  const first = values.length - usual.length;
  const isNeeded = (value: unknown, index: number): boolean =>
    index < first || value !== usual[index - first];
  return values.slice(0, values.findLastIndex(isNeeded) + 1) as readonly unknown[] as Values;
}

function storedOf(projection: Projection): z.input<typeof Projection> {
  const { name, lender, number, archivedEnd, isSetUp, figures, outline } = projection;
  const stored: z.input<typeof Projection> = [
    name,
    lender,
    number,
    isSetUp,
    figures && storedFigures(figures),
    outline && [
      outline.count,
      outline.changes,
      outline.startDate,
      outline.endDate,
      outline.end,
      outline.endAmount,
      [...outline.owing],
    ],
    archivedEnd,
  ];
  return withoutUsual(stored, [null, null]);
}

function storedFigures(figures: z.output<typeof Figures>): z.input<typeof Figures> {
  const stored: z.input<typeof Figures> = [
    figures.loanAmount,
    figures.frequency,
    figures.startDate,
    figures.rows.map(({ qty, amount }) => [qty, amount]),
    figures.rate,
    figures.administrationFee,
    figures.firstPaymentOnStartDate,
    figures.firstPaymentDate ?? null,
    figures.paymentsAtMonthEnd,
  ];
  return withoutUsual(stored, [0, false, null, false]);
}

export type ListedSchedule = Projection & { readonly scheduleId: string };

/** A schedule as it was and as it will be; null where it isn't there. */
export interface ProjectionChange {
  readonly scheduleId: string;
  readonly before: Projection | null;
  readonly after: Projection | null;
}

interface EntityPlace {
  readonly tenantId: string;
  readonly entityId: string;
}

export interface ChunkOwner extends EntityPlace {
  readonly chunkKey: string;
}

/** Clients can choose the ids of schedules, so a secret of the entity spreads them: no one can fill one chunk. */
export const chunkOf = ({ chunkKey }: ChunkOwner, scheduleId: string): number =>
  createHmac('sha256', chunkKey).update(scheduleId).digest().readUInt32BE() % CHUNKS;

/** Returns the writes that keep the chunks true of these changes: one for each chunk whose projections change. */
export function chunkWrites(entity: ChunkOwner, changes: readonly ProjectionChange[]): Write[] {
  const changed = changes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  const byChunk = Map.groupBy(changed, ({ scheduleId }) => chunkOf(entity, scheduleId));
  return [...byChunk].map(([chunk, some]) => ({
    update: keys.scheduleChunk(entity.tenantId, entity.entityId, chunk),
    set: Object.fromEntries(
      some.flatMap(({ scheduleId, after }) => (after ? [[shortId(scheduleId), storedOf(after)]] : [])),
    ),
    remove: some.flatMap(({ scheduleId, after }) => (after ? [] : [shortId(scheduleId)])),
  }));
}

export async function readAllListed(
  table: TableReader,
  scope: EntityScope,
  { consistent }: { readonly consistent: boolean },
): Promise<ReadonlyMap<string, readonly ListedSchedule[]>> {
  const { pk } = keys.organisation(scope.tenantId);
  const chunks = await queryAll(table, { pk, sk: { prefix: prefixes.scheduleChunks }, consistent });
  const byEntity = Map.groupBy(chunks, ({ sk }) => sk.split('#')[1] ?? '');
  const visible = [...byEntity].filter(([entityId]) => isInScope(scope, entityId));
  return new Map(visible.map(([entityId, items]) => [entityId, items.flatMap(listedIn)]));
}

export async function readListed(table: TableReader, entity: EntityPlace): Promise<ListedSchedule[]> {
  return (await readChunks(table, entity)).flatMap(listedIn);
}

function listedIn({ pk: _pk, sk: _sk, ...projections }: Item): ListedSchedule[] {
  return Object.entries(projections).map(([short, stored]) => ({
    scheduleId: longId(short),
    ...Projection.parse(stored),
  }));
}

export function readChunks(
  table: TableReader,
  { tenantId, entityId }: EntityPlace,
): Promise<readonly Item[]> {
  return listUnder(table, keys.organisation(tenantId), scheduleChunks(entityId));
}

/** Deletes an entity's chunks, or moves them along with it to another organisation. */
export function movedChunks(chunks: readonly Item[], targetTenantId: string | null): Write[] {
  return chunks.flatMap((chunk): Write[] => {
    const { pk, sk, ...projections } = chunk;
    const gone: Write = { delete: { pk, sk } };
    if (targetTenantId === null) return [gone];
    return [gone, { put: { ...projections, pk: keys.organisation(targetTenantId).pk, sk } }];
  });
}
