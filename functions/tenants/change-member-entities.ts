import { endpoint } from '../access/endpoint.ts';
import { requireRecentAuthentication } from '../access/step-up.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { countOf, type EntityScope } from '../records/tenants/entity-scope.ts';
import { changeEntities } from '../records/tenants/members.ts';
import { readUser } from '../records/users/user.ts';
import { chosenDetail, chosenEntities } from './chosen-entities.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { tenantUserView } from '../views/tenant-user.ts';

/** The next request of the user goes by the new limits. Wider ones need a recent authentication. */
export const handler = endpoint(
  tenantRoutes,
  'PATCH /v1/tenants/users/{userId}/entities',
  async ({ actor, member, body }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    const { userId, role } = member;
    const entityIds = await chosenEntities(table, actor, role, body.entityIds);
    if (isWider(entityIds, member.entityIds)) requireRecentAuthentication(actor, clock.now());
    const entities = { entities: countOf(member.entityIds) };
    await changeEntities(table, member, entityIds, [
      auditEntry({
        actor,
        action: 'member/change-entities',
        subject: userId,
        at: clock.now(),
        detail: {
          ...chosenDetail(entityIds),
          ...changesOf(['entities'], entities, { entities: countOf(entityIds) }),
        },
      }),
    ]);
    return tenantUserView(await readUser(table, userId), { role, entityIds });
  },
);

/** Whether limits admit an entity that the ones before did not; null admits all. */
const isWider = (after: EntityScope['entityIds'], before: EntityScope['entityIds']): boolean =>
  before !== null && (after === null || !after.isSubsetOf(before));
