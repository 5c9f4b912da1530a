import { endpoint } from '../access/endpoint.ts';
import { reportRoutes } from '../api/reports.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { reopen } from '../records/entities/statements.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { dateInPath } from './date-in-path.ts';

export const handler = endpoint(
  reportRoutes,
  'DELETE /v1/reports/loans/{date}/signoff',
  async ({ actor, params, body: { entityId } }, { table, clock }) => {
    const date = dateInPath(params.date);
    const entity = await ownEntity(table, actor, entityId);
    await reopen(table, entity, date, [
      auditEntry({ actor, action: 'report/reopen', subject: date, entityId, at: clock.now() }),
    ]);
  },
);
