import { calendarDate } from '../../domain/calendar.ts';
import { conflict, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { ledgerRoutes } from '../api/ledger.ts';
import { listEntities, type OwnedEntity } from '../records/entities/entity.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import {
  findRun,
  type LedgerRun,
  type LedgerRuns,
  mayGoOn,
  newRunWrites,
  readResults,
  readRuns,
  runUnderWay,
} from '../records/tenants/ledger-runs.ts';
import { nameOfUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import { commit, type TableReader } from '../store/table.ts';

type Linked = OwnedEntity & { readonly xero: NonNullable<OwnedEntity['xero']> };

export const handler = endpoint(
  ledgerRoutes,
  'POST /v1/ledgerchecks',
  async ({ actor, body, source, now }, services) => {
    const { table, ids } = services;
    const { tenantId, userId } = actor;
    const date = calendarDate(body.date);
    const entities = await listEntities(table, actor, { search: '', consistent: true });
    const linked = entities.filter((entity): entity is Linked => entity.xero !== null);
    if (linked.length === 0) throw nothingLinked();
    const runs = await readRuns(table, tenantId);
    const underWay = await runOf(table, tenantId, runs, now);
    const entityIds = linked.map(({ entityId }) => entityId);
    if (underWay) {
      // The answer to the first call may be lost, and so may some of its messages.
      if (underWay.date !== date || underWay.entityIds.join() !== entityIds.join()) throw runUnderWay();
      await queueChecks(services, linked, underWay);
      return { checkId: underWay.checkId };
    }
    await throttle(table, now, 'ledger checks', { who: userId, source });
    const startedBy = await nameOfUser(table, userId);
    const run: LedgerRun = { checkId: ids.uuid(), date, startedAt: now, startedBy, entityIds };
    await commit(table, [
      ...newRunWrites(tenantId, run, runs),
      auditEntry({
        actor,
        action: 'ledger/check-all',
        subject: run.checkId,
        at: now,
        detail: { date, entities: linked.length },
      }),
    ]);
    await queueChecks(services, linked, run);
    return { checkId: run.checkId };
  },
);

/** Returns the run that is under way, or null. */
async function runOf(
  table: TableReader,
  tenantId: string,
  { runs: [latest] }: LedgerRuns,
  now: number,
): Promise<LedgerRun | null> {
  if (!latest || !mayGoOn(latest, now)) return null;
  const run = await findRun(table, tenantId, latest.checkId);
  const results = await readResults(table, tenantId, latest);
  return run && run.entityIds.some((entityId) => !results.has(entityId)) ? run : null;
}

async function queueChecks(
  { queue }: Pick<ServicesFor<'queue'>, 'queue'>,
  entities: readonly Linked[],
  { checkId, date }: LedgerRun,
): Promise<void> {
  await queue.send(
    entities.map(({ tenantId, entityId, xero }) => ({
      group: xero.tenantId,
      id: `check-${entityId}-${checkId}`,
      body: { tenantId, entityId, today: date, checkId },
    })),
  );
}

const nothingLinked = (): Refusal =>
  conflict('ledger/nothing-linked', 'No entity is linked to Xero, so there is no ledger to check.');
