import { checkYearEnd, yearEndLabel } from '../../domain/years.ts';
import { notFound, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import { changeEntity } from '../records/entities/entity.ts';
import { readMember } from '../records/tenants/members.ts';
import { workOfListed } from '../records/schedules/listed-schedules.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'PATCH /v1/entities/{entityId}',
  async ({ actor, entity, body, now, today, charge }, { table, xeroWeb }) => {
    const {
      name = entity.name,
      financialYearEnd = entity.financialYearEnd,
      responsibleUserId = entity.responsibleUserId,
    } = body;
    checkYearEnd(financialYearEnd);
    if (responsibleUserId !== null && responsibleUserId !== entity.responsibleUserId) {
      const member = await readMember(table, actor.tenantId, responsibleUserId);
      if (!member) throw notMember();
    }
    const entry = await readDirectoryEntry(table, entity);
    await charge(workOfListed(entry.schedules));
    const isAssigned = responsibleUserId !== entity.responsibleUserId;
    const isRenamed = name !== entity.name || (body.financialYearEnd === undefined && !isAssigned);
    const detail = {
      ...(isRenamed && changesOf(['name'], entity, { name })),
      ...(body.financialYearEnd && { financialYearEnd: yearEndLabel(financialYearEnd) }),
      ...(isAssigned && { responsible: responsibleUserId }),
    };
    const changed = await changeEntity(table, entity, { name, financialYearEnd, responsibleUserId }, [
      auditEntry({
        actor,
        action: isRenamed ? 'entity/rename' : isAssigned ? 'entity/assign' : 'entity/change-year-end',
        subject: entity.entityId,
        at: now,
        detail,
      }),
    ]);
    return entityView(table, { ...entry, entity: changed }, { today, xeroWeb });
  },
);

const notMember = (): Refusal => notFound('user/unknown', 'The user could not be found.');
