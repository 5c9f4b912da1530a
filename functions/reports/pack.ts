/** The year-end pack of some entities: the source of JSON, workbook and workpaper. */
import { businessDate, type CalendarDate, momentIn } from '../../domain/calendar.ts';
import { workOutPurchase } from '../../domain/purchase/purchase.ts';
import { startOfYearTo } from '../../domain/years.ts';
import { compareNames } from '../../domain/text.ts';
import { packTotals, type PackTotals } from '../../domain/reports/year-end.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readEvents } from '../records/schedules/events.ts';
import { readPurchase } from '../records/schedules/purchases.ts';
import { listSchedules, type OwnedSchedule } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import { readEntityLedger } from './entity-ledger.ts';
import { type JournalRow, packJournals } from './pack-journals.ts';
import { type LeftOut, loanOf, type PackLoan, type PackPurchase, type PackRequest } from './pack-loan.ts';
import { packRegisters, type PackRegister } from './pack-registers.ts';
import { changesSince, type ReviewChange } from './review-changes.ts';
import { tieOutOf, type TieOutRow } from './tie-out.ts';
import { readStatements, type SignOffs, type YearEnds } from '../records/entities/statements.ts';

/** Entities read at the same time. */
const AT_ONCE = 10;

export interface EntitySignOffs extends SignOffs {
  readonly entityId: string;
  readonly entityName: string;
  /** The loans whose figures have changed since the review. */
  readonly changes: readonly ReviewChange[];
}

export interface Pack {
  readonly date: CalendarDate;
  readonly from: CalendarDate;
  readonly loans: readonly PackLoan[];
  readonly leftOut: readonly LeftOut[];
  readonly tieOut: readonly TieOutRow[];
  readonly journals: readonly JournalRow[];
  readonly registers: readonly PackRegister[];
  /** Of each entity with loans in the pack. */
  readonly signOffs: readonly EntitySignOffs[];
  /** The date and time of making in Sydney. */
  readonly madeAt: string;
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
  const parts: EntityPack[] = [];
  for (let done = 0; done < entities.length; done += AT_ONCE) {
    const some = entities.slice(done, done + AT_ONCE);
    parts.push(...(await Promise.all(some.map((entity) => entityPack(table, entity, request, statements)))));
    await onProgress(Math.min(1, (done + AT_ONCE) / entities.length));
  }
  const loans = parts.flatMap((part) => part.loans);
  refuseUnknown(request.allCurrent, loans);
  return {
    date,
    from: startOfYearTo(date),
    loans,
    leftOut: parts.flatMap((part) => part.leftOut),
    tieOut: parts.flatMap((part) => part.tieOut),
    journals: parts.flatMap((part) => part.journals),
    registers: parts.flatMap((part) => part.registers),
    signOffs: entities.flatMap(({ entityId, name }, index) =>
      parts[index]?.loans.length || parts[index]?.changes.length
        ? [{ entityId, entityName: name, ...statements.signOffsOf(entityId), changes: parts[index].changes }]
        : [],
    ),
    madeAt: momentIn(request.now),
    totals: packTotals(loans.map(({ figures }) => figures)),
  };
}

/** Returns the packs of the entities that have loans or registers in a pack: those with loans first, in its order. */
export function packsByEntity(pack: Pack): { readonly name: string; readonly pack: Pack }[] {
  const entities = Map.groupBy([...pack.signOffs, ...pack.registers], ({ entityId }) => entityId);
  return [...entities].map(([entityId, [first]]) => {
    const isOwn = (one: { readonly entityId: string }): boolean => one.entityId === entityId;
    const loans = pack.loans.filter(isOwn);
    return {
      name: first?.entityName ?? '',
      pack: {
        ...pack,
        loans,
        leftOut: pack.leftOut.filter(isOwn),
        tieOut: pack.tieOut.filter(isOwn),
        journals: pack.journals.filter(isOwn),
        registers: pack.registers.filter(isOwn),
        signOffs: pack.signOffs.filter(isOwn),
        totals: packTotals(loans.map(({ figures }) => figures)),
      },
    };
  });
}

interface EntityPack {
  readonly loans: readonly PackLoan[];
  readonly leftOut: readonly LeftOut[];
  readonly tieOut: readonly TieOutRow[];
  readonly journals: readonly JournalRow[];
  readonly registers: readonly PackRegister[];
  readonly changes: readonly ReviewChange[];
}

async function entityPack(
  table: TableReader,
  entity: OwnedEntity,
  request: PackRequest,
  statements: YearEnds,
): Promise<EntityPack> {
  const { date, allCurrent } = request;
  const listed = await listSchedules(table, entity);
  const schedules = listed.toSorted((one, other) => compareNames(one.name, other.name));
  const events = await Promise.all(schedules.map((schedule) => readEvents(table, schedule)));
  const ledger = await readEntityLedger(table, entity, schedules, { date, now: request.now });
  const from = startOfYearTo(date);
  const isOfYear = ({ terms }: OwnedSchedule): boolean => from <= terms.startDate && terms.startDate <= date;
  const purchases = await Promise.all(
    schedules.map(async (schedule) => (isOfYear(schedule) ? packPurchase(table, schedule) : null)),
  );
  const found = schedules.map((schedule, index) => ({
    schedule,
    loan: loanOf(entity, schedule, events[index] ?? [], request, {
      statements,
      ledger,
      purchase: purchases[index] ?? null,
    }),
  }));
  const mapped = found.flatMap(({ schedule, loan }) => ('figures' in loan ? [{ schedule, loan }] : []));
  const loans = mapped.map(({ loan }) => loan);
  const leftOut = found.flatMap(({ loan }) => ('figures' in loan ? [] : [loan]));
  const { reviewed } = statements.signOffsOf(entity.entityId);
  return {
    loans,
    leftOut,
    tieOut: tieOutOf(entity, ledger, mapped, { from, date }),
    journals: await packJournals(table, entity, ledger, schedules, { date, allCurrent }),
    registers: await packRegisters(table, entity, request),
    changes: reviewed
      ? await changesSince(table, entity, reviewed, { loans, leftOut, today: businessDate(request.now) })
      : [],
  };
}

/** The credit of an organisation without GST on Capital is the same to the cent, so its rates aren't read. */
async function packPurchase(
  table: TableReader,
  { scheduleId, terms }: OwnedSchedule,
): Promise<PackPurchase | null> {
  const facts = await readPurchase(table, scheduleId);
  return facts && { ...workOutPurchase(facts, terms.loanAmount, null), price: facts.asset.price };
}

function refuseUnknown(scheduleIds: readonly string[], loans: readonly PackLoan[]): void {
  const known = new Set(loans.map(({ scheduleId }) => scheduleId));
  if (scheduleIds.every((id) => known.has(id))) return;
  const message = 'A schedule to show as all current is not in this report.';
  throw new Refusal('not-found', 'report/unknown-schedule', message, { allCurrent: [message] });
}
