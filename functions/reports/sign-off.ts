import { endpoint } from '../access/endpoint.ts';
import { reportRoutes } from '../api/reports.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { signOff } from '../records/entities/statements.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { nameOfUser } from '../records/users/user.ts';
import { dateInPath } from './date-in-path.ts';
import { readPack } from './pack.ts';
import { reviewedFigures } from './review-changes.ts';

export const handler = endpoint(
  reportRoutes,
  'PUT /v1/reports/loans/{date}/signoff',
  async ({ actor, params, body: { entityId, role } }, { table, clock }) => {
    const date = dateInPath(params.date);
    const entity = await ownEntity(table, actor, entityId);
    const at = clock.now();
    const by = { userId: actor.userId, name: await nameOfUser(table, actor.userId), at };
    const request = { date, includeArchived: true, allCurrent: [], now: at };
    const signed =
      role === 'prepared'
        ? by
        : { ...by, figures: reviewedFigures((await readPack(table, [entity], request)).loans) };
    await signOff(table, entity, date, role, signed, [
      auditEntry({ actor, action: 'report/sign-off', subject: date, entityId, at, detail: { role } }),
    ]);
  },
);
