import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { ledgerRoutes } from '../api/ledger.ts';
import { listEntities } from '../records/entities/entity.ts';
import { mayGoOn, readResults } from '../records/tenants/ledger-runs.ts';

const NO_ANSWER = 'The check did not finish. Please check this entity again.';

/** Lists the entities that the caller may see; one that was deleted or moved since is left out. */
export const handler = endpoint(
  ledgerRoutes,
  'GET /v1/ledgerchecks/{checkId}',
  async ({ actor, ledgerRun }, { table, clock }) => {
    const { checkId, date, startedAt, startedBy } = ledgerRun;
    const [all, results] = await Promise.all([
      listEntities(table, actor),
      readResults(table, actor.tenantId, ledgerRun),
    ]);
    const checked = new Set(ledgerRun.entityIds);
    const isWaiting = mayGoOn(ledgerRun, clock.now());
    const entities = all
      .filter(({ entityId }) => checked.has(entityId))
      .map(({ entityId, name }) => {
        const { status, difference, obstacle, message, signedOff } = results.get(entityId) ?? {
          status: isWaiting ? ('waiting' as const) : ('unknown' as const),
          difference: null,
          obstacle: isWaiting ? null : ('unavailable' as const),
          message: isWaiting ? null : NO_ANSWER,
        };
        return {
          entityId,
          name,
          status,
          difference: difference === null ? null : toDollars(difference),
          obstacle,
          message,
          signedOffBy: signedOff?.by ?? null,
          signedOffAt: signedOff ? new Date(signedOff.at).toISOString() : null,
        };
      });
    return {
      checkId,
      date,
      startedAt: new Date(startedAt).toISOString(),
      startedBy,
      total: entities.length,
      done: entities.filter(({ status }) => status !== 'waiting').length,
      entities,
    };
  },
);
