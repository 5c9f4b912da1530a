/** Creates the schedules of an import, and their entities before them. */
import { v5 } from 'uuid';
import { Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import { createEntity, findEntityNamed, ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import type { ServicesFor } from '../services/context.ts';
import { creationWrites, type NewSchedule } from '../records/schedules/creation.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { normaliseName } from '../store/keys.ts';
import { commit, inTransactions, type Write } from '../store/table.ts';
import { noteCreated } from '../records/tenants/imports.ts';
import type { JudgedRow } from './judge-rows.ts';
import { including } from '../records/tenants/entity-scope.ts';

export interface Failed {
  readonly line: number;
  readonly errors: Record<string, string[]>;
}

interface Work {
  readonly actor: Actor;
  readonly importId: string;
  readonly rows: readonly JudgedRow[];
  /** The time by which the answer must be under way, milliseconds since the epoch. */
  readonly deadline: number;
}

/** Kept for the answer. */
const SPARE_MS = 5000;

const TIME_UP = 'There was no time left for this row. Please import again.';
const NOT_CREATED = 'Something went wrong creating this schedule. Please import again.';

type Services = ServicesFor<'table:write'>;

/** A row with the entity that its schedule goes into. */
interface Placed {
  readonly row: JudgedRow;
  readonly entity: OwnedEntity;
}

/** Creates what it can; answers the rows that it couldn't create. A schedule is created whole or not at all. */
export async function createRows(services: Services, work: Work): Promise<Failed[]> {
  const isLate = (): boolean => services.clock.now() > work.deadline - SPARE_MS;
  const { placed, failed } = await placeRows(services, work, isLate);
  for (const { parts, writes } of inTransactions(placed, (some) => writesOf(services, work, some))) {
    if (isLate()) failed.push(...parts.map(({ row }) => failure(row, TIME_UP)));
    else failed.push(...(await createTogether(services, work, parts, writes)));
  }
  return failed;
}

/** Finds or creates the entity of each row. */
async function placeRows(services: Services, work: Work, isLate: () => boolean) {
  const entities = new Map<string, Promise<OwnedEntity>>();
  const placed: Placed[] = [];
  const failed: Failed[] = [];
  for (const row of work.rows) {
    const name = row.contract?.entity ?? '';
    const key = normaliseName(name);
    if (!entities.has(key) && isLate()) {
      failed.push(failure(row, TIME_UP));
      continue;
    }
    try {
      const entity = await (entities.get(key) ?? entityOf(services, work, row));
      entities.set(key, Promise.resolve(entity));
      placed.push({ row, entity });
    } catch (error) {
      failed.push(failure(row, reasonOf(error, services)));
    }
  }
  return { placed, failed };
}

const entityOf = (services: Services, work: Work, { entityId, contract }: JudgedRow): Promise<OwnedEntity> =>
  entityId
    ? ownEntity(services.table, work.actor, entityId)
    : namedEntity(services, work, contract?.entity ?? '', services.clock.now());

/** Rows that are refused together are tried one by one, so that one row in the way stops no other. */
async function createTogether(
  services: Services,
  work: Work,
  rows: readonly Placed[],
  writes: readonly Write[],
): Promise<readonly Failed[]> {
  try {
    await commit(services.table, writes);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal) || rows.length === 1) {
      const reason = reasonOf(error, services);
      return rows.map(({ row }) => failure(row, reason));
    }
  }
  const failed: Failed[] = [];
  for (const one of rows) {
    failed.push(...(await createTogether(services, work, [one], writesOf(services, work, [one]))));
  }
  return failed;
}

function writesOf(services: Services, work: Work, rows: readonly Placed[]): Write[] {
  const { actor, importId } = work;
  const at = services.clock.now();
  const made = rows.flatMap(({ row, entity }) => {
    const schedule = newSchedule(row, work, services);
    return schedule ? [{ line: row.line, entity, schedule }] : [];
  });
  const schedules = made.map(({ line, entity: { entityId }, schedule: { scheduleId } }) => ({
    line,
    entityId,
    scheduleId,
  }));
  return [
    ...creationWrites(
      [...Map.groupBy(made, ({ entity }) => entity)].map(([entity, own]) => ({
        entity,
        schedules: own.map(({ schedule }) => schedule),
      })),
    ),
    noteCreated(actor.tenantId, importId, { schedules }),
    ...schedules.map(({ entityId, scheduleId: subject }) =>
      auditEntry({ actor, action: 'schedule/create', subject, entityId, at, detail: { import: importId } }),
    ),
  ];
}

/** The entity of that name: the import's own where there is none yet. */
async function namedEntity(
  { table, ids }: Services,
  work: Work,
  name: string,
  at: number,
): Promise<OwnedEntity> {
  const { actor, importId } = work;
  const { tenantId } = actor;
  const entityId = v5(`entity ${tenantId} ${normaliseName(name)}`, importId);
  // The caller's limits are those of before the import.
  const known = await findEntityNamed(table, including(actor, entityId), name);
  if (known) return known;
  const given = { entityId, name, chunkKey: ids.secret(), createdAt: new Date(at).toISOString() };
  return createEntity(table, actor, given, [
    noteCreated(tenantId, importId, { entityId }),
    auditEntry({ actor, action: 'entity/create', subject: entityId, at, detail: { name, import: importId } }),
  ]);
}

/** Its id follows from the import and the line, so that no repeat creates it twice. */
function newSchedule(
  { line, contract }: JudgedRow,
  { actor, importId }: Pick<Work, 'actor' | 'importId'>,
  { ids, clock }: Services,
): NewSchedule | null {
  if (!contract) return null;
  const { name, terms, lender, contractNumber, asset, kind, contractRate } = contract;
  return {
    scheduleId: v5(`${actor.tenantId} ${line}`, importId),
    name,
    lender,
    contractNumber,
    asset,
    kind,
    contractRate: String(contractRate ?? ''),
    terms: {
      ...terms,
      rows: terms.rows.map((row) => ({ ...row, id: ids.uuid() })),
      table: undefined,
    },
    autoSyncSince: null,
    // Lists are in the order of creation: here that of the file.
    createdAt: new Date(clock.now() + line).toISOString(),
  };
}

const failure = ({ line }: JudgedRow, message: string): Failed => ({ line, errors: { line: [message] } });

function reasonOf(error: unknown, { log }: Services): string {
  if (error instanceof Refusal) return error.message;
  log.error('import failed', { error });
  return NOT_CREATED;
}
