/** Creates the schedules of an import, 15 a transaction, and their entities before them. */
import { v5 } from 'uuid';
import { Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import { createEntity, findEntityNamed, ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import type { ServicesFor } from '../services/context.ts';
import { creationWrites, type NewSchedule } from '../records/schedules/creation.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { normaliseName } from '../store/keys.ts';
import { commit, type Write } from '../store/table.ts';
import { noteCreated } from '../records/tenants/imports.ts';
import type { JudgedRow } from './judge-rows.ts';
import { including } from '../records/tenants/entity-scope.ts';
import { inChunks } from '../lib/in-chunks.ts';

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

/** 15 × (schedule, parent, reminder, audit entry), as many entities and chunks, and the import: under 100 writes. */
const ROWS_AT_ONCE = 15;
/** Kept for the answer. */
const SPARE_MS = 5000;

const TIME_UP = 'There was no time left for this row. Please import again.';
const NOT_CREATED = 'Something went wrong creating this schedule. Please import again.';

type Services = ServicesFor<'table:write'>;

/** Creates what it can; answers the rows that it couldn't create. A schedule is created whole or not at all. */
export async function createRows(services: Services, work: Work): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (const rows of inChunks(work.rows, ROWS_AT_ONCE)) {
    if (services.clock.now() > work.deadline - SPARE_MS) {
      failed.push(...rows.map((row) => failure(row, TIME_UP)));
      continue;
    }
    failed.push(...(await createBatch(services, work, rows)));
  }
  return failed;
}

/** A batch that is refused is tried row by row, so that one row in the way stops no other. */
async function createBatch(
  services: Services,
  work: Work,
  rows: readonly JudgedRow[],
): Promise<readonly Failed[]> {
  try {
    await commitRows(services, work, rows);
    return [];
  } catch (error) {
    const [row, ...others] = rows;
    if (!row) return [];
    if (others.length === 0) return [failure(row, reasonOf(error, services))];
    if (!(error instanceof Refusal)) {
      services.log.error('import failed', { importId: work.importId, error });
      return rows.map((each) => failure(each, NOT_CREATED));
    }
  }
  const failed: Failed[] = [];
  for (const row of rows) failed.push(...(await createBatch(services, work, [row])));
  return failed;
}

async function commitRows(services: Services, work: Work, rows: readonly JudgedRow[]): Promise<void> {
  const { table, clock } = services;
  const { actor, importId } = work;
  const at = clock.now();
  const entities = new Map<string, OwnedEntity>();
  for (const { entityId, contract } of rows) {
    const name = contract?.entity ?? '';
    if (entities.has(normaliseName(name))) continue;
    const entity = entityId
      ? await ownEntity(table, actor, entityId)
      : await namedEntity(services, work, name, at);
    entities.set(normaliseName(name), entity);
  }
  const writes: Write[] = [];
  const schedules: { line: number; entityId: string; scheduleId: string }[] = [];
  const byEntity = Map.groupBy(rows, ({ contract }) => normaliseName(contract?.entity ?? ''));
  for (const [name, together] of byEntity) {
    const entity = entities.get(name);
    if (!entity) continue;
    const made = together.flatMap((row) => newSchedule(row, work, services) ?? []);
    writes.push(...creationWrites(entity, made));
    for (const [index, { scheduleId }] of made.entries()) {
      const line = together[index]?.line ?? 0;
      schedules.push({ line, entityId: entity.entityId, scheduleId });
    }
  }
  const audit = schedules.map(({ entityId, scheduleId: subject }) =>
    auditEntry({ actor, action: 'schedule/create', subject, entityId, at, detail: { import: importId } }),
  );
  await commit(table, [...writes, noteCreated(actor.tenantId, importId, { schedules }), ...audit]);
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
