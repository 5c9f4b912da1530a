import { businessDate } from '../../domain/calendar.ts';
import { checkYearEnd, yearEndLabel } from '../../domain/reports/years.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import { changeEntity } from '../records/entities/entity.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'PATCH /v1/entities/{entityId}',
  async ({ actor, entity, body }, { table, clock, xeroWeb }) => {
    const at = clock.now();
    const { name = entity.name, financialYearEnd = entity.financialYearEnd } = body;
    checkYearEnd(financialYearEnd);
    const isRenamed = name !== entity.name || body.financialYearEnd === undefined;
    const detail = {
      ...(isRenamed && changesOf(['name'], entity, { name })),
      ...(body.financialYearEnd && { financialYearEnd: yearEndLabel(financialYearEnd) }),
    };
    const changed = await changeEntity(table, entity, { name, financialYearEnd }, [
      auditEntry({
        actor,
        action: isRenamed ? 'entity/rename' : 'entity/change-year-end',
        subject: entity.entityId,
        at,
        detail,
      }),
    ]);
    return entityView(table, await readDirectoryEntry(table, changed), { today: businessDate(at), xeroWeb });
  },
);
