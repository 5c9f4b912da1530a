import { conflict, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { ledgerRoutes } from '../api/ledger.ts';
import { listEntities, unknownEntity } from '../records/entities/entity.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { type LedgerResult, readResults, signOffWrite } from '../records/tenants/ledger-runs.ts';
import { nameOfUser } from '../records/users/user.ts';
import { commitAll } from '../store/table.ts';

export const handler = endpoint(
  ledgerRoutes,
  'PUT /v1/ledgerchecks/{checkId}/signoffs',
  async ({ actor, ledgerRun, body }, { table, clock }) => {
    const { tenantId, userId } = actor;
    const entityIds = [...new Set(body.entityIds)];
    const [all, results] = await Promise.all([
      listEntities(table, actor, { search: '', consistent: true }),
      readResults(table, tenantId, ledgerRun),
    ]);
    const visible = new Set(all.map(({ entityId }) => entityId));
    const checked = new Set(ledgerRun.entityIds);
    if (entityIds.some((id) => !visible.has(id) || !checked.has(id))) throw unknownEntity();
    if (entityIds.some((id) => !hasAnswer(results.get(id)))) throw noResult();
    const open = entityIds.filter((id) => results.get(id)?.signedOff === undefined);
    const by = await nameOfUser(table, userId);
    const at = clock.now();
    await commitAll(table, open, (some) =>
      some.flatMap((entityId) => [
        signOffWrite(tenantId, ledgerRun, entityId, { by, at }),
        auditEntry({
          actor,
          action: 'ledger/sign-off',
          subject: entityId,
          entityId,
          at,
          detail: { date: ledgerRun.date, status: results.get(entityId)?.status ?? null },
        }),
      ]),
    );
  },
);

const hasAnswer = (result: LedgerResult | undefined): boolean =>
  result !== undefined && result.status !== 'unknown';

const noResult = (): Refusal =>
  conflict('ledger/no-result', 'Some of these entities have no result to sign off. Please check them again.');
